// SPDX-License-Identifier: BSD-3-Clause
import type { ReportTitle } from "../../data/schema";

interface ReportChoiceProps {
  label: string;
  reports: ReportTitle[];
  chosen: number;
  onChoice(report: number): void;
}

export function ReportChoice({ label, reports, chosen, onChoice }: ReportChoiceProps) {
  return (
    <label>
      {label}:{" "}
      <select value={chosen} onChange={(event) => onChoice(Number(event.target.value))}>
        {reports.map(({ name }, i) => (
          <option key={i} value={i}>{name}</option>
        ))}
      </select>{" "}
    </label>
  );
}
