#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Delay costs of tasks in random programs: threads of a team that work, create tasks, wait for them,
# meet at barriers and execute tasks of any thread while they wait, simulated exactly. Whatever they
# do, waits must not depend on each other, all times must follow from their dependencies, and the
# cube must be sound (run_case).
#
#   tests/cases/delay_tasks.py RUN_CASE FIRST_SEED PROGRAMS
import random

import random_cases


class Task:
    def __init__(self, parent, name, todo):
        self.parent, self.name, self.todo = parent, name, todo
        self.children = 0  # number of children that have not ended
        self.waits = None  # "taskwait" or "barrier"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.threads = self.random.randint(2, 5)
        self.tasks_left = self.random.randint(1, 12)
        rounds = self.random.randint(1, 3)
        self.log = [[] for _ in range(self.threads)]
        self.generation = [0] * self.threads
        self.queue = []
        self.arrived = 0
        # The task on top runs; those below wait.
        self.stacks = [[Task(None, f"all/{t}/0", self.actions(rounds))] for t in range(self.threads)]
        self.free_at = [0] * self.threads  # time at which a thread ends its current activity
        self.lock_free_at = 0
        self.order = 0

    def actions(self, rounds):
        out = [("work", 1)]
        for _ in range(rounds):
            out += self.body() + [("barrier",)]
        return out

    def body(self):
        out = []
        for _ in range(self.random.randint(0, 5)):
            kind = self.random.choice(["work", "work", "create", "create", "taskwait", "lock"])
            out.append((kind, self.random.randint(0, 6)))
        return out

    def note(self, thread, text, time):
        self.log[thread].append(f"{text[0]}@{time / 1000} {text[1]}")

    def enter(self, thread, name, time):
        self.note(thread, ("enter", name), time)

    def leave(self, thread, name, time):
        self.note(thread, ("leave", name), time)

    def resume(self, thread, time):
        top = self.stacks[thread][-1]
        if not top.name.endswith("/0"):
            self.note(thread, ("task-switch", f"task={top.name}"), time)

    def end_task(self, thread, time):
        task = self.stacks[thread].pop()
        self.leave(thread, '"!$omp task"', time)
        self.note(thread, ("task-complete", f"task={task.name}"), time)
        task.parent.children -= 1
        self.resume(thread, time)

    def begin_task(self, thread, time):
        task = self.queue.pop(self.random.randrange(len(self.queue)))
        self.stacks[thread].append(task)
        self.note(thread, ("task-switch", f"task={task.name}"), time)
        self.enter(thread, '"!$omp task"', time)

    def create(self, thread, task, time):
        if self.tasks_left == 0:
            return
        self.tasks_left -= 1
        self.generation[thread] += 1
        child = Task(task, f"all/{thread}/{self.generation[thread]}", self.body())
        task.children += 1
        self.queue.append(child)
        self.note(thread, ("task-create", f"task={child.name}"), time)

    # Does one thing that a thread can do at this time; returns False if there is none.
    def act(self, thread, time):
        task = self.stacks[thread][-1]
        if task.waits is not None:
            done = task.children == 0 if task.waits == "taskwait" else self.arrived == -1
            if done and task.waits == "taskwait":
                self.leave(thread, '"!$omp taskwait"', time)
                task.waits = None
                return True
            if self.queue and self.random.random() < 0.7:
                self.begin_task(thread, time)
                return True
            return False
        if not task.todo:
            if task.parent is None:
                return False
            self.end_task(thread, time)
            return True
        kind, *what = task.todo.pop(0)
        if kind == "work":
            name = self.random.choice("fgh")
            self.enter(thread, name, time)
            self.leave(thread, name, time + what[0])
            self.free_at[thread] = time + what[0]
        elif kind == "create":
            self.create(thread, task, time)
        elif kind == "lock":
            begin = max(time, self.lock_free_at)  # waits in order
            end = begin + what[0]
            self.order += 1
            self.enter(thread, '"!$omp critical"', time)
            self.note(thread, ("acquire", f"lock=1 order={self.order}"), begin)
            self.note(thread, ("release", f"lock=1 order={self.order}"), end)
            self.leave(thread, '"!$omp critical"', end)
            self.lock_free_at = self.free_at[thread] = end
        else:
            task.waits = kind
            self.enter(thread, f'"!$omp {kind}"', time)
            if kind == "barrier":
                self.arrived += 1
        return True

    def may_leave_barrier(self):
        return (self.arrived == self.threads and not self.queue and
                all(len(stack) == 1 for stack in self.stacks))

    def run(self):
        time = 0
        while True:
            acted = True
            while acted:
                acted = False
                for thread in self.random.sample(range(self.threads), self.threads):
                    if self.free_at[thread] <= time:
                        acted |= self.act(thread, time)
                if self.may_leave_barrier() and max(self.free_at) <= time:
                    self.arrived = 0
                    for thread, (task,) in enumerate(self.stacks):
                        self.leave(thread, '"!$omp barrier"', time)
                        task.waits = None
                    acted = True
            if all(not stack[0].todo and len(stack) == 1 and stack[0].waits is None for stack in self.stacks):
                if max(self.free_at) <= time:
                    return time + 1
            time += 1

    def case(self):
        end = self.run() / 1000
        members = ",".join(f"0.{thread}" for thread in range(self.threads))
        text = f"ranks 1\nthreads {self.threads}\nteam all {members}\n"
        for thread, items in enumerate(self.log):
            lines = "\n  ".join(items)
            member = f'member 0..{end} team=all {{ "!$omp parallel" 0..{end} {{\n  {lines}\n}} }}'
            text += f"0.{thread}: "
            text += f"main 0..{end} {{ fork 0..{end} {{ {member} }} }}\n" if thread == 0 else member + "\n"
        return text + "expect-more omp_ebarrier_wait omp_taskwait_wait omp_lock_contention_critical\n"


random_cases.run(lambda seed: Program(seed).case(), "waits in order")
