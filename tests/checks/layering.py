#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects includes that break the layering: every folder under src/ may include itself and what
# NEEDS lists for it, and an outside library only where OUTSIDE allows it. The tables are the
# architecture; a new folder that is in none of them is a finding.
# usage: layering.py SOURCE_ROOT
import re

import source_tree

# folder under src/ -> folders it may include, besides itself. A folder inherits nothing: what is
# not listed is not allowed. The longest matching folder decides.
NEEDS = {
    "base": [],
    "model": ["base"],
    "counters": ["base", "model"],
    "filter": ["base", "model"],
    "trace": ["base", "model"],
    "trace/recording": ["base", "model", "trace"],
    "trace/finish": ["base", "model", "filter", "trace", "trace/recording"],
    "analysis": ["base", "model", "trace"],
    "analysis/mpi": ["analysis"],
    "machine_code": ["base"],
    "sampling": ["base", "model", "trace/recording", "trace/finish", "machine_code"],
    "diagnosis": ["base", "model", "sampling", "analysis"],
    "diagnosis/report": ["base", "model", "sampling", "analysis", "diagnosis", "report"],
    "compress": ["base", "model", "trace"],
    "compress/reader": ["base", "compress"],
    "replay": ["base", "model", "compress", "analysis"],
    "replay/mpi": ["model", "replay"],
    "compress/live": ["base", "model", "trace", "trace/recording", "compress"],
    "compress/finish": ["base", "model", "trace", "trace/recording", "trace/finish", "compress",
                        "compress/live"],
    "report": ["base", "model"],
    "score": ["base", "model", "filter", "report"],
    "profile/tree": ["base", "model", "trace/recording"],
    "profile": ["base", "model", "filter", "trace", "trace/recording", "trace/finish", "profile/tree",
                "report"],
    "runtime": ["base", "model", "counters", "filter", "trace", "trace/recording", "profile", "profile/tree",
                "sampling", "runtime/unwinding",
                "compress", "compress/live"],
    "gcc_plugin": [],
    "runtime/unwinding": [],
    "runtime/openmp": ["base", "model", "trace", "trace/recording", "profile/tree", "runtime"],
    "runtime/pomp2": ["base", "model", "trace", "trace/recording", "runtime", "runtime/openmp"],
    "cli": ["base", "model", "counters", "filter", "trace", "trace/recording", "trace/finish", "analysis", "diagnosis", "diagnosis/report",
            "compress", "compress/live", "compress/finish", "replay", "report", "score", "profile", "sampling"],
}

# outside header (prefix) -> folders or files that may include it
OUTSIDE = {
    "mpi.h": ["runtime", "analysis/mpi", "replay/mpi"],
    "omp-tools.h": ["runtime/openmp"],
    "papi.h": ["counters/papi.cpp"],
    "otf2/": ["trace"],
    "elfutils/": ["trace/finish", "machine_code/frame_entries.cpp"],
    "dwarf.h": ["trace/finish", "machine_code/frame_entries.cpp"],
    "capstone/": ["machine_code"],
    "pugixml": ["report"],
    "zlib.h": ["report"],
    "zstd.h": ["compress/text/trace_file.cpp"],
    "nlohmann/": ["report", "score", "cli", "trace/finish", "diagnosis/report"],
    "CLI/": ["cli/command_line.cpp"],
    "fmt/": ["report", "score", "cli", "diagnosis/report"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_of(path):
    """The entry of NEEDS a path under src/ belongs to, or None."""
    best = None
    for folder in NEEDS:
        if path.startswith(folder + "/") and (best is None or len(folder) > len(best)):
            best = folder
    return best


def problems_of(path, text):
    """`path` is relative to src/."""
    owner = folder_of(path)
    if owner is None:
        return [f"src/{path}: folder is not in the table of tests/checks/layering.py"]
    problems = []
    for quote, header in INCLUDE.findall(text):
        target = folder_of(header)
        if quote == '"':
            if header.startswith(("tarry/", "gtest/", "gmock/")) or "/" not in header:
                continue  # the installed header, a test's own framework, a generated table
            if target is None:
                problems.append(f"src/{path}: include of \"{header}\", which is in no known folder")
            elif target != owner and target not in NEEDS[owner]:
                problems.append(f"src/{path}: {owner} must not include {target} (\"{header}\")")
        else:
            for prefix, allowed in OUTSIDE.items():
                if header.startswith(prefix) and not {owner, path} & set(allowed):
                    problems.append(f"src/{path}: <{header}> belongs to {', '.join(allowed)} only")
    return problems


def self_test():
    """The check must find what it is for."""
    assert problems_of("base/a.h", '#include "model/ids.h"\n')
    assert problems_of("report/a.cpp", '#include "trace/trace_source.h"\n')
    assert problems_of("analysis/replay/a.cpp", '#include "runtime/core/entry.h"\n')
    assert problems_of("trace/otf2/a.cpp", '#include "trace/recording/log_format.h"\n')
    assert problems_of("model/a.cpp", "#include <otf2/otf2.h>\n")
    assert problems_of("unknown/a.cpp", "")
    assert not problems_of("trace/recording/a.cpp", '#include "trace/otf2/archive_writer.h"\n')
    assert problems_of("cli/a.cpp", "#include <CLI/CLI.hpp>\n")
    assert not problems_of("cli/command_line.cpp",
                           '#include <CLI/CLI.hpp>\n#include "report/text.h"\n')


def main():
    self_test()
    root = source_tree.root_from_command_line()
    problems = []
    checked = 0
    for path in source_tree.project_files(root):
        if path.startswith("src/") and path.endswith((".h", ".cpp", ".c", ".inc")):
            checked += 1
            problems += problems_of(path[len("src/"):], source_tree.read(root, path))
    source_tree.finish("layering", problems, checked)


if __name__ == "__main__":
    main()
