# SPDX-License-Identifier: BSD-3-Clause
import tarry_pattern


class WaitsForMaster(tarry_pattern.Pattern):
    """A worker waits for a message of rank 0"""

    name = "waits_for_master"
    title = "Waits for the master"
    parent = "mpi_latesender"

    def message(self, message, event):
        receive, send = message.receive, message.send
        if send.rank == 0 and send.enter > receive.enter:
            event.charge(receive, min(send.enter, receive.leave) - receive.enter)
