# SPDX-License-Identifier: BSD-3-Clause
# The data of a report that the comparison of the two cost models needs: sums, and costs by cell,
# which is a call path at a location.
import json

SUFFIXES = {"proportional": "", "waits first": "__waitfirst"}  # metric suffix of each model
HALF, MOST = 0.5, 0.8


class Costs:
    """The delay costs of one model in one report."""

    def __init__(self, totals, parents, cells, suffix):
        leaves = [metric for metric in totals
                  if parents[metric] and parents[metric].endswith(f"_aggregate{suffix}")
                  and metric.endswith("__waitfirst") == bool(suffix)]
        long_term = [metric for metric in leaves if metric.endswith(f"_longterm{suffix}")]
        self.total = totals["delay" + suffix]
        self.unattributed = totals["delay_unattributed" + suffix]
        self.long_term = sum(totals[metric] for metric in long_term)
        self.short_term = sum(totals[metric] for metric in leaves) - self.long_term
        self.idle = totals["delay_ompidle_aggregate" + suffix]
        self.indirect = totals["mpi_wait_indirect_latesender" + suffix]
        self.propagating = totals["mpi_wait_propagating_ls" + suffix]
        self.cells = cells

    @property
    def all(self):
        return self.total + self.unattributed

    @property
    def long_share(self):
        return self.long_term / self.total if self.total else 0.0

    @property
    def top(self):
        return max(self.cells, key=self.cells.get)

    @property
    def top_share(self):
        return self.cells[self.top] / self.total

    def share_of(self, cells):
        return sum(self.cells.get(cell, 0.0) for cell in cells) / self.total

    def cells_with(self, share):
        """Returns the number of the largest cells that have this share of all costs."""
        running = 0.0
        for count, value in enumerate(largest_first(self.cells), 1):
            running += value
            if running >= share * self.total:
                return count
        return len(self.cells)


def largest_first(cells):
    return sorted(cells.values(), reverse=True)


class Report:
    """One trace as analyzed by both models, or by one."""

    def __init__(self, text):
        content = json.loads(text)
        self.warnings = content["experiment"]["warnings"]
        self.paths = {}
        for path in content["callpaths"]:
            above = self.paths.get(path["parent"], ())
            self.paths[path["id"]] = (*above, path["region"])
        self.places = {each["id"]: (each["rank"], each["thread"]) for each in content["locations"]}
        totals = {metric["id"]: metric["total"] for metric in content["metrics"]}
        parents = {metric["id"]: metric["parent"] for metric in content["metrics"]}
        self.time = totals.get("time", 0.0)
        self.numbers = {}  # every cell of every metric
        for cell in content["severity"]:
            self.numbers[cell["metric"], cell["callpath"], cell["location"]] = cell["value"]
        self.models = {}
        for model, suffix in SUFFIXES.items():
            if "delay" + suffix in totals:
                self.models[model] = Costs(totals, parents, self.costs_by_cell(suffix), suffix)

    def costs_by_cell(self, suffix):
        cells = {}
        for (metric, path, location), value in self.numbers.items():
            if metric == "delay" + suffix and value > 0:
                where = self.paths[path], self.places[location]
                cells[where] = cells.get(where, 0.0) + value
        return cells

    @property
    def cells(self):
        """Returns the cells that have costs in either model."""
        return set().union(*(costs.cells for costs in self.models.values()))


def mean_cells(reports, model):
    """Costs by cell, averaged over the reports."""
    sums = {}
    for report in reports:
        for where, value in report.models[model].cells.items():
            sums[where] = sums.get(where, 0.0) + value / len(reports)
    return sums
