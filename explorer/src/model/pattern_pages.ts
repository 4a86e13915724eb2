// SPDX-License-Identifier: BSD-3-Clause
// What the documents say of a metric: its exact definition, and the sections of pages on patterns that name it.

export interface Section {
  page: string; // title of its page
  title: string; // empty: what stands before the first section
  text: string; // Markdown
}

// A metric of the second cost model has the definition of the first one.
export function documentedId(id: string): string {
  return id.replace(/__waitfirst$/, "");
}

// Returns the item "- `id` (unit, part of ...): ..." of the definitions, without the id and what is in
// parentheses; null if there is none.
export function definitionOf(definitions: string, id: string): string | null {
  const lines = definitions.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`- \`${documentedId(id)}\` (`));
  if (start < 0) return null;
  let end = start + 1;
  while (end < lines.length && /^ {2}\S/.test(lines[end]!)) ++end;
  const item = lines.slice(start, end).map((line) => line.slice(2)).join("\n");
  return item.replace(/^`[^`]*` \([^)]*\):\s*/, "");
}

export function sectionsOf(page: string): Section[] {
  const title = /^# (.*)$/m.exec(page)?.[1] ?? "";
  const parts = page.replace(/^# .*\n/, "").split(/^## /m);
  return parts.map((part, i) => {
    const end = i === 0 ? -1 : part.indexOf("\n");
    return { page: title, title: end < 0 ? "" : part.slice(0, end), text: part.slice(end + 1).trim() };
  });
}

// Returns the sections that name a metric as `id`.
export function sectionsAbout(pages: string[], id: string): Section[] {
  const name = `\`${documentedId(id)}\``;
  return pages.flatMap(sectionsOf).filter(({ text }) => text.includes(name));
}

// Returns the page of a wait state that is about the metric: its list of metrics names it.
export function pageAbout(pages: string[], id: string): string | null {
  const name = `\`${documentedId(id)}\``;
  return pages.find((page) => /^Metrics: ([^.]*)\.$/m.exec(page)?.[1]?.includes(name)) ?? null;
}
