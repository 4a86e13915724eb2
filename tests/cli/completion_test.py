#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Completions: bash offers verbs, the options of a verb, choices, and the completions of a
launcher; zsh accepts its script and knows the same options."""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

TARRY = sys.argv[1]


def run(*command):
    return subprocess.run(command, text=True, timeout=60, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


def completed(*words):
    """Returns what bash offers for the last word; bash splits `--format=` into two words."""
    script = f"""
source <({shlex.quote(TARRY)} completion bash)
COMP_WORDS=(tarry {" ".join(shlex.quote(word) for word in words)})
COMP_CWORD={len(words)}
_tarry 2>&1
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = run("bash", "--norc", "-c", script)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


class Completion(unittest.TestCase):
    def test_verbs(self):
        self.assertEqual(completed("repo"), ["report"])
        self.assertIn("record", completed(""))
        self.assertNotIn("man", completed(""))
        self.assertEqual(completed("help", "rec"), ["record"])

    def test_every_option_of_the_help(self):
        for verb in completed("help", ""):
            options = set(re.findall(r"(?:^  |, )(-[-\w]+)", run(TARRY, verb, "--help").stdout,
                                     re.MULTILINE))
            self.assertIn("--help", options)
            self.assertEqual(set(completed(verb, "-")), options, verb)
            zsh = run(TARRY, "completion", "zsh").stdout.split(f"\n    {verb})\n")[1].split(";;")[0]
            for option in options:
                self.assertRegex(zsh, rf"'\*?{option}(=-?|\+)?\[", verb)

    def test_values(self):
        self.assertEqual(set(completed("report", "--format", "")), {"text", "json", "csv", "stat"})
        self.assertEqual(completed("diagnose", "--format", "=", "ht"), ["html"])
        self.assertIn("json", completed("report", "run1", "--format", "="))
        self.assertEqual(completed("-q", "report", "--color", "al"), ["always"])
        self.assertEqual(completed("record", "--openmp", "o"), ["ompt", "off"])  # a setting

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "some_file"), "w", encoding="utf-8").close()
            start = os.path.join(folder, "some")
            self.assertEqual(completed("report", start), [start + "_file"])
            self.assertEqual(completed("record", "-o", start), [start + "_file"])

    def test_commands_behind_record(self):
        self.assertIn("bash", completed("record", "bas"))
        self.assertIn("bash", completed("record", "-o", "x", "bas"))
        self.assertNotIn("--output", completed("record", "mpirun", "--outp"))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_takes_the_script(self):
        script = run(TARRY, "completion", "zsh").stdout
        self.assertTrue(script.startswith("#compdef tarry\n"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "_tarry")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(script)
            done = run("zsh", "-n", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_another_shell(self):
        self.assertEqual(run(TARRY, "completion", "fish").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
