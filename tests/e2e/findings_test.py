#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# The first output for users: the delay of the pipeline is the first finding, with the chain of
# processes that wait for it, the gain of the run, and the times at which it happened; without waits
# there is no finding. Findings and answers to what-if are the same for any number of processes and
# threads.
# usage: findings_test.py BUILD_DIRECTORY MPI
import json
import re

from measured import Disturbed, Report, check, contains_in_order, main, undisturbed

RANKS = 4
ITEMS, DELAY_MS = 10, 400
CAUSE = ["main", "delay_item"]
WAITS = ["main", "receive_item", "MPI_Recv"]
SHARE = 0.7  # least part of the planted delay
LATE_SENDER = "mpi_latesender"
QUESTIONS = (["--what-if", "delay_item"], ["--what-if", "process_item", "--on", "1-2", "--factor", "0.5"],
             ["--balance", "process_item"], ["--what-if", "MPI_Send", "--factor", "3"])


def launch(test, mpi, ranks, *arguments):
    return [f"mpirun.{mpi}", "-n", str(ranks), test.example(mpi, "pipeline"), *map(str, arguments)]


def reports(test, experiment):
    """Returns the findings as JSON, parsed and raw, and as text."""
    outputs = []
    for form in ("json", "text"):
        outcome = test.run([test.tarry, "report", experiment, "--format", form])
        check(outcome.status == 0, f"report ended with {outcome.status}\n{outcome.stderr}")
        outputs.append(outcome.stdout)
    return json.loads(outputs[0]), *outputs


def check_cause(report, finding):
    """A busy machine may hold up a rank for longer than the delay."""
    names = report.names(finding["callpath"])
    if not contains_in_order(names, CAUSE) or finding["ranks"] != [0]:
        raise Disturbed(f"the first finding is {'/'.join(names)} on {finding['ranks']}")
    for what, least in (("delay_s", 1), ("gain_s", 1), ("cost_s", RANKS - 1)):
        if finding[what] < SHARE * least * DELAY_MS / 1000:
            raise Disturbed(f"{what}: {finding[what]} with {DELAY_MS} ms planted")
    check(finding["gain_s"] <= report.experiment["duration_s"], "gains more than the run took")


def check_chain(report, finding):
    """The delay travels from each stage to the next one."""
    victims = finding["victims"]
    steps = [each["steps"] for each in victims]
    check(steps == sorted(steps) and steps[0] >= 1, f"steps of the victims: {steps}")
    total = sum(each["wait_s"] for each in victims)
    check(total <= finding["cost_s"] * (1 + 1e-9), f"victims {total} s, cost {finding['cost_s']} s")
    stages = [each for each in victims if each["metric"] == LATE_SENDER
              and contains_in_order(report.names(each["callpath"]), WAITS)]
    ranks = [rank for each in stages for rank in each["ranks"]]
    if ranks != list(range(1, RANKS)):
        raise Disturbed(f"the delay travels over ranks {ranks}")


def check_episode(report, episode):
    cause, waits = episode["cause"], episode["waits"]
    rank = [report.locations[each["location"]]["rank"] for each in (cause, *waits)]
    check(rank[0] == 0 and waits, f"the cause of the episode is on rank {rank[0]}, {len(waits)} waits")
    check(contains_in_order(report.names(cause["callpath"]), CAUSE), "the cause is of another call path")
    for span in (cause, *waits):
        check(0 <= span["begin_s"] < span["end_s"] <= report.experiment["duration_s"],
              f"span of the episode: {span}")
    for before, after in zip((cause, *waits), waits):
        check(before["end_s"] <= after["end_s"], f"an effect before its cause: {before}, {after}")
        if not before["begin_s"] <= after["begin_s"] < before["end_s"]:
            raise Disturbed(f"not one after the other: {before}, {after}")
    if rank[1:RANKS] != list(range(1, RANKS)):
        raise Disturbed(f"the episode goes over ranks {rank}")


def check_text(finding, text):
    """The first finding comes before the tree of metrics: place and rank, the ranks it holds up,
    its gain."""
    head = text.partition("\nMetric ")[0]
    took, gain = (re.search(pattern, finding["text"])[1]
                  for pattern in (r"takes (.*) too long", r"shorten the run by (.* \([0-9.]+ %)"))
    for pattern in ("\nCauses of waiting, by potential gain\n",
                    rf"\n  1\. .* on rank 0 takes {re.escape(took)} too long\.\n",
                    r"\n     It holds up .*ranks.* for .*\.\n",
                    rf"\n     Removing this excess would shorten the run by {re.escape(gain)}"):
        check(re.search(pattern, head), f"the report does not begin with {pattern!r}:\n{head}")


def of_program(content):
    """Removes findings about a lack of cores, which occurs if other programs run."""
    return [each for each in content["findings"] if each["kind"] != "lost_cores"]


def check_delayed(test, mpi):
    test.record("delayed", launch(test, mpi, RANKS, ITEMS, DELAY_MS), ["--force"])
    content, _, text = reports(test, "delayed")
    report = Report(content)
    check(of_program(content), "no findings")
    gains = [each["gain_s"] for each in content["findings"]]
    check(gains == sorted(gains, reverse=True), f"gains: {gains}")
    finding = of_program(content)[0]
    check_cause(report, finding)
    check_chain(report, finding)
    check_episode(report, finding["episode"])
    check_text(finding, text)


def check_alone(test, mpi):
    """A single rank has nobody to wait for."""
    test.record("alone", launch(test, mpi, 1, ITEMS, DELAY_MS))
    content, _, text = reports(test, "alone")
    check(of_program(content) == [], f"findings of one rank: {content['findings']}")
    head = text.partition("\nMetric ")[0]
    check("No waiting was found." in head or "of the time is waiting." in head,
          f"does not say that there is no waiting:\n{head}")
    check("Causes of waiting" not in text, "names causes of waiting")


def answer(test, front, question):
    """Returns the answer to a question, and the findings, both as they are printed."""
    asked = test.run([*front, "delayed", "-o", "asked.cubex", *question])
    check(asked.status == 0, f"{question}: status {asked.status}\n{asked.stderr}")
    content, as_json, _ = reports(test, "asked.cubex")
    check(asked.stdout.startswith("If ") and content["findings"], f"no answer:\n{asked.stdout}")
    return asked.stdout, as_json[as_json.index('"findings"'):]


def check_same_for_all(test, mpi):
    analyze = [test.tarry, "analyze", "-q"]
    processes = [f"mpirun.{mpi}", "-n", "3", *analyze]
    for question in QUESTIONS:
        alone = answer(test, [*analyze, "-j", "1"], question)
        for front in ([*analyze, "-j", "2"], [*processes, "-j", "1"], [*processes, "-j", "2"]):
            check(answer(test, front, question) == alone, f"{front} {question}: another answer")
    refused = test.run([*processes, "delayed", "-o", "asked.cubex", "--what-if", "spend", "--on", "0,9"])
    lines = [line for line in refused.stderr.splitlines() if line.startswith("tarry")]
    check(refused.status != 0 and not refused.stdout, f"rank 9: status {refused.status}")
    check(len(lines) == 1 and "no such rank in the trace: 9" in lines[0],
          f"not one clear line:\n{refused.stderr}")


def run(test, options):
    undisturbed(check_delayed, test, options.mpi)
    check_same_for_all(test, options.mpi)
    check_alone(test, options.mpi)


if __name__ == "__main__":
    main(run, "mpi")
