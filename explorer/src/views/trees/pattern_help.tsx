// SPDX-License-Identifier: BSD-3-Clause
// What the documents say of a metric. They are built into the page, so that they need no network.
import { useMemo } from "react";

import definitions from "../../../../docs/definitions.md?raw";
import { definitionOf, pageAbout, sectionsAbout } from "../../model/pattern_pages";
import { Markdown } from "../../widgets/markdown";

const PAGES = Object.values(import.meta.glob<string>("../../../../docs/patterns/*.md", { query: "?raw", import: "default", eager: true }));

const WAIT_STATES = import.meta.glob<string>("../../../../docs/patterns/wait-states/*.md", { query: "?raw", import: "default", eager: true });
const PICTURES = import.meta.glob<string>("../../../../docs/patterns/wait-states/*.svg", { query: "?raw", import: "default", eager: true });

// The page of a wait state with its picture.
function WaitStatePage({ page }: { page: string }) {
  const [, title = "", text = ""] = /^# (.*)\n([\s\S]*)$/.exec(page) ?? [];
  const file = Object.keys(WAIT_STATES).find((name) => WAIT_STATES[name] === page)!;
  const picture = PICTURES[file.replace(/md$/, "svg")];
  return (
    <details open>
      <summary>{title}</summary>
      {picture && <img className="pattern-picture" src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt={`${title}: who waits, over time`} />}
      <Markdown text={text} />
    </details>
  );
}

export function PatternHelp({ id }: { id: string }) {
  const definition = useMemo(() => definitionOf(definitions, id), [id]);
  const sections = useMemo(() => sectionsAbout(PAGES, id), [id]);
  const page = useMemo(() => pageAbout(Object.values(WAIT_STATES), id), [id]);
  return (
    <>
      {page && <WaitStatePage page={page} />}
      {definition && (
        <section aria-label="Definition">
          <h3>Definition</h3>
          <Markdown text={definition} />
        </section>
      )}
      {sections.map(({ page: from, title, text }, i) => (
        <details key={`${from} ${title}`} open={i === 0}>
          <summary>{title ? `${from}: ${title}` : from}</summary>
          <Markdown text={text} />
        </details>
      ))}
    </>
  );
}
