# SPDX-License-Identifier: BSD-3-Clause
# Compares the summary of a run with the analysis of its trace, without samples: the same call
# paths, visits, messages, bytes and counters, and times as close as the clock and the correction of
# clocks allow.
import os

from measured import Failure, check

RESOLUTION_S = 1e-8
# Part of a time: the trace corrects each time stamp, the summary corrects the sums.
CORRECTION = 1e-6


def cells_of(test, file):
    """Returns {(metric, call path as names, (rank, thread)): value} and the report. Calls at several
    places have one path here."""
    report = test.report(file)
    places = {number: (at["rank"], at["thread"]) for number, at in report.locations.items()}
    names = {number: tuple(report.names(number)) for number in report.callpaths}
    combine = {None: lambda a, b: a + b, "least": min, "most": max}
    cells = {}
    for cell in report.cells:
        key = (cell["metric"], names[cell["callpath"]], places[cell["location"]])
        how = combine[report.metrics[cell["metric"]].get("combined")]
        cells[key] = how(cells[key], cell["value"]) if key in cells else cell["value"]
    return cells, report


def visits_of(report, region):
    """Returns values of a region itself, without the functions called from there."""
    return sum(cell["value"] for cell in report.cells
               if cell["metric"] == "visits" and report.names(cell["callpath"])[-1] == region)


def compare_extremes(analysed, summed):
    """Compares the shortest and the longest visit of each call path, which an analysis does not
    have, with the number of its visits and the time of all. A visit of a function known from call
    stacks is longer than the time in it, and the time of a construct of OpenMP includes that of
    idle threads. Returns how many call paths were compared, and what is wrong."""
    whole = {}
    for (metric, path, place), value in analysed.items():
        if metric == "time":
            for length in range(1, len(path) + 1):
                whole[path[:length], place] = whole.get((path[:length], place), 0) + value
    wrong = []
    paths = {key[1:] for key in summed if key[0] in ("min_time", "max_time")}
    for path, place in paths:
        shortest, longest = (summed.get((name, path, place), 0) for name in ("min_time", "max_time"))
        visits = analysed.get(("visits", path, place), 0)
        time = whole.get((path, place), 0)
        allowed = RESOLUTION_S * max(1, visits) + CORRECTION * time
        fits = 0 <= shortest <= longest
        # Calls that tested in vain and share a record are no single visits.
        if path[-1].startswith("MPI_") and not analysed.get(("joined_visits", path, place)):
            fits = fits and shortest * visits <= time + allowed and time <= longest * visits + allowed
            if visits == 1:
                fits = fits and abs(shortest - longest) <= allowed
            if visits == 2:
                fits = fits and abs(shortest + longest - time) <= allowed
        if not fits:
            wrong.append(f"{'/'.join(path)} on {place}: visits of {shortest} to {longest}, {visits} take {time}")
    return len(paths), wrong


def compare(test, experiment, counters=(), rough=(), one_sided=None):
    """Checks every metric that a summary has and returns how many values were compared.
    `counters` are those that were read. `rough` names metrics that need not agree, and where
    they do not, times that contain them. `one_sided` is {(caller, call): {metric: amount}} of
    messages that are not in the trace because the other end was not recorded, on each location."""
    events = os.path.join(experiment, "events.cubex")
    outcome = test.run([test.tarry, "analyze", "--no-samples", "-o", events, experiment])
    check(outcome.status == 0, f"analyze ended with {outcome.status}\n{outcome.stderr}")
    analysed, analysis = cells_of(test, events)
    summed, summary = cells_of(test, os.path.join(experiment, "summary.cubex"))
    own = [warning for warning in summary.experiment["warnings"]
           if warning not in analysis.experiment["warnings"]]
    check(not own, f"warnings {own}")
    for name in counters:
        said = [{key: report.metrics[name][key] for key in ("name", "unit")}
                for report in (analysis, summary)]
        check(said[0] == said[1], f"{name} is {said[0]} and {said[1]}")
    extremes, wrong = compare_extremes(analysed, summed)
    check(extremes > 0, "no shortest and longest visits")
    # Only the sender knows the size of a message that a freed receive gets.
    keys = {key for key in {**analysed, **summed}
            if key[0] in summary.metrics and "combined" not in summary.metrics[key[0]]
            and key[1][-1] != "MPI_Request_free"}
    for key in keys:
        metric, path, place = key
        expected, found = analysed.get(key, 0), summed.get(key, 0)
        expected += (one_sided or {}).get(path[-2:], {}).get(metric, 0)
        allowed = 0
        if any(analysed.get((each, path, place)) != summed.get((each, path, place)) for each in rough):
            continue
        if summary.metrics[metric]["unit"] == "sec" and metric not in counters:
            visits = max(1, analysed.get(("visits", path, place), 0))
            allowed = RESOLUTION_S * visits + CORRECTION * abs(expected)
        if abs(expected - found) > allowed:
            wrong.append(f"{metric} at {'/'.join(path)} on {place}: {found} instead of {expected}")
    if wrong:
        raise Failure(f"{len(wrong)} of {len(keys) + extremes} values are wrong:\n" + "\n".join(wrong[:20]))
    return len(keys) + extremes
