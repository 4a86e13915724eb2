// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { leastDistance, seenColors } from "../testing/seen_colors";
import { DOINGS, frameColor, shadesOf } from "./label_colors";

it.each(["light", "dark"] as const)("has shades that are like the color of their kind in the legend, in the %s theme", (theme) => {
  const distance = (one: string, other: string) => leastDistance(seenColors(one).slice(0, 1), seenColors(other).slice(0, 1));
  for (const [doing] of DOINGS)
    for (const shade of shadesOf(doing, theme)) {
      const [nearest] = [...DOINGS].sort(([a], [b]) => distance(shade, shadesOf(a, theme)[0]!) - distance(shade, shadesOf(b, theme)[0]!));
      expect(nearest![0], shade).toBe(doing);
    }
});

it("gives a name the same shade each time", () => {
  expect(frameColor("solve", "computation", "light")).toBe(frameColor("solve", "computation", "light"));
  expect(shadesOf("wait", "dark")).toContain(frameColor("MPI_Wait", "wait", "dark"));
});
