// SPDX-License-Identifier: BSD-3-Clause
// What the documents say of a metric. They are built into the page, so that they need no network.
import { useMemo } from "react";

import definitions from "../../../../docs/definitions.md?raw";
import { definitionOf, sectionsAbout } from "../../model/pattern_pages";
import { Markdown } from "../../widgets/markdown";

const PAGES = Object.values(import.meta.glob<string>("../../../../docs/patterns/*.md", { query: "?raw", import: "default", eager: true }));

export function PatternHelp({ id }: { id: string }) {
  const definition = useMemo(() => definitionOf(definitions, id), [id]);
  const sections = useMemo(() => sectionsAbout(PAGES, id), [id]);
  return (
    <>
      {definition && (
        <section aria-label="Definition">
          <h3>Definition</h3>
          <Markdown text={definition} />
        </section>
      )}
      {sections.map(({ page, title, text }, i) => (
        <details key={`${page} ${title}`} open={i === 0}>
          <summary>{title ? `${page}: ${title}` : page}</summary>
          <Markdown text={text} />
        </details>
      ))}
    </>
  );
}
