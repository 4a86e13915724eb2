# SPDX-License-Identifier: BSD-3-Clause
# Reads the samples of an experiment from their files (docs/formats/samples.md), and makes
# recordings that the program must not notice.
import os
import struct

from measured import TIMEOUT_S, check

HEADER = struct.Struct("<8sIIQQQQIIQQQQQQ")
RECORD = struct.Struct("<IHHI")  # time, common, counts, node and counts
NODE_BITS, COUNT_BITS = 24, 12
UPPER_TIME = (1 << NODE_BITS) - 1
PATHS_MAGIC = b"TARRYPTH"
NO_MODULE = 0xffff
TIME_UNIT_S = 16e-9
CALL, INSTRUCTION, PARTIAL, OWN = 2, 3, 4, 5


def unescape(text):
    return text.replace("\\t", "\t").replace("\\n", "\n").replace("\\\\", "\\")


def fields_of(path):
    with open(path, encoding="utf-8") as stream:
        return [[unescape(field) for field in line.rstrip("\n").split("\t")] for line in stream]


def numbers_of(content):
    """Reads numbers with seven bits in each byte, lowest first; the upper bit says that more
    follow."""
    number, shift = 0, 0
    for byte in content:
        number |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number, shift = 0, 0
    assert shift == 0


def nodes_of(content):
    """Returns (address, parent, module, kind) by number; the root has none of these."""
    assert content.startswith(PATHS_MAGIC)
    numbers = numbers_of(content[len(PATHS_MAGIC):])
    nodes, last = [None], {}
    for up, code, difference, _ in zip(numbers, numbers, numbers, numbers):
        module = (code >> 2) - 1 if code >= 4 else NO_MODULE
        signed = difference >> 1 if difference % 2 == 0 else -(difference + 1 >> 1)
        last[module] = (last.get(module, 0) + signed) % (1 << 64)
        nodes.append((last[module], len(nodes) - up, module, (code & 3) + CALL))
    return nodes


class Thread:
    def __init__(self, process, number, names):
        base = os.path.join(process.folder, f"thread-{number}")
        with open(base + ".samples", "rb") as stream:
            content = stream.read()
        (magic, version, thread, self.begin, _, self.end, self.period, _, begin_of_records, self.partial, self.no_room,
         self.no_nodes, self.handler_ns, self.lived_ns, packed_records) = HEADER.unpack_from(content)
        assert magic == b"TARRYSMP" and version == 3
        check(len(content) == HEADER.size + packed_records * RECORD.size and begin_of_records == HEADER.size,
              f"{base}.samples has room that is not used")
        self.samples = []  # (seconds, common, path)
        self.calls, self.synchronisations = [], []  # by sample
        with open(base + ".paths", "rb") as stream:
            nodes = nodes_of(stream.read())
        codes = {(process.modules.get(module, ""), address - (kind == CALL))
                 for address, _, module, kind in nodes[1:] if kind in (CALL, INSTRUCTION)}
        self.places = {(module, names.get((module, address), ["?"])[0]) for module, address in codes}
        upper = 0
        for offset in range(begin_of_records, len(content), RECORD.size):
            low, common, counts, node = RECORD.unpack_from(content, offset)
            counts |= node >> NODE_BITS << 16
            node &= (1 << NODE_BITS) - 1
            if node == UPPER_TIME:
                upper = low
                continue
            self.samples.append((((upper << 32) + low) * TIME_UNIT_S, common,
                                 self.path(nodes, node, process, names)))
            self.calls.append(counts & ((1 << COUNT_BITS) - 1))
            self.synchronisations.append(counts >> COUNT_BITS)

        # Time from the begin of the process to the begin of the thread, which precedes its first
        # sample.
        alive = self.end - self.begin - self.lived_ns if self.end else 0
        self.began = min(max(alive, 0) * 1e-9, self.samples[0][0]) if thread and self.samples else 0.0

    @staticmethod
    def path(nodes, node, process, names):
        path = []
        while node != 0:
            address, parent, module, kind = nodes[node]
            place = (process.modules.get(module), address - (kind == CALL))
            if kind == OWN:
                path = ["(tarry)"]
            else:
                path = (["?"] if kind == PARTIAL else names.get(place, ["?"])) + path
            node = parent
        return path

    def seconds_below(self, function):
        """Each sample stands for the time since the previous one."""
        total, last = 0.0, self.began
        for time, _, path in self.samples:
            if any(function in name for name in path):
                total += time - last
            last = time
        return total


class Process:
    def __init__(self, folder, names):
        self.folder, self.modules, self.notes = folder, {}, []
        for kind, *fields in fields_of(os.path.join(folder, "process.tsv")):
            if kind == "process":
                self.has_rank, self.rank, self.size = (int(field) for field in fields[:3])
            if kind == "module":
                self.modules[int(fields[0])] = fields[4]
            if kind == "note":
                self.notes.append(fields[0])
        numbers = sorted(int(name[7:-8]) for name in os.listdir(folder)
                         if name.startswith("thread-") and name.endswith(".samples"))
        self.threads = [Thread(self, number, names) for number in numbers]


def read_samples(experiment):
    """All processes of an experiment, by rank."""
    folder = os.path.join(experiment, "samples")
    names, module = {}, ""
    for kind, *fields in fields_of(os.path.join(folder, "names.tsv")):
        if kind == "object":
            module = fields[0]
        if kind == "place":
            names[module, int(fields[0], 16)] = fields[1::3]
    processes = [Process(os.path.join(folder, name), names) for name in sorted(os.listdir(folder))
                 if name != "names.tsv"]
    return sorted(processes, key=lambda process: process.rank)


def record_unnoticed(test, name, command, longer=None, options=(), seconds=0):
    """Checks that output and status are the same as without samples, at one sample per
    millisecond. `longer` is a command that is recorded in place of this one and runs for these
    seconds; `options` select what else is recorded."""
    bare = test.run(command)
    outcome = test.run([test.tarry, "record", "-o", test.path(name), "--sample=1ms", *options, *(longer or command)],
                       timeout=TIMEOUT_S + seconds)
    check((outcome.status, outcome.stdout) == (bare.status, bare.stdout),
          f"{name}: {outcome.status} {outcome.stdout} instead of {bare.status} {bare.stdout}\n"
          f"{outcome.stderr}")
    return outcome
