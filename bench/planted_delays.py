# SPDX-License-Identifier: BSD-3-Clause
# The delays that bench/planted plants: for each a program, its arguments, and where it is slow. A
# delay of the programs in planted_programs/ is an argument, described in planted.h; `place` is the
# end of the call path that a finding must name, or a part that contains it.
import collections

# `instead` replaces the arguments of the case, for programs that know no delay=...
Delay = collections.namedtuple("Delay", "text place ranks instead threads", defaults=(None, None))
# `hidden` marks a delay that costs nothing because others take as long. `joint` means the gain of
# all delays together. `threads` is the number of OpenMP threads of a rank.
Case = collections.namedtuple("Case", "kind name program ranks arguments delays hidden joint threads")

CASES = []


def numbers(text, ranks):
    """Returns the ranks in a delay's text."""
    if text in ("all", "wander"):
        return list(range(ranks))
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def case(kind, name, program, ranks, arguments, *delays, hidden=False, joint=False, threads=1, place=None):
    """Adds a case; `place` is given if the call path is not named after the delay's place."""
    made = [each if isinstance(each, Delay) else
            Delay(each, place or each.split(":")[0], numbers(each.split(":")[1], ranks)) for each in delays]
    CASES.append(Case(kind, name, program, ranks, arguments.split(), made, hidden, joint, threads))


def all_ranks_meet():
    def bulk(kind, name, arguments, *delays, **more):
        case(kind, name, "bulk_synchronous", 8, arguments, *delays, **more)

    bulk("one rank", "allreduce", "", "compute:2:30000")
    bulk("one rank", "barrier", "barrier", "compute:5:30000")
    bulk("one rank", "allgather", "allgather", "update:0:30000")
    bulk("one rank", "two phases", "twice", "update:7:30000")
    bulk("one rank", "small", "steps=30", "compute:3:10000")
    bulk("once", "allreduce", "", "compute:2:400000:10")
    bulk("once", "barrier", "barrier", "update:6:400000:1")
    bulk("once", "last step", "", "compute:1:400000:19")
    bulk("wandering", "allreduce", "", "compute:wander:30000")
    bulk("wandering", "barrier", "barrier", "update:wander:30000")
    bulk("half of the ranks", "allreduce", "", "compute:4-7:30000")
    bulk("half of the ranks", "barrier", "barrier", "update:0-3:30000")
    bulk("half of the ranks", "every other", "twice", "compute:0,2,4,6:30000")
    bulk("half of the ranks", "two of eight", "", "compute:1,6:30000")
    bulk("half of the ranks", "five of eight", "", "compute:0-4:30000")
    bulk("half of the ranks", "two, unequal", "barrier", Delay("compute:1:40000 compute:4:20000", "compute", [1, 4]))
    bulk("late", "last quarter", "", "compute:3:100000:15-19")
    bulk("late", "half of the ranks", "barrier", "compute:4-7:100000:15-19")
    bulk("late", "first quarter", "", "compute:3:100000:0-4")
    bulk("late", "every fourth step", "", "compute:3:100000:0-19/4")
    bulk("trend", "one rank", "", "compute:2:3200:grow")
    bulk("trend", "half of the ranks", "barrier", "update:4-7:3200:grow")
    bulk("hidden", "behind another rank", "delay=compute:0:40000", "update:3:20000", hidden=True)
    bulk("hidden", "behind another rank, once", "delay=compute:0:40000", "compute:3:15000:10", hidden=True)
    bulk("hidden", "behind the other function", "delay=update:0-6:30000", "compute:7:20000", hidden=True)
    bulk("two at a time", "serial, unequal", "twice", "compute:1:30000", "update:4:16000")
    bulk("two at a time", "serial, equal ranks", "twice", "compute:2:24000", "update:2:12000")
    bulk("two at a time", "alternating steps", "", "compute:1:60000:0-19/2", "update:5:36000:1-19/2")
    bulk("two at a time", "parallel, unequal", "", "compute:1:40000", "update:4:16000")
    bulk("two at a time", "parallel, equal", "", "compute:1:30000", "update:4:30000", joint=True)


def two_callers():
    def callers(kind, name, arguments, delay):
        case(kind, name, "two_callers", 6, arguments, delay, place=delay.split(":")[0] + "/solve")

    callers("two callers", "one rank", "", "correct:2:30000")
    callers("two callers", "one rank, both meet", "twice", "predict:4:30000")
    callers("two callers", "half of the ranks", "twice", "correct:3-5:30000")
    callers("two callers", "wandering", "twice", "correct:wander:30000")
    case("hidden", "other caller", "two_callers", 6, "delay=predict:1:40000", "correct:4:20000", hidden=True,
         place="correct/solve")
    callers("two callers", "late", "", "predict:1:100000:15-19")


def with_a_root():
    def rooted(kind, name, arguments, *delays, **more):
        case(kind, name, "rooted", 6, arguments, *delays, **more)

    rooted("late broadcast", "broadcast", "", "prepare:0:30000")
    rooted("late broadcast", "scatter", "scatter reduce", "prepare:0:30000")
    rooted("late broadcast", "once", "", "prepare:0:400000:5")
    rooted("hidden", "behind another rank's gather", "delay=compute:2:40000", "compute:4:16000", hidden=True)
    rooted("two at a time", "root and another rank", "", "compute:3:36000", "prepare:0:16000")
    rooted("one rank", "before a gather", "", "compute:3:30000")
    rooted("one rank", "before a reduction", "reduce", "compute:5:30000")
    rooted("one rank", "behind a gather", "", "evaluate:0:30000")
    rooted("half of the ranks", "before a reduction", "reduce", "compute:3-5:30000")


def neighbours():
    def ring(kind, name, arguments, *delays, **more):
        case(kind, name, "stencil_rendezvous", 6, arguments, *delays, **more)

    ring("one rank", "ring", "", "border:2:30000")
    ring("one rank", "ring, sendrecv", "sendrecv", "interior:2:30000")
    ring("once", "ring", "", "border:4:400000:5")
    ring("half of the ranks", "ring", "", "border:0,2,4:30000")
    ring("wandering", "ring", "", "border:wander:60000")
    ring("hidden", "ring", "delay=border:0:40000", "interior:3:16000", hidden=True)
    large = "bytes=262144"
    ring("large messages", "one rank, before the exchange", large, "border:2:30000")
    ring("large messages", "one rank, behind the exchange", large, "interior:2:30000")
    ring("large messages", "half of the ranks", large, "interior:0-2:30000")
    ring("large messages", "every other rank", large, "interior:0,2,4:30000")
    ring("large messages", "half of the ranks, before", large, "border:3-5:30000")
    ring("large messages", "wandering", large, "interior:wander:60000")
    ring("large messages", "once", large, "interior:1:400000:10")
    ring("large messages", "sendrecv, half", large + " sendrecv", "interior:0-2:30000")


def chains():
    def wave(kind, name, arguments, *delays):
        case(kind, name, "wavefront", 8, arguments, *delays)

    wave("wavefront", "one rank", "", "compute_block:3:24000")
    wave("wavefront", "corner", "meet", "compute_block:0:24000")
    wave("wavefront", "half of the ranks", "", "compute_block:4-7:16000")
    wave("wavefront", "once", "meet", "compute_block:5:100000:2")

    def stages(kind, name, arguments, *delays, **more):
        case(kind, name, "stages", 6, arguments, *delays, **more)

    stages("pipeline", "first stage", "", "process_item:0:30000")
    stages("pipeline", "middle stage", "", "process_item:3:30000")
    stages("pipeline", "last stage", "", "process_item:5:30000")
    stages("pipeline", "one item", "", "process_item:2:400000:5")
    stages("pipeline", "late", "", "process_item:3:100000:15-19")
    stages("back-pressure", "middle stage", "synchronous", "process_item:3:30000")
    stages("back-pressure", "middle stage, reduction", "synchronous reduce", "process_item:3:30000")
    stages("back-pressure", "last stage, reduction", "synchronous reduce", "process_item:5:30000")
    stages("back-pressure", "large items, reduction", "bytes=262144 reduce", "process_item:2:30000")
    stages("back-pressure", "reduction alone", "reduce", "process_item:3:30000")
    stages("back-pressure", "two stages, unequal", "synchronous",
           Delay("process_item:4:50000 process_item:1:24000", "process_item", [1, 4]))
    stages("hidden", "behind a slower stage", "synchronous delay=process_item:3:30000", "process_item:1:12000",
           hidden=True)


def overlapped():
    def collective(kind, name, arguments, *delays):
        case(kind, name, "overlap_collective", 6, arguments, *delays)

    collective("non-blocking collectives", "one rank, before", "", "prepare:2:30000")
    collective("non-blocking collectives", "one rank, behind", "", "overlapped:2:30000")
    collective("non-blocking collectives", "half of the ranks", "", "overlapped:3-5:30000")
    collective("non-blocking collectives", "barrier", "ibarrier", "prepare:4:30000")
    collective("non-blocking collectives", "broadcast, late root", "ibcast", "prepare:0:30000")
    collective("non-blocking collectives", "all to all", "ialltoall", "prepare:1:30000")


def queues_and_polling():
    case("work queue", "slow worker", "task_queue", 5, "", "run_task:3:90000")
    case("work queue", "slow master", "task_queue", 5, "", "prepare_task:0:6000")
    case("work queue", "slow last task", "task_queue", 5, "", Delay("run_task:all:400000:119", "run_task", None))
    case("work queue", "slow tasks", "task_queue", 5, "", Delay("run_task:all:150000:100-107", "run_task", None))
    case("polling", "MPI_Test", "polling", 4, "", "compute:2:30000")
    case("polling", "MPI_Test, once", "polling", 4, "", "compute:1:400000:10")
    case("polling", "MPI_Iprobe", "polling", 4, "iprobe", "compute:2:30000")
    case("one-sided", "fence", "one_sided", 4, "", "compute:2:30000")
    case("one-sided", "fence, half of the ranks", "one_sided", 4, "", "compute:0,1:30000")
    case("one-sided", "post and start", "one_sided", 4, "pscw", "compute:2:30000")
    case("one-sided", "lock", "one_sided", 4, "lock", "hold:2:30000")


def threads():
    case("threads", "one thread", "teams", 1, "", "relax_part:0:30000:*:2", threads=4)
    case("threads", "one thread of one rank", "teams", 2, "", "relax_part:1:30000:*:1", threads=3)
    case("threads", "serial part", "teams", 2, "", "keep_books:1:30000", threads=2)
    case("threads", "all threads of one rank", "teams", 2, "", "relax_part:1:30000", threads=2)
    case("threads", "critical section", "teams", 1, "critical", "add_up:0:16000:*:1", threads=4)
    case("hidden", "other rank's threads", "teams", 2, "delay=relax_part:0:30000", "keep_books:1:12000", hidden=True,
         threads=2)
    case("threads", "mutex", "mutex", 0, "", "hold_mutex:0:30000:*:2")


def of_the_examples():
    for binding in ("c", "f08", "mpif"):
        case("Fortran" if binding != "c" else "one rank", f"halo_{binding}", f"halo_{binding}", 4, "100 0",
             Delay("compute:2:10000", "compute", [2], "100 10".split()))
    case("one rank", "heat", "heat", 4, "--size 64 --steps 40",
         Delay("relax_hot_rows:3:15000", "relax_hot_rows", [3], "--size 64 --steps 40 --hot-ms 15".split()))
    case("work queue", "master_worker", "master_worker", 4, "300 2",
         Delay("run_slow_task:2-3:400000", "run_slow_task", None, "300 400".split()))
    case("pipeline", "delay_item", "pipeline", 4, "100 0",
         Delay("delay_item:0:400000", "delay_item", [0], "100 400".split()))


def of_debian():
    """Plants the delay through a preloaded library: see planted_programs/preloaded.c."""
    case("hpcc", "matrix products of one rank", "hpcc", 4, "", "cblas_dgemm:1:20000")
    case("hpcc", "triangular solves of one rank", "hpcc", 4, "", "cblas_dtrsm:2:20000")
    pair, integrate = "LAMMPS_NS::PairLJCut::compute", "LAMMPS_NS::FixNVE::final_integrate"
    case("lmp", "forces of one rank", "lmp", 4, "", "pair_compute:2:10000", place=pair)
    case("lmp", "forces of half of the ranks", "lmp", 4, "", "pair_compute:0-1:10000", place=pair)
    case("lmp", "integration, once", "lmp", 4, "", "final_integrate:1:600000:50", place=integrate)
    case("lmp", "neighbour lists", "lmp", 4, "", "neighbor_build:3:80000", place="LAMMPS_NS::Neighbor::build")


for add in (all_ranks_meet, two_callers, with_a_root, neighbours, chains, overlapped, queues_and_polling, threads,
            of_the_examples, of_debian):
    add()
