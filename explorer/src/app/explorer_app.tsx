// SPDX-License-Identifier: BSD-3-Clause
// The whole application: what the session has, and the view that the address names.
import { useEffect, useMemo, useRef } from "react";

import type { Diagnosis } from "../data/diagnosis";
import type { Session, Timeline } from "../data/schema";
import type { Source } from "../data/source";
import { type ReportModel, reportModelOf } from "../model/report_model";
import { ThemeContext } from "../state/theme_context";
import { useTheme } from "../state/theme";
import { useAnswer } from "../state/use_answer";
import { useViewState } from "../state/use_view_state";
import type { View } from "../state/view_state";
import { ErrorBoundary } from "../widgets/error_boundary";
import { PageHeader } from "./page_header";
import { ViewOf } from "./view_of";

export interface Loaded {
  source: Source;
  session: Session;
  models: ReportModel[];
  timeline: Timeline | null;
  diagnosis: Diagnosis | null;
}

async function load(open: () => Promise<Source>): Promise<Loaded> {
  const source = await open();
  const session = await source.session();
  if (!session.reports || session.reports.length === 0) throw new Error("There is no report to be shown.");
  const structures = await Promise.all(session.reports.map((_, report) => source.report(report)));
  const timeline = session.timeline ? await source.timeline() : null;
  const diagnosis = session.diagnosis ? await source.diagnosis() : null;
  return { source, session, models: structures.map(reportModelOf), timeline, diagnosis };
}

export function ExplorerApp({ open }: { open: () => Promise<Source> }) {
  const [theme, toggleTheme] = useTheme();
  const [state, change] = useViewState();
  const { value: loaded, error } = useAnswer(() => load(open), [open]);

  const views = useMemo((): View[] => {
    const all: View[] = ["overview", "trees"];
    if (loaded?.timeline) all.push("timeline");
    if (loaded?.diagnosis) all.push("diagnosis");
    if ((loaded?.models.length ?? 0) > 1) all.push("comparison");
    return [...all, "warnings", "help"];
  }, [loaded]);

  // A view begins at its top, wherever the one before was scrolled to.
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    main.current?.scrollTo?.(0, 0);
    document.scrollingElement?.scrollTo?.(0, 0);
  }, [state.view]);

  const title = loaded?.session.reports[state.report]?.name;
  useEffect(() => {
    document.title = title ? `${title} - Tarry` : "Tarry explorer";
  }, [title]);

  if (error !== null)
    return (
      <main className="text-view">
        <h1>This cannot be shown</h1>
        <p role="alert">{error}</p>
      </main>
    );
  if (!loaded)
    return (
      <main className="text-view">
        <p role="status">Reading the report…</p>
      </main>
    );
  const shown = views.includes(state.view) ? state : { ...state, view: "overview" as const };
  return (
    <ThemeContext.Provider value={theme}>
      <PageHeader
        reports={loaded.session.reports}
        views={views}
        state={shown}
        change={change}
        theme={theme}
        onTheme={toggleTheme}
      />
      <main tabIndex={0} ref={main}>
        <ErrorBoundary key={shown.view}>
          <ViewOf loaded={loaded} state={shown} change={change} />
        </ErrorBoundary>
      </main>
    </ThemeContext.Provider>
  );
}
