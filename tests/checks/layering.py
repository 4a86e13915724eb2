#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Rejects includes that break the layering: every folder under src/ may include itself and what
# NEEDS lists for it, and an outside library only where OUTSIDE allows it. The tables are the
# architecture; a new folder that is in none of them is a finding.
# usage: layering.py SOURCE_ROOT
import re

import source_tree

# Maps each folder under src/ to the folders it may include besides itself. A folder has its own row
# and inherits nothing: unlisted folders are not allowed.
NEEDS = {
    # Documents that are part of the program (tarry_embed)
    "docs/patterns/wait-states": [],
    # The ground, and what is to be recorded
    "base": [],
    "model": ["base", "docs/patterns/wait-states"],
    "workers": ["base"],
    "hosts": ["base"],
    "filter": ["base", "model"],
    "counters": ["model"],
    "code": ["base"],
    # Traces and what completes them
    "clocks": ["base", "model"],
    "trace/otf2": ["base", "model"],
    "trace/synthetic": ["base", "model", "trace/otf2"],
    "trace": ["base", "model", "clocks", "trace/otf2", "trace/synthetic"],
    "trace/eventlog": ["base", "model", "trace/otf2"],
    "trace/finish": ["base", "model", "filter", "code", "trace/otf2", "trace/eventlog"],
    # The analysis of traces
    "analysis/records": ["base", "model", "workers", "clocks"],
    "analysis/regions": ["model", "workers"],
    "analysis/samples": ["model", "workers", "analysis/regions"],
    "analysis/extract": ["base", "model", "analysis/records", "analysis/regions", "analysis/samples"],
    "analysis/patterns": ["base", "model", "analysis/records", "analysis/regions"],
    "analysis/match": [
        "base", "model", "workers", "analysis/records", "analysis/regions", "analysis/patterns"],
    "analysis/declared": [
        "base", "model", "workers", "analysis/records", "analysis/regions", "analysis/patterns",
        "analysis/match"],
    "analysis/clocks": [
        "base", "model", "workers", "clocks", "analysis/records", "analysis/patterns", "analysis/match"],
    "analysis/whatif": ["base", "model", "workers", "analysis/records", "analysis/regions"],
    "analysis/delay": [
        "base", "model", "workers", "analysis/records", "analysis/regions", "analysis/whatif"],
    "analysis/interventions": [
        "base", "model", "workers", "analysis/records", "analysis/whatif", "analysis/delay"],
    "analysis/findings": [
        "base", "model", "workers", "analysis/records", "analysis/regions", "analysis/whatif",
        "analysis/delay", "analysis/interventions"],
    "analysis": [
        "base", "model", "workers", "clocks", "analysis/clocks", "analysis/records", "analysis/regions", "analysis/samples",
        "analysis/extract", "analysis/declared", "analysis/match", "analysis/patterns", "analysis/whatif", "analysis/delay",
        "analysis/findings"],
    "event_library": [
        "base", "model", "trace/otf2", "trace", "analysis", "compressed/format", "compressed/expand",
        "compressed/queries"],
    # Compressed traces
    "compressed/model": ["base"],
    "compressed/fold": ["base", "compressed/model"],
    "compressed/fit": ["base", "compressed/model"],
    "compressed/format": ["base", "model", "compressed/model", "compressed/fold"],
    "compressed/capture": ["base", "model", "compressed/model", "compressed/fold"],
    "compressed/synthetic": ["model", "compressed/model", "compressed/fold"],
    "compressed/queries": [
        "base", "model", "trace/synthetic", "compressed/model", "compressed/fold", "compressed/synthetic"],
    "compressed/compare": [
        "base", "compressed/model", "compressed/fold", "compressed/format", "compressed/queries",
        "compressed/synthetic"],
    "compressed/expand": [
        "base", "model", "trace/otf2", "trace/synthetic", "compressed/model", "compressed/fold",
        "compressed/capture"],
    "compressed/generate": [
        "base", "model", "compressed/model", "compressed/fold", "compressed/format", "compressed/expand", "compressed/synthetic"],
    "compressed/live": [
        "base", "trace/eventlog", "compressed/model", "compressed/fold", "compressed/format",
        "compressed/capture"],
    "compressed/finish": [
        "base", "model", "code", "trace/eventlog", "trace/finish", "compressed/model", "compressed/fold",
        "compressed/format", "compressed/capture", "compressed/live"],
    "compressed/extrapolate": [
        "base", "compressed/model", "compressed/fold", "compressed/format", "compressed/fit",
        "compressed/generate", "compressed/synthetic"],
    "compressed/reader": ["compressed/model", "compressed/format"],
    "compressed/replay": ["base", "model", "workers", "compressed/model", "compressed/fold"],
    "compressed/emit": [
        "base", "model", "compressed/model", "compressed/fold", "compressed/format", "compressed/fit",
        "compressed/extrapolate", "compressed/generate", "compressed/replay", "compressed/synthetic"],
    "compressed/simulate": [
        "base", "model", "compressed/model", "compressed/fold", "compressed/synthetic", "compressed/expand",
        "compressed/replay"],
    # Reports, summaries and samples
    "report": ["base", "model"],
    "algebra": ["base", "model", "report"],
    "convert": ["base", "model"],
    "explorer": ["base", "model", "report", "timeline"],
    "timeline": ["base", "model", "clocks", "trace"],
    "score": ["base", "model", "filter", "report"],
    "trace/summary/tree": ["base", "model", "trace/eventlog"],
    "trace/summary": ["base", "model", "trace/eventlog", "trace/finish", "report", "trace/summary/tree"],
    "samples": ["base", "model", "code", "trace/eventlog", "trace/finish"],
    "diagnosis/evidence": ["base", "model", "workers", "samples"],
    "diagnosis/losses": ["samples", "diagnosis/evidence"],
    "diagnosis": ["base", "workers", "samples", "diagnosis/evidence", "diagnosis/losses"],
    "diagnosis/report": [
        "base", "model", "workers", "report", "samples", "diagnosis/evidence", "diagnosis"],
    # The experiment directory: what is in it, and how a recording is finished
    "experiment": [
        "base", "model", "trace/otf2", "trace", "trace/eventlog", "trace/finish", "compressed/model",
        "compressed/fold", "compressed/format", "compressed/capture", "compressed/live", "compressed/finish",
        "report", "trace/summary", "samples"],
    # Libraries in the measured program, and what is compiled once per MPI or compiler
    "runtime/unwinding": ["base"],
    "runtime/api": [],
    "runtime/rules": ["base", "filter", "trace/eventlog"],
    "runtime/core": [
        "base", "model", "counters", "trace/eventlog", "trace/summary/tree", "runtime/rules"],
    "runtime/finalize": [
        "base", "model", "filter", "trace/eventlog", "compressed/model", "compressed/fold", "compressed/format",
        "compressed/capture", "compressed/live", "trace/summary", "runtime/core"],
    "runtime/stacks": ["base", "model", "trace/eventlog", "runtime/unwinding", "runtime/core"],
    "runtime/functions": ["base", "runtime/core", "runtime/stacks"],
    "runtime/loader": ["runtime/core"],
    "runtime/mpi/calls": [],
    "runtime/mpi": [
        "base", "model", "trace/eventlog", "compressed/model", "runtime/core", "runtime/finalize", "runtime/stacks",
        "runtime/mpi/calls"],
    "runtime/openmp": ["base", "runtime/api", "runtime/core", "runtime/stacks"],
    "runtime/pthread": ["base", "runtime/core", "runtime/stacks"],
    "runtime/sampling": [
        "base", "trace/eventlog", "samples", "runtime/unwinding", "runtime/core", "runtime/pthread"],
    "runtime/sampling/mpi": ["base", "runtime/core", "runtime/pthread", "runtime/sampling"],
    "runtime/start": ["hosts", "trace/eventlog"],
    "runtime/static_program": ["base"],
    "mpi_plugins": ["workers", "compressed/model", "compressed/replay"],
    "gcc_plugin": [],
    "python_module": [],
    "python_plugin": ["analysis/declared"],
    "simgrid_plugin": ["compressed/simulate"],
    "http_plugin": ["base", "hosts"],
    # The command
    "launch": ["base"],
    "cli": [
        "base", "model", "workers", "filter", "counters", "code", "clocks", "trace/synthetic", "trace",
        "trace/eventlog", "trace/finish", "analysis/records", "analysis/patterns", "analysis/declared",
        "analysis", "compressed/model", "compressed/format", "compressed/queries", "compressed/compare",
        "compressed/emit", "compressed/expand", "compressed/extrapolate", "compressed/generate",
        "compressed/live", "compressed/finish", "compressed/replay", "compressed/simulate", "report",
        "algebra", "convert", "explorer", "timeline", "score", "samples", "diagnosis", "diagnosis/report",
        "experiment", "launch", "http_plugin"],
}

# Maps outside headers (prefixes) to the folders, including those below them, or files that may
# include them.
OUTSIDE = {
    "mpi.h": ["runtime/mpi", "mpi_plugins"],
    "omp-tools.h": ["runtime/openmp"],
    "papi.h": ["counters/papi.cpp"],
    "otf2/": ["trace/otf2"],
    "elfutils/": ["code"],
    "dwarf.h": ["code"],
    "capstone/": ["code"],
    "boost/": ["algebra/welch.cpp"],
    "pugixml": ["report"],
    "zlib.h": ["report"],
    "zstd.h": ["compressed/format/trace_file.cpp", "timeline/columns.cpp"],
    "simgrid/": ["simgrid_plugin"],
    "httplib.h": ["http_plugin"],
    "pybind11/": ["python_module", "python_plugin"],
    "nlohmann/": ["report", "convert", "explorer", "score", "cli", "trace/finish", "diagnosis/report", "experiment"],
    "CLI/": ["cli/command_line.cpp"],
    "fmt/": ["report", "algebra", "convert", "explorer", "score", "cli", "diagnosis/report", "experiment"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_of(path):
    """Returns the entry of NEEDS that a path under src/ belongs to, or None."""
    folder = path.rpartition("/")[0]
    return folder if folder in NEEDS else None


def mutual_pairs(needs):
    return {(a, b) for a in needs for b in needs[a] if a < b and a in needs[b]}


def is_below(path, folders_or_files):
    return any(path == each or path.startswith(each + "/") for each in folders_or_files)


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
                if header.startswith(prefix) and not is_below(path, allowed):
                    problems.append(f"src/{path}: <{header}> belongs to {', '.join(allowed)} only")
    return problems


def self_test():
    """Checks that the check finds what it is for."""
    assert problems_of("base/a.h", '#include "model/ids.h"\n')
    assert problems_of("report/a.cpp", '#include "trace/trace_source.h"\n')
    assert problems_of("analysis/match/a.cpp", '#include "runtime/core/entry.h"\n')
    assert problems_of("trace/otf2/a.cpp", '#include "trace/eventlog/log_format.h"\n')
    assert problems_of("model/a.cpp", "#include <otf2/otf2.h>\n")
    assert problems_of("unknown/a.cpp", "")
    assert not problems_of("trace/eventlog/a.cpp", '#include "trace/otf2/archive_writer.h"\n')
    assert problems_of("trace/finish/a.cpp", "#include <otf2/otf2.h>\n")
    assert not problems_of("trace/otf2/a.cpp", "#include <otf2/otf2.h>\n")
    assert mutual_pairs({"a": ["b"], "b": ["a", "c"], "c": []}) == {("a", "b")}
    assert problems_of("cli/a.cpp", "#include <CLI/CLI.hpp>\n")
    assert not problems_of("cli/command_line.cpp",
                           '#include <CLI/CLI.hpp>\n#include "report/text.h"\n')


def main():
    self_test()
    root = source_tree.root_from_command_line()
    problems = [f"{a} and {b} may include each other: cut one of the two ways"
                for a, b in sorted(mutual_pairs(NEEDS))]
    checked = 0
    for path in source_tree.project_files(root):
        if path.startswith("src/") and path.endswith((".h", ".cpp", ".c", ".inc")):
            checked += 1
            problems += problems_of(path[len("src/"):], source_tree.read(root, path))
    source_tree.finish("layering", problems, checked)


if __name__ == "__main__":
    main()
