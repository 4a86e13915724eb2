// SPDX-License-Identifier: BSD-3-Clause
import type { Finding } from "../data/schema";

// Returns the findings in the order of `tarry report`: lost cores come first and have no number, since
// the numbers by which findings name each other do not count them.
export function numberedFindings(findings: Finding[]): { position: number; number: number | null }[] {
  const all = findings.map(({ kind }, position) => ({ position, isLost: kind === "lost_cores" }));
  const lost = all.filter(({ isLost }) => isLost).map(({ position }) => ({ position, number: null }));
  const others = all.filter(({ isLost }) => !isLost).map(({ position }, i) => ({ position, number: i + 1 }));
  return [...lost, ...others];
}
