# SPDX-License-Identifier: BSD-3-Clause
# Late Sender in Python: the same as late_sender.pattern and late_sender.cpp.
#
#   tarry analyze --skip mpi_latesender --pattern late_sender.py run1
import tarry_pattern


class LateSender(tarry_pattern.Pattern):
    """A receiver waits because the message is sent later than it is expected"""

    name = "late_sender"
    title = "Late Sender (Python)"
    parent = "mpi_point2point"
    # A call that completes several operations has one wait state. If that is another one, it is not this one.
    unless = ["mpi_latereceiver", "mpi_collective", "mpi_synchronization"]

    def message(self, message, event):
        call = message.receive
        if call.may_wait and call.metric == "mpi_point2point" and message.send.enter > call.enter:
            event.charge(call, min(message.send.enter, call.leave) - call.enter)
