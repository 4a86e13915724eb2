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
    """Returns {(metric, call path as names, (rank, thread)): value} and the report."""
    report = test.report(file)
    places = {number: (at["rank"], at["thread"]) for number, at in report.locations.items()}
    names = {number: tuple(report.names(number)) for number in report.callpaths}
    cells = {}
    for cell in report.cells:
        key = (cell["metric"], names[cell["callpath"]], places[cell["location"]])
        cells[key] = cells.get(key, 0) + cell["value"]
    return cells, report


def visits_of(report, region):
    """Returns values of a region itself, without the functions called from there."""
    return sum(cell["value"] for cell in report.cells
               if cell["metric"] == "visits" and report.names(cell["callpath"])[-1] == region)


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
    wrong = []
    # Only the sender knows the size of a message that a freed receive gets.
    keys = {key for key in {**analysed, **summed}
            if key[0] in summary.metrics and key[1][-1] != "MPI_Request_free"}
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
        raise Failure(f"{len(wrong)} of {len(keys)} values are wrong:\n" + "\n".join(wrong[:20]))
    return len(keys)
