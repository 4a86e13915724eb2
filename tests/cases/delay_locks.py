#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Delay costs of locks in random programs: threads of a team that work, take mutexes (also one
# inside another), wait for conditions and meet at barriers, simulated exactly. Whatever they do,
# every wait must have a cost, waits must not depend on each other, and the cube must be sound
# (run_case).
#
#   tests/cases/delay_locks.py RUN_CASE FIRST_SEED PROGRAMS
import heapq
import random

import random_cases

PARALLEL = '"!$omp parallel"'


def seconds(milliseconds):
    return f"{milliseconds / 1000}"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.threads = self.random.randint(2, 5)
        self.locks = self.random.randint(1, 3)
        rounds = self.random.randint(1, 4)
        self.todo = [self.actions(rounds) for _ in range(self.threads)]
        self.done = [[] for _ in range(self.threads)]  # regions, as text
        self.owner = [None] * self.locks
        self.order = [0] * self.locks
        # Tuples (thread, enter, release in a condition wait).
        self.queue = [[] for _ in range(self.locks)]
        self.at_barrier = {}
        self.ready = [(0, thread) for thread in range(self.threads)]
        self.end = 0

    def work(self, most):
        return "work", self.random.choice("fgh"), self.random.randint(0, most)

    def actions(self, rounds):
        out = [("work", "f", 1)]  # no barrier at the very begin of the parallel region
        for _ in range(rounds):
            for _ in range(self.random.randint(0, 5)):
                out += [self.work(9)] if self.random.random() < 0.4 else self.section()
            out.append(("barrier",))
        return out

    def section(self):
        lock = self.random.randrange(self.locks)
        out = [("lock", lock), self.work(6)]
        if lock + 1 < self.locks and self.random.random() < 0.3:
            out += [("lock", lock + 1), self.work(3), ("unlock", lock + 1)]
        if self.random.random() < 0.15:
            out.append(("condition", lock))
        return out + [("unlock", lock)]

    def record(self, kind, time, lock):
        return f"{kind}@{seconds(time)} lock={lock + 1} order={self.order[lock]} paradigm=pthread"

    def add(self, thread, region, begin, end, records=""):
        records = f" {{ {records} }}" if records else ""
        self.done[thread].append(f"{region} {seconds(begin)}..{seconds(end)}{records}")

    def hand_over(self, lock, time):
        if self.owner[lock] is not None or not self.queue[lock]:
            return
        waiting = self.queue[lock]
        thread, enter, release = waiting.pop(self.random.randrange(len(waiting)))
        self.owner[lock] = thread
        self.order[lock] += 1
        self.add(thread, "pthread_cond_wait" if release else "pthread_mutex_lock", enter, time,
                 f"{release} {self.record('acquire', time, lock)}")
        heapq.heappush(self.ready, (time, thread))

    def release(self, lock, time):
        self.owner[lock] = None
        return self.record("release", time, lock)

    def act(self, thread, time, kind, *what):
        if kind == "work":
            self.add(thread, what[0], time, time + what[1])
            heapq.heappush(self.ready, (time + what[1], thread))
        elif kind == "lock":
            self.queue[what[0]].append((thread, time, ""))
            self.hand_over(what[0], time)
        elif kind == "unlock":
            end = time + self.random.choice([0, 0, 1])
            self.add(thread, "pthread_mutex_unlock", time, end, self.release(what[0], time))
            self.hand_over(what[0], time)
            heapq.heappush(self.ready, (end, thread))
        elif kind == "condition":  # another one, if there is one, has the mutex first
            released = self.release(what[0], time)
            self.hand_over(what[0], time)
            self.queue[what[0]].append((thread, time, released))
            self.hand_over(what[0], time)
        else:
            self.at_barrier[thread] = time
            if len(self.at_barrier) == self.threads:
                self.leave_barrier(time)

    def leave_barrier(self, time):
        for thread, enter in self.at_barrier.items():
            self.add(thread, '"!$omp barrier"', enter, time)
            heapq.heappush(self.ready, (time, thread))
        self.at_barrier = {}

    def case(self):
        while self.ready:
            time, thread = heapq.heappop(self.ready)
            self.end = max(self.end, time + 1)
            if self.todo[thread]:
                self.act(thread, time, *self.todo[thread].pop(0))
        span = f"0..{seconds(self.end)}"
        members = ",".join(f"0.{thread}" for thread in range(self.threads))
        text = f"ranks 1\nthreads {self.threads}\nteam all {members}\n"
        for thread, regions in enumerate(self.done):
            lines = "\n  ".join(regions)
            member = f"member {span} team=all {{ {PARALLEL} {span} {{\n  {lines}\n}} }}"
            text += f"0.{thread}: "
            text += f"main {span} {{ fork {span} {{ {member} }} }}\n" if thread == 0 else member + "\n"
        return text + ("expect-more omp_ebarrier_wait pthread_lock_contention_mutex_lock "
                       "pthread_lock_contention_conditional\n"
                       "expect-none delay_unattributed delay_unattributed__waitfirst\n")


random_cases.run(lambda seed: Program(seed).case(), "costs that add up")
