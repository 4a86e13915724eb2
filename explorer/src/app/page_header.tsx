// SPDX-License-Identifier: BSD-3-Clause
import type { ReportTitle } from "../data/schema";
import type { Theme } from "../model/colors";
import type { Change } from "../state/use_view_state";
import { NO_PLACES, type View, type ViewState } from "../state/view_state";

const NAMES: Record<View, string> = {
  overview: "Overview",
  trees: "Trees",
  timeline: "Timeline",
  diagnosis: "Diagnosis",
  comparison: "Comparison",
  warnings: "Warnings",
  help: "Help",
};

interface PageHeaderProps {
  reports: ReportTitle[];
  views: View[];
  state: ViewState;
  change: Change;
  theme: Theme;
  onTheme(): void;
}

export function PageHeader({ reports, views, state, change, theme, onTheme }: PageHeaderProps) {
  return (
    <header className="page-header">
      <span className="brand">Tarry</span>
      <nav aria-label="Views">
        {views.map((view) => (
          <button
            key={view}
            type="button"
            aria-current={view === state.view ? "page" : undefined}
            onClick={() => change(viewChange(state.view, view))}
          >
            {NAMES[view]}
          </button>
        ))}
      </nav>
      {reports.length > 1 && state.view !== "comparison" && (
        <label>
          Report:{" "}
          <select
            value={state.report}
            onChange={(event) =>
              change({ report: Number(event.target.value), callpaths: [], locations: null, finding: null, window: null })
            }
          >
            {reports.map(({ name }, i) => (
              <option key={i} value={i}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {reports.length === 1 && <span className="report-name">{reports[0]!.name}</span>}
      <button type="button" className="theme" onClick={onTheme}>
        {theme === "dark" ? "Light colors" : "Dark colors"}
      </button>
    </header>
  );
}

// Call paths and locations have other positions in a comparison, where those of two reports are united.
export function viewChange(from: View, to: View): Partial<ViewState> {
  if ((from === "comparison") === (to === "comparison")) return { view: to };
  return { view: to, ...NO_PLACES, mode: "absolute" };
}
