// SPDX-License-Identifier: BSD-3-Clause
// The source around the selected call path.
import { useEffect, useRef } from "react";

import type { Source } from "../../data/source";
import { shownPath } from "../../model/place_names";
import type { ReportModel } from "../../model/report_model";
import { linesAround } from "../../model/source_lines";
import { useAnswer } from "../../state/use_answer";
import type { ViewState } from "../../state/view_state";
import { UnbrokenNames } from "../../widgets/unbroken_names";

export function SourceView({ source, model, state }: { source: Source; model: ReportModel; state: ViewState }) {
  const path = state.callpaths[0];
  const callpath = path === undefined ? undefined : model.structure.callpaths[path];
  const file = callpath?.file ?? null;
  const line = callpath?.line ?? null;
  const text = useAnswer(
    () => (file === null ? Promise.resolve(null) : source.sourceFile(state.report, file)),
    [source, state.report, file],
  );
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => {
    marked.current?.scrollIntoView?.({ block: "center" });
  }, [text.value, line]);
  if (path === undefined) return <p className="hint">Select a call path to see its source.</p>;
  const place = file === null ? "The report does not say where this is in the source." : `${file}${line ? `:${line}` : ""}`;
  return (
    <article className="source-view">
      <h2><UnbrokenNames text={shownPath(model.structure, path)} /></h2>
      <p className="hint">{place}</p>
      {text.error && <p className="error">{text.error}</p>}
      {file !== null && !text.isLoading && text.value === null && !text.error && (
        <p>
          This file is not at hand. It is read where the program was built: run <code>tarry view</code> there, or write this page
          there with <code>tarry view --html</code>, which takes the source into the page.
        </p>
      )}
      {text.value !== null && (
        <ol className="source" tabIndex={0} aria-label={`Source of ${file}`}>
          {linesAround(text.value, line).map(({ number, text: content }) => (
            <li key={number} value={number} className={number === line ? "marked" : ""} ref={number === line ? marked : null}>
              <code>{content || " "}</code>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
