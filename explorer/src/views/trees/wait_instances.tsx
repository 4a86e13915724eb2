// SPDX-License-Identifier: BSD-3-Clause
// The largest instances of the selected metric in the whole run, each with a way into the timeline.
import { useMemo } from "react";

import type { Timeline } from "../../data/schema";
import type { Source } from "../../data/source";
import { csv } from "../../model/csv";
import { seconds } from "../../model/quantity";
import type { ReportModel } from "../../model/report_model";
import { instancesOf, instanceTarget, MOST_INSTANCES, statesOf, whoWaits } from "../../model/wait_instances";
import { download } from "../../state/download";
import { useAnswer } from "../../state/use_answer";
import type { Change } from "../../state/use_view_state";
import { UnbrokenNames } from "../../widgets/unbroken_names";

interface WaitInstancesProps {
  source: Source;
  model: ReportModel;
  timeline: Timeline | null;
  metrics: number[];
  change: Change;
}

export function WaitInstances({ source, model, timeline, metrics, change }: WaitInstancesProps) {
  const states = useMemo(() => (timeline ? statesOf(model, timeline, metrics) : []), [model, timeline, metrics]);
  const { value: waits, error } = useAnswer(() => source.longWaits(states, MOST_INSTANCES), [source, states]);
  const name = model.structure.metrics[metrics[0] ?? 0]?.name ?? "This metric";
  if (!timeline) return <p className="hint">Single instances are known from a trace, and there is none beside this report.</p>;
  if (states.length === 0) return <p className="hint">{name} is not waiting: choose a wait state, or a metric that contains wait states, like Time.</p>;
  if (error) return <p className="error">{error}</p>;
  if (!waits) return <p className="hint">Looking for the largest instances…</p>;
  const what = instancesOf(model, timeline, states, metrics[0] ?? 0);
  if (waits.length === 0) return <p>There is no instance of {what} in this run.</p>;
  const save = () =>
    download("largest-instances.csv", csv(
      ["wait state", "region", "begin (s)", "end (s)", "longest (s)", "locations", "who"],
      waits.map((wait) => [timeline.states[wait.state]?.name ?? "", timeline.states[wait.call]?.name ?? "", wait.begin_s, wait.end_s, wait.waited_s, wait.line_count, whoWaits(model, timeline, wait)]),
    ));
  const rankOf = (line: number) => model.structure.locations[timeline.locations[line] ?? -1]?.rank ?? line;
  const isMixed = new Set(waits.map(({ state }) => state)).size > 1;
  return (
    <article className="wait-instances">
      <p>
        The {waits.length === 1 ? "only instance" : `${waits.length} largest instances`} of {what} in the whole run. Ranks that wait until
        the same time, as in a collective operation, are one instance; its amount is that of the rank that waits longest.
      </p>
      <table>
        <caption className="unseen">Largest instances of {what}</caption>
        <thead>
          <tr>
            <th scope="col">longest</th>
            <th scope="col">where</th>
            <th scope="col">from</th>
            <th scope="col">who waits</th>
          </tr>
        </thead>
        <tbody>
          {waits.map((wait, i) => (
            <tr key={i}>
              <td>{seconds(wait.waited_s)}</td>
              <th scope="row">
                <UnbrokenNames text={`${timeline.states[wait.call]?.name ?? ""}${isMixed ? `: ${timeline.states[wait.state]?.name}` : ""}`} />
              </th>
              <td>
                {seconds(wait.begin_s)}{" "}
                <button type="button" aria-label={`Show instance ${i + 1} in the timeline`} onClick={() => change(instanceTarget(model, timeline, wait))}>
                  timeline
                </button>
              </td>
              <td>
                {whoWaits(model, timeline, wait)}
                {wait.line_count > 1 && `; rank ${rankOf(wait.line)} longest`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <button type="button" onClick={save}>CSV</button>
      </p>
    </article>
  );
}
