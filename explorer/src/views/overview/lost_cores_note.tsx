// SPDX-License-Identifier: BSD-3-Clause
// Says that the run had too few cores, where that is a large part of all its time: waits and their causes
// are then those of this machine.
import type { Source } from "../../data/source";
import { lostCoresNote } from "../../model/lost_cores_note";
import type { ReportModel } from "../../model/report_model";
import { useAnswer } from "../../state/use_answer";
import type { Change } from "../../state/use_view_state";

interface LostCoresNoteProps {
  source: Source;
  report: number;
  model: ReportModel;
  change: Change;
}

export function LostCoresNote({ source, report, model, change }: LostCoresNoteProps) {
  const { value: text } = useAnswer(async () => {
    if (!model.metricAt.has("lost_cores")) return null;
    const total = async (id: string) => {
      const metric = model.metricAt.get(id);
      return metric === undefined ? 0 : (await source.callpathSums(report, metric)).reduce((sum, value) => sum + value, 0);
    };
    const [lost_s, computing_s, time_s] = await Promise.all([total("lost_cores"), total("lost_cores_comp"), total("time")]);
    return lostCoresNote(lost_s, computing_s, time_s);
  }, [source, report, model]);
  if (!text) return null;
  return (
    <p>
      {text}{" "}
      <button type="button" className="link" onClick={() => change({ view: "trees", metrics: ["lost_cores"], openMetrics: false, callpaths: [], locations: null })}>
        Show where
      </button>
    </p>
  );
}
