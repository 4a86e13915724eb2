# SPDX-License-Identifier: BSD-3-Clause
# The programs on which the two models of delay costs are compared, and their arguments. The
# benchmark object that they get runs commands and knows whether all runs are to be small.
import os
import re

import real_programs
import wavefront

RANKS = 4
MELT = """# A Lennard-Jones crystal that fills 5/8 of its box and melts: the ranks at one end have less to do.
units lj
atom_style atomic
lattice fcc 0.8442
processors {ranks} 1 1
region box block 0 {length} 0 12 0 12
region filled block 0 {filled} 0 12 0 12
create_box 1 box
create_atoms 1 region filled
mass 1 1.0
velocity all create 1.44 4711 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify every 20 delay 0 check no
fix 1 all nve
thermo 50
run {steps}
"""


# Each function makes a trace of its run number `seed`, or returns None if the program is not
# installed.
def halo(bench, seed):
    return bench.example("halo_c", [5, 2] if bench.smoke else [100, 3], ranks=8)


def pipeline(bench, seed):
    return bench.example("pipeline", [5, 10] if bench.smoke else [100, 50], ranks=8)


def hpcc(bench, size):
    with open(os.path.join(real_programs.INPUTS, "hpcc", "hpccinf.txt"), encoding="utf-8") as file:
        text = file.read()
    bench.write("hpccinf.txt", re.sub(r"(?m)^\d+( +Ns)$", rf"{size}\1", text))
    return bench.packaged(["hpcc"])


def hpcc_small(bench, seed):
    return hpcc(bench, 100 if bench.smoke else 200)


def hpcc_large(bench, seed):
    return hpcc(bench, 100 if bench.smoke else 1000)


def lmp(bench, seed):
    length, filled, steps = (8, 5, 10) if bench.smoke else (32, 20, 400)
    bench.write("melt.in", MELT.format(length=length, filled=filled, steps=steps, ranks=RANKS))
    return bench.packaged(["lmp", "-in", "melt.in", "-log", "none"])


def waves(bench, seed):
    side, iterations, blocks = (4, 1, 2) if bench.smoke else (16, 4, 20)
    bench.write("wavefront.case", wavefront.case(side, iterations, blocks, seed))
    trace = bench.fresh("trace")
    bench.run([bench.tarry, "synth", "-q", "--from", "wavefront.case", "-o", trace])
    return trace


def heat(bench, seed):
    size, steps = (64, 3) if bench.smoke else (1024, 200)
    return bench.example("heat", ["--size", size, "--steps", steps, "--imbalance", 0.5],
                         OMP_NUM_THREADS="2", OMP_WAIT_POLICY="passive")


ALL = {
    "halo": (halo, "halo exchange in a chain, one slow rank (`examples/halo`), 8 ranks"),
    "pipeline": (pipeline, "items through all ranks, one delay (`examples/pipeline`), 8 ranks"),
    "hpcc": (hpcc_small, "HPC Challenge, N = 200, 4 ranks"),
    "hpcc-large": (hpcc_large, "HPC Challenge, N = 1000: most of it is its random access, 4 ranks"),
    "lmp": (lmp, "LAMMPS, a melt that fills part of its box, 4 ranks"),
    "wavefront": (waves, "generated sweeps over 16 x 16 ranks (`bench/wavefront.py`), 5 seeds"),
    "heat": (heat, "hybrid: 2-D heat equation (`examples/heat`), 4 ranks x 2 threads"),
}
