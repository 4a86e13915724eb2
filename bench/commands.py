# SPDX-License-Identifier: BSD-3-Clause
# What the scripts of this folder share: how they end with a message, find the tool, and run commands
# whose output they need.
import os
import shlex
import subprocess
import sys

NOTHING_RECORDED = 3  # status of `tarry record`; benchmarks measure programs without anything to record, too
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def fail(message, status=1):
    """Ends the script with a message."""
    print(f"bench/{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(status)


def tarry_of(build):
    """Returns the command that was built in a folder; ends the script if there is none."""
    tarry = os.path.join(os.path.abspath(build), "bin", "tarry")
    if not os.path.exists(tarry):
        fail(f"no {tarry}; build first: scripts/build --all")
    return tarry


def mpi_environment(**more):
    """Returns the environment in which MPI programs run as root and with more ranks than there are
    cores, and further variables."""
    return dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                OMPI_MCA_rmaps_base_oversubscribe="1", **more)


def finished(command, accepted=(0,), what=None, **settings):
    """Returns the process of a command after its end, with its output as text. Ends the script if the
    status is not accepted, or after `timeout` seconds; `what` describes the command in messages."""
    what = what or shlex.join(command)
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
                              check=False, **settings)
    except subprocess.TimeoutExpired as late:
        fail(f"no end after {late.timeout} s: {what}")
    if done.returncode not in accepted:
        fail(f"status {done.returncode}: {what}\n{done.stdout}{done.stderr}")
    return done


def run(command, **settings):
    """Returns the standard output of a command that must succeed; `settings` are those of finished()."""
    return finished(command, **settings).stdout
