# SPDX-License-Identifier: BSD-3-Clause
# Two hosts made of namespaces of this machine: each has its own name and network, with a wire between
# them. A folder that the first one has is empty on the second, as if no file system were shared, and each
# has temporary files of its own.
# What the launchers of MPI need stands in a script that starts commands on a host, as ssh does.
import os
import shlex
import shutil
import subprocess
import tempfile

NAMES = ("tarry-a", "tarry-b")
ADDRESSES = ("10.77.0.1", "10.77.0.2")


def why_not():
    """Returns what is missing here to make hosts; empty if they can be made."""
    if os.geteuid() != 0:
        return "only root can make network namespaces"
    for program in ("unshare", "nsenter", "ip", "mount"):
        if shutil.which(program) is None:
            return f"there is no program {program}"
    wire = ["ip", "link", "add", "wire", "type", "veth", "peer", "name", "other"]
    tried = subprocess.run(["unshare", "--net", "--uts", "--mount", *wire], stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return "" if tried.returncode == 0 else f"no network of namespaces: {tried.stdout.strip()}"


class Hosts:
    """Both hosts, until the end of a with statement. They have the same files but for the folder
    `apart`, which is empty on the second."""

    def __init__(self, test, apart):
        self.test, self.apart = test, apart
        self.holders = []  # a process that keeps the namespaces of each host
        self.variables = {}  # what start() gives to the environment, on both hosts
        self.shell = test.path("remote_shell")
        self.temporary = None

    def __enter__(self):
        os.makedirs(self.apart)
        # In a short path, because sockets of Open MPI are in it.
        self.temporary = tempfile.mkdtemp(prefix="hosts-")
        self.variables["TMPDIR"] = self.temporary
        names = self.test.path("hosts")
        with open(names, "w", encoding="utf-8") as file:
            file.write("127.0.0.1 localhost\n")
            for name, address in zip(NAMES, ADDRESSES):
                file.write(f"{address} {name}\n")
        try:
            for name in NAMES:
                hidden = [self.temporary, *([self.apart] if name == NAMES[1] else [])]
                hide = "".join(f"mount -t tmpfs tmpfs {shlex.quote(each)} && " for each in hidden)
                self.holders.append(subprocess.Popen(
                    ["unshare", "--net", "--uts", "--mount", "sh", "-c",
                     f"hostname {name} && mount --bind {shlex.quote(names)} /etc/hosts && {hide}"
                     "ip link set lo up && echo ready && exec cat"],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
                if self.holders[-1].stdout.readline() != "ready\n":
                    raise RuntimeError(f"host {name} cannot be made")
            self.connect()
        except BaseException:
            self.__exit__()
            raise
        return self

    def connect(self):
        first, second = (str(each.pid) for each in self.holders)
        wire = ["ip", "link", "add", "wire", "netns", first, "type", "veth", "peer", "name", "wire",
                "netns", second]
        subprocess.run(wire, check=True)
        for name, address in zip(NAMES, ADDRESSES):
            for command in (["ip", "address", "add", f"{address}/24", "dev", "wire"],
                            ["ip", "link", "set", "wire", "up"]):
                subprocess.run([*self.inside(name), *command], check=True)

    def __exit__(self, *ignored):
        for each in self.holders:
            each.stdin.close()
            each.stdout.close()
            each.wait()
        shutil.rmtree(self.temporary, ignore_errors=True)

    def inside(self, name):
        """Returns what stands in front of a command so that it runs on the host."""
        pid = self.holders[NAMES.index(name)].pid
        return ["nsenter", "-t", str(pid), "-n", "-u", "-m"]

    def write_shell(self):
        """Writes the script that takes the place of ssh: script [options] HOST COMMAND..."""
        lines = ["#!/bin/sh", 'while [ "${1#-}" != "$1" ]; do shift; done', 'host=$1', "shift",
                 'case "$host" in']
        lines += [f"  {name}) enter={shlex.quote(shlex.join(self.inside(name)))} ;;" for name in NAMES]
        lines += ['  *) echo "no host $host" >&2; exit 1 ;;', "esac"]
        lines += [f"export {name}={shlex.quote(value)}" for name, value in self.variables.items()]
        lines += ['exec $enter sh -c "$*"', ""]
        with open(self.shell, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        os.chmod(self.shell, 0o755)

    def launcher(self, mpi, each):
        """Returns the start of a command line that runs `each` ranks on each host."""
        if mpi == "openmpi":
            return ["mpirun.openmpi", "--mca", "plm_rsh_agent", self.shell, "--host",
                    ",".join(f"{name}:{each}" for name in NAMES), "-n", str(2 * each)]
        return ["mpirun.mpich", "-launcher", "ssh", "-launcher-exec", self.shell, "-hosts", ",".join(NAMES),
                "-ppn", str(each), "-n", str(2 * each)]

    def run(self, command):
        """Runs a command on the first host."""
        self.write_shell()
        return self.test.run([*self.inside(NAMES[0]), *command], self.variables)

    def left(self):
        """Returns the folders with recordings that are still among the hosts' temporary files."""
        found = []
        for name in NAMES:
            listed = self.test.run([*self.inside(name), "ls", self.temporary])
            found += [f"{name}:{each}" for each in listed.stdout.split() if each.startswith("tarry-")]
        return found
