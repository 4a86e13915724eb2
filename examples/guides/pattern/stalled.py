# SPDX-License-Identifier: BSD-3-Clause
import tarry_pattern


class Stalled(tarry_pattern.Pattern):
    """Functions called by solve wait for memory"""

    name = "stalled"
    title = "Stalled functions"
    parent = "comp"
    counters = ["PAPI_TOT_INS", "PAPI_TOT_CYC"]

    def visit(self, visit, event):
        if event.path(visit.call)[-2:-1] != ["solve"]:  # such as main, solve, relax
            return
        instructions = event.counter(visit.call, "PAPI_TOT_INS")
        cycles = event.counter(visit.call, "PAPI_TOT_CYC")
        if instructions is not None and cycles is not None and 2 * instructions < cycles:
            event.charge(visit.call, visit.call.own)
