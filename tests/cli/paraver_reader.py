# SPDX-License-Identifier: BSD-3-Clause
"""Reads a Paraver trace (.prv with .pcf and .row) by what Paraver's own parser accepts, and rejects what is no trace."""

import collections
import pathlib
import re

Location = collections.namedtuple("Location", "cpu task thread")
State = collections.namedtuple("State", "at begin end value")
Event = collections.namedtuple("Event", "at time type value")
Message = collections.namedtuple("Message", "sender called sent receiver posted received size tag")

HEADER = re.compile(r"#Paraver \((\d\d/\d\d/\d{4} at \d\d:\d\d)\):(\d+)_ns:(\d+)\(([\d,]+)\):1:(\d+)\(([\d:,]+)\),(\d+)")


class NotParaver(Exception):
    """Says what is wrong, and in which line."""


def require(condition, what):
    if not condition:
        raise NotParaver(what)


class Trace:
    """The three files. Tasks are (threads, node), communicators lists of tasks by number."""

    def __init__(self, prv):
        prv = pathlib.Path(prv)
        self.communicators, self.intercommunicators = {}, {}
        self.states, self.events, self.messages = [], [], []
        with open(prv, encoding="utf-8") as file:
            self.read_header(file)
            self.read_records(file)
        self.read_labels(prv.with_suffix(".pcf").read_text(encoding="utf-8"))
        self.read_rows(prv.with_suffix(".row").read_text(encoding="utf-8"))

    def read_header(self, file):
        found = HEADER.fullmatch(file.readline().rstrip("\n"))
        require(found, "the first line is no header")
        self.date, self.duration = found[1], int(found[2])
        self.nodes = [int(cpus) for cpus in found[4].split(",")]
        self.tasks = [tuple(map(int, task.split(":"))) for task in found[6].split(",")]
        require(len(self.nodes) == int(found[3]), "number of nodes")
        require(len(self.tasks) == int(found[5]), "number of tasks")
        require(sum(self.nodes) == sum(threads for threads, _ in self.tasks), "a processor for each thread")
        require(all(1 <= node <= len(self.nodes) for _, node in self.tasks), "nodes of tasks")
        for _ in range(int(found[7])):
            self.read_communicator(file.readline().rstrip("\n").split(":"))

    def read_communicator(self, fields):
        kind, numbers = fields[0], [int(field) for field in fields[1:]]
        require(kind in "ci" and numbers[0] == 1, f"communicator {fields}")
        if kind == "i":
            require(len(numbers) == 6, f"intercommunicator {fields}")
            require(numbers[2] in self.communicators and numbers[4] in self.communicators, "groups")
            self.intercommunicators[numbers[1]] = numbers[2:]
            return
        members = numbers[3:]
        require(len(members) == numbers[2], f"members of communicator {fields}")
        require(all(1 <= task <= len(self.tasks) for task in members), f"tasks of communicator {fields}")
        require(numbers[1] not in self.communicators, f"communicator {numbers[1]} comes twice")
        self.communicators[numbers[1]] = members

    def location(self, cpu, application, task, thread):
        require(application == 1 and 1 <= task <= len(self.tasks), f"task {task}")
        threads, node = self.tasks[task - 1]
        first = sum(self.nodes[:node - 1])
        require(1 <= thread <= threads and first < cpu <= first + self.nodes[node - 1], f"thread {task}.{thread}")
        return Location(cpu, task, thread)

    def read_records(self, file):
        last = 0
        for number, line in enumerate(file, 1):
            kind, *fields = map(int, line.split(":"))
            at = self.location(*fields[:4])
            time = fields[4]
            require(last <= time <= self.duration, f"time in record {number}")
            last = time
            if kind == 1:
                require(len(fields) == 7 and time < fields[5] <= self.duration, f"state {number}")
                self.states.append(State(at, *fields[4:]))
            elif kind == 2:
                require(len(fields) >= 7 and len(fields) % 2 == 1, f"event {number}")
                for i in range(5, len(fields), 2):
                    self.events.append(Event(at, time, fields[i], fields[i + 1]))
            else:
                require(kind == 3 and len(fields) == 14, f"record {number}")
                self.messages.append(Message(at, time, fields[5], self.location(*fields[6:10]), *fields[10:]))

    def read_labels(self, text):
        """Sets the names of states, and for each type of event its name and those of its values."""
        self.state_names, self.types = {}, {}
        for section in re.split(r"\n\n+", text):
            lines = section.strip().splitlines()
            if lines and lines[0] == "STATES":
                self.state_names = dict(self.labels(lines[1:]))
            elif lines and lines[0] == "EVENT_TYPE":
                _, kind, name = lines[1].split(None, 2)
                require(int(kind) not in self.types, f"type {kind} comes twice")
                require(len(lines) == 2 or lines[2] == "VALUES", f"values of type {kind}")
                self.types[int(kind)] = name, dict(self.labels(lines[3:]))

    @staticmethod
    def labels(lines):
        for line in lines:
            value, name = line.split(None, 1)
            yield int(value), name

    def read_rows(self, text):
        """Sets the names of the objects of each level."""
        self.rows = {}
        for section in re.split(r"\n\n+", text.strip()):
            head, *names = section.splitlines()
            found = re.fullmatch(r"LEVEL (\w+) SIZE (\d+)", head)
            require(found and int(found[2]) == len(names), f"level {head}")
            self.rows[found[1]] = names

    def region_events(self):
        """Returns the events at which visits of regions begin and end."""
        return [event for event in self.events
                if event.type in range(50000001, 50000006) or 60000000 < event.type < 61000000]

    def name_of(self, event):
        return self.types[event.type][1][event.value]
