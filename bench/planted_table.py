# SPDX-License-Identifier: BSD-3-Clause
# The output of bench/planted: the table of planted delays, whether the targets are met, and the
# document around it.
CLOSE_PERCENT = 5.0     # largest error, unless the true gain is within the stated range
WRONG_PERCENT = 20.0
CLOSE_SHARE = 0.95      # part of the delays

INTRODUCTION = """# Planted delays{title}: what the first finding says, and what is true

```
bench/planted --markdown --runs {runs}{options}
```

This command plants delays in programs that `bench/planted_delays.py` lists: small ones (`bench/planted_programs/`),
the examples and, through a preloaded library, Debian's `hpcc` and `lmp`. It records each run, takes the first finding
of the report, runs the program again without the delay, and compares. This page is its output; the line below the
table sums it up.{sampled}

- **planted**: the slow function, its ranks, and the delay in microseconds, in the notation of `planted.h`.
- **first**: the first finding of every run names that function; with several callers, it names the slow one. A
  *hidden* delay costs nothing because other ranks take as long: *yes* means that the first finding does not blame it,
  unless together with the ranks that hide it.
- **ranks**: the finding names exactly the planted ranks. *any* means that the delay lies in tasks, which no rank owns.
- **order**: if there are two delays, the one that costs more comes first and the other one second.
- **true gain**: run time with the delay minus run time without, both recorded, from the end of `MPI_Init` to the
  begin of `MPI_Finalize`, the shortest of {runs} and {without} runs. With two delays, only the first one is removed,
  or both if each of them hides the other.
- **error**: the error of the predicted gain, in percent of the true gain, or of 1 % of the run time if that is more.
- **close**: the error is at most {close:.0f} %, or the true gain lies in the stated range.

The runs used {mpi} on {cores} cores. The small programs sleep instead of working, so two cores are enough for eight
ranks; `hpcc` and `lmp` compute.
"""

SAMPLED = """

Here the programs are built without function hooks, and samples are taken beside the trace
([how-to/name-functions-by-samples.md](how-to/name-functions-by-samples.md)). The examples are left out because they are
built with hooks{only}."""


def yes(value):
    return "–" if value is None else "yes" if value else "**no**"


def listed_ranks(ranks):
    return "any" if ranks is None else ",".join(map(str, ranks)) or "–"


def document(mpi, runs, without, cores, samples, only):
    """Prints the part of a document in front of the table."""
    name = {"openmpi": "Open MPI", "mpich": "MPICH"}[mpi]
    options = (" --samples" if samples else "") + (f" --only '{only}'" if only else "")
    selected = f", and so are programs that `{only}` does not select" if only else ""
    print(INTRODUCTION.format(mpi=name, runs=runs, without=without, cores=cores, close=CLOSE_PERCENT,
                              title=" by samples" if samples else "", options=options,
                              sampled=SAMPLED.format(only=selected) if samples else ""))


def head():
    print("| kind | delay | run | planted | first | ranks | order | predicted gain, s (range) "
          "| true gain, s | of, s | error, % | close |")
    print("|---" * 12 + "|")


def line(row):
    start = f"| {row['kind']} | {row['name']} | "
    if "failed" in row:
        return f"{start}`{row['program']}` | failed: {row['failed'].splitlines()[0]} |" + " |" * 8
    first = yes(row["first"]) + ("" if row["first"] else f": {row['found']}")
    ranks = yes(row["ranks_exact"]) + ("" if row["ranks_exact"] else f": {listed_ranks(row['found_ranks'])}")
    command = " ".join(filter(None, [row["program"], row["arguments"]]))
    place = row["planted"].split(":")[0]
    planted = f"`{row['planted']}`" + ("" if row["place"] == place else f" in `{row['place']}`")
    error = "–" if row["error_percent"] is None else f"{row['error_percent']:+.1f}"
    return (f"{start}{row['mpi_ranks']}, `{command}` | {planted} | {first} "
            f"| {ranks} | {yes(row['ordered'])} | {row['gain_s']:.3f} ({row['low_s']:.3f}, {row['high_s']:.3f}) "
            f"| {row['true_s']:.3f} | {row['run_s']:.3f} | {error} | {yes(row['close'])} |")


def summary(rows):
    """Returns the closing line, and whether the targets are met."""
    effective = [row for row in rows if not row["hidden"]]
    hidden = [row for row in rows if row["hidden"]]
    pairs = [row for row in rows if row["ordered"] is not None]
    first = sum(row["first"] for row in effective)
    exact = sum(row["ranks_exact"] for row in effective)
    close = sum(row["close"] for row in effective)
    far = sum(abs(row["error_percent"]) > WRONG_PERCENT for row in effective)
    behind = sum(row["first"] for row in hidden)
    ordered = sum(row["ordered"] for row in pairs)
    met = first == len(effective) and behind == len(hidden) and close >= CLOSE_SHARE * len(effective) and far == 0
    return (f"{len(rows)} delays: place first in {first} of {len(effective)}, ranks exact in {exact}, "
            f"gain within {CLOSE_PERCENT:.0f} % or its range in {close} (wanted: {CLOSE_SHARE:.0%}), "
            f"above {WRONG_PERCENT:.0f} % in {far} (wanted: 0), hidden not blamed in {behind} of {len(hidden)}, "
            f"two in order in {ordered} of {len(pairs)}. Targets {'met' if met else 'missed'}."), met
