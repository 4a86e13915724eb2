#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs find an installation through CMake and pkg-config wherever it lies; its module file leads to
it; Spack's recipe is Python."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import installed_tree

BUILD, SOURCE = sys.argv[1:3]
MODULES = "/usr/share/modules/init/bash"
PROGRAM = """
#include <tarry/reader.h>
#include <tarry/tarry.h>
int main(void) {
  tarry_pause();
  tarry_resume();
  return tarry_reader_open == 0;
}
"""
TRACE_PROGRAM = """
#include <tarry/trace.h>
int main() {
  try {
    tarry::events::Trace::open("nowhere");
  } catch (const tarry::events::Error&) {
    return 0;
  }
  return 1;
}
"""
CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(program C CXX)
find_package(tarry 0.1 REQUIRED)
add_executable(program program.c)
target_link_libraries(program PRIVATE tarry::tarry tarry::reader)
add_executable(trace trace.cpp)
target_link_libraries(trace PRIVATE tarry::trace)
"""


class BuildSystems(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        cls.prefix = installed_tree.install(BUILD, cls.path / "tarry")
        (cls.path / "program.c").write_text(PROGRAM)
        (cls.path / "trace.cpp").write_text(TRACE_PROGRAM)
        (cls.path / "CMakeLists.txt").write_text(CMAKE)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_here(self, command, **variables):
        done = subprocess.run(command, cwd=self.path, text=True, timeout=120, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, **variables})
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_find_package(self):
        self.run_here(["cmake", "-B", "build", f"-DCMAKE_PREFIX_PATH={self.prefix}"])
        self.run_here(["cmake", "--build", "build"])
        self.run_here(["build/program"])
        self.run_here(["build/trace"])

    def test_pkg_config(self):
        flags = self.run_here(["pkg-config", "--cflags", "--libs", "tarry", "tarry-reader"],
                              PKG_CONFIG_PATH=f"{self.prefix}/lib/pkgconfig")
        self.run_here(["cc", "program.c", "-o", "program", *flags.split()])
        self.run_here(["./program"], LD_LIBRARY_PATH=f"{self.prefix}/lib")
        flags = self.run_here(["pkg-config", "--cflags", "--libs", "tarry-trace"],
                              PKG_CONFIG_PATH=f"{self.prefix}/lib/pkgconfig")
        self.run_here(["c++", "trace.cpp", "-o", "trace", *flags.split()])
        self.run_here(["./trace"], LD_LIBRARY_PATH=f"{self.prefix}/lib")

    def test_static_program(self):
        (self.path / "static.c").write_text("int main(void) { return 0; }")
        self.run_here([self.prefix / "bin/tarry", "instrument", "--static", "gcc", "static.c", "-o", "static"])
        self.run_here([self.prefix / "bin/tarry", "record", "-o", "run", "./static"])
        report = self.run_here([self.prefix / "bin/tarry", "report", "run", "--metric", "visits"])
        self.assertIn("main", report)

    @unittest.skipUnless(os.path.exists(MODULES), "Environment Modules is not installed")
    def test_module(self):
        script = (f". {MODULES}; module use {self.prefix}/share/tarry/modulefiles; "
                  "module load tarry; command -v tarry")
        found = self.run_here(["bash", "-c", script]).split()[-1]
        self.assertEqual(os.path.realpath(found), os.path.realpath(self.prefix / "bin" / "tarry"))

    def test_spack_recipe_is_python(self):
        recipe = pathlib.Path(SOURCE) / "packaging" / "spack" / "package.py"
        compile(recipe.read_text(), str(recipe), "exec")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
