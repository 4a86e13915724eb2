// SPDX-License-Identifier: BSD-3-Clause
// What the time of the run consists of: a bar whose parts add up to all of it, and a list with the way into the
// trees.
import type { TimePart } from "../../data/schema";
import { percent, seconds } from "../../model/quantity";
import type { ReportModel } from "../../model/report_model";
import { partBounds, partColor } from "../../model/time_parts";
import { useThemeName } from "../../state/theme_context";
import type { Change } from "../../state/use_view_state";

const WIDTH = 1000;
const HEIGHT = 16;

interface TimePartsProps {
  parts: TimePart[];
  model: ReportModel;
  change: Change;
}

export function TimeParts({ parts, model, change }: TimePartsProps) {
  const theme = useThemeName();
  if (parts.length === 0) return null;
  const all = parts.reduce((sum, { time_s }) => sum + time_s, 0);
  const bounds = partBounds(parts, WIDTH);
  const lost_s = model.structure.metrics[model.metricAt.get("lost_cores") ?? -1]?.total ?? 0;
  const show = (metrics: string[]) => change({ view: "trees", metrics, openMetrics: false, callpaths: [], locations: null });
  return (
    <section className="time-parts" aria-label="What the time consists of">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={parts.map(({ name, time_s }) => `${percent(time_s, all)} ${name}`).join(", ")}>
        {parts.map(({ name, time_s }, i) => (
          <rect key={name} x={bounds[i]![0]} width={bounds[i]![1] - bounds[i]![0]} y="0" height={HEIGHT} fill={partColor(name, theme)}>
            <title>{`${name}: ${seconds(time_s)}, ${percent(time_s, all)}`}</title>
          </rect>
        ))}
      </svg>
      <ul>
        {parts.map(({ name, time_s, metrics }) => (
          <li key={name}>
            <span className="part-swatch" style={{ background: partColor(name, theme) }} aria-hidden="true" />
            <button type="button" className="link" title="Show the metrics that contain it in the trees" onClick={() => show(metrics)}>
              {name}
            </button>{" "}
            {seconds(time_s)}, {percent(time_s, all)}
          </li>
        ))}
      </ul>
      <p className="hint">
        Time of all {model.structure.experiment.threads > 1 ? "threads" : "ranks"} together, {seconds(all)}; the parts add up to it.
        {lost_s > 0 && (
          <>
            {" "}{percent(lost_s, all)} of it was time without a core, which lies in other parts than computation, too.{" "}
            <button type="button" className="link" onClick={() => show(["lost_cores"])}>Show where</button>
          </>
        )}
      </p>
    </section>
  );
}
