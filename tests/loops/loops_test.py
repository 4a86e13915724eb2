#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Tests the loops found in the examples, compiled by two compilers at three levels: at least 95 of
# 100 must have the right nesting, and none may be missing in the source. The text tells the loops
# (source_loops.py). Backward jumps and lines, as objdump shows them, tell which of them a compiler
# removed: the code between a jump and its target is part of a loop only if all lines of that code
# in that function are.
# usage: loops_test.py LIST_LOOPS WORK_FOLDER FORTRAN_COMPILER INCLUDE_FOLDER...
#        FORTRAN_COMPILER: that of the MPI; "none" if there is none
import bisect
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

from source_loops import loops_of

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = ["examples/halo/halo_c.c", "examples/heat/heat.cpp", "examples/particles/particles.cpp",
           "examples/master_worker/master_worker.cpp", "examples/pipeline/pipeline.cpp",
           "tests/programs/loops.c", "tests/programs/loops_in_classes.cpp"]
FORTRAN_SOURCE = "examples/halo/halo_f08.f90"
# This source is linked to fixed addresses, so that jump tables hold addresses.
FIXED_SOURCE = "tests/programs/loops.c"
FIXED = ["-fno-pie", "-no-pie", "-nostdlib", "-Wl,--unresolved-symbols=ignore-all", "-Wl,-e,nest"]
COMPILERS = {"gcc": {".c": "gcc", ".cpp": "g++"}, "clang": {".c": "clang", ".cpp": "clang++"}}
LEVELS = (0, 1, 2)
WANTED = 0.95


class Code:
    """The output of objdump and list_loops for one library."""

    def __init__(self, library, list_loops):
        self.recovered = []
        for line in output([list_loops, library]).splitlines():
            fields = line.split("\t")
            if fields[0] != "incomplete":
                function, number, outer, file, at, scope = fields
                self.recovered.append((function, int(number), int(outer), file, int(at), scope))
        self.read_rows(library)
        self.read_jumps(library)

    def read_rows(self, library):
        """Reads lines by address, from files that have the name of the source."""
        self.rows = []
        for line in output(["objdump", "--dwarf=decodedline", library]).splitlines():
            fields = re.match(r"(\S+)\s+(\d+|-)\s+(0x[0-9a-f]+|0)\b", line)
            if fields:
                at = 0 if fields[2] == "-" else int(fields[2])
                self.rows.append((int(fields[3], 16), fields[1], at))
        self.rows.sort(key=lambda row: row[0])
        self.row_addresses = [row[0] for row in self.rows]

    def read_jumps(self, library):
        self.jumps = []
        jump = re.compile(r"^\s*([0-9a-f]+):\s+(?:notrack |bnd )?(?:j\w+|loop\w*)\s+([0-9a-f]+)\b")
        for line in output(["objdump", "-d", "--no-show-raw-insn", library]).splitlines():
            found = jump.match(line)
            if found and int(found[2], 16) <= int(found[1], 16):
                self.jumps.append((int(found[2], 16), int(found[1], 16)))

    def lines_between(self, begin, end, file):
        first = max(bisect.bisect_right(self.row_addresses, begin) - 1, 0)
        last = bisect.bisect_right(self.row_addresses, end)
        return [row[2] for row in self.rows[first:last] if row[1] == file and row[2] > 0]


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True,
                          errors="replace").stdout


def function_lines(loops, loop):
    """Returns the lines of the outermost loop around a loop, which are surely of its function."""
    while loop.outer is not None:
        loop = loop.outer
    return range(loop.first - 1, loop.end + 2)


def remains(loop, code, file, loops):
    around = function_lines(loops, loop)
    for begin, end in code.jumps:
        own = [at for at in code.lines_between(begin, end, file) if at in around]
        last = code.lines_between(end, end, file)
        if own and last and last[-1] in loop.lines() and all(at in loop.lines() for at in own):
            return True
    return False


def kept_outer(loop, kept):
    outer = loop.outer
    while outer is not None and outer not in kept:
        outer = outer.outer
    return outer


def compare(source, code):
    """Returns the numbers of loops in the source, remaining and found, and the errors as text."""
    loops = loops_of(os.path.join(ROOT, source))
    file = os.path.basename(source)
    own = {}  # (function, number) -> the loop of the source
    wrong = []
    for function, number, _, path, at, scope in code.recovered:
        if os.path.basename(path) != file:
            continue
        named = [loop for loop in loops if at in loop.names]
        if named:
            own[function, number] = named[-1]  # the innermost
        else:
            wrong.append(f"{source}:{at}: a loop in {scope} that the source does not have")
    kept = [loop for loop in loops if loop in own.values() or remains(loop, code, file, loops)]
    nested = set()
    for function, number, outer, _, _, scope in code.recovered:
        loop = own.get((function, number))
        if loop is None:
            continue
        while (function, outer) in own and own[function, outer] is loop:  # two of a statement
            outer = next(one[2] for one in code.recovered if one[:2] == (function, outer))
        found_outer = own.get((function, outer))
        expected = kept_outer(loop, kept)
        # A function that was inlined into a loop of another function is nested there.
        if found_outer is expected or (expected is None and ">" in scope):
            nested.add(loop)
    for loop in kept:
        if loop not in nested:
            wrong.append(f"{source}:{loop.first}: "
                         + ("wrong nesting" if loop in own.values() else "not found"))
    return len(loops), len(kept), len(nested), wrong


def build(case, folder, includes):
    source, compiler, level, is_fixed = case
    made = os.path.join(folder, f"{os.path.basename(source)}.{compiler}.O{level}")
    made += ".fixed" if is_fixed else ".so"
    kind = FIXED if is_fixed else ["-fPIC", "-shared", "-fopenmp"]
    command = [COMPILERS[compiler][os.path.splitext(source)[1]], "-g", f"-O{level}", "-w", *kind,
               *[f"-I{one}" for one in includes], os.path.join(ROOT, source), "-o", made]
    if source == FORTRAN_SOURCE:
        modules = made + ".modules"  # builds run side by side, so each has its own
        os.makedirs(modules, exist_ok=True)
        command.append(f"-J{modules}")
    subprocess.run(command, check=True, capture_output=True)
    return made


def main():
    list_loops, folder, fortran, includes = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    os.makedirs(folder, exist_ok=True)
    compilers = [name for name in COMPILERS if shutil.which(COMPILERS[name][".cpp"])]
    cases = [(source, compiler, level, False) for compiler in compilers for level in LEVELS
             for source in SOURCES]
    cases += [(FIXED_SOURCE, compiler, 2, True) for compiler in compilers]
    if fortran != "none":
        COMPILERS["gcc"][".f90"] = fortran
        cases += [(FORTRAN_SOURCE, "gcc", level, False) for level in LEVELS]

    def run(case):
        return compare(case[0], Code(build(case, folder, includes), list_loops))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(cases, pool.map(run, cases)))
    print("compiler level  source  remain  found with right nesting")
    problems = []
    for compiler in compilers:
        for level in LEVELS:
            rows = [results[case] for case in cases if case[1:3] == (compiler, level)]
            total, kept, nested = (sum(row[i] for row in rows) for i in range(3))
            print(f"{compiler:8} -O{level}  {total:8}  {kept:6}  {nested:5}  {nested / kept:.1%}")
            wrong = [f"{compiler} -O{level} {one}" for row in rows for one in row[3]]
            print("".join(f"  {one}\n" for one in wrong), end="")
            problems += [one for one in wrong if "does not have" in one]
            if nested < WANTED * kept:
                problems.append(f"{compiler} -O{level}: only {nested} of {kept} found")
    sys.exit("\n".join(problems) if problems else 0)


if __name__ == "__main__":
    main()
