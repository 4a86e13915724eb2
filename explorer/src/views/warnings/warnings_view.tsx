// SPDX-License-Identifier: BSD-3-Clause
// What is odd about a recording: everything that could make its numbers misleading.
import type { ReportTitle } from "../../data/schema";
import { UnbrokenNames } from "../../widgets/unbroken_names";

export function WarningsView({ title, warnings }: { title: ReportTitle | undefined; warnings: string[] }) {
  return (
    <section className="text-view" aria-label="Warnings">
      <h1>Warnings{title ? ` of ${title.name}` : ""}</h1>
      {warnings.length === 0 ? (
        <p>There is nothing odd about this recording.</p>
      ) : (
        <ul>
          {warnings.map((warning, i) => (
            <li key={i}><UnbrokenNames text={warning} /></li>
          ))}
        </ul>
      )}
    </section>
  );
}
