// SPDX-License-Identifier: BSD-3-Clause
import { describe, expect, it } from "vitest";

import type { State } from "../data/schema";
import { hexOf, mixed, PALETTES, rgbOf, stateColors, textOn } from "./state_colors";

const state = (name: string, kind = "user"): State => ({ name, kind });

describe("colors of states", () => {
  it("do not depend on the other states unless these want the same", () => {
    const alone = stateColors([state("solve")], "light")[0];
    const families = PALETTES.light.families;
    expect(stateColors([state("MPI_Send", "mpi"), state("solve"), state("open", "io")], "light")[1]).toBe(alone);
    expect(families.user).toContain(alone);
  });
  it("differ between the names of one family as long as it has colors", () => {
    const names = Array.from({ length: PALETTES.light.families.user.length }, (_, i) => state(`f${i}`));
    expect(new Set(stateColors(names, "light")).size).toBe(names.length);
    const more = stateColors([...names, state("one more")], "light");
    expect(more[names.length]).toBeDefined();
  });
  it("are the same for the same name", () => {
    const [first, second] = stateColors([state("a"), state("a")], "dark");
    expect(first).toBe(second);
  });
  it("show every wait in the one color that nothing else has", () => {
    for (const theme of ["light", "dark"] as const) {
      const { wait, families } = PALETTES[theme];
      expect(stateColors([state("Late Sender", "wait"), state("Wait at Barrier", "wait")], theme)).toEqual([wait, wait]);
      for (const [family, colors] of Object.entries(families)) if (family !== "wait") expect(colors).not.toContain(wait);
      expect(families.mpi.filter((color) => families.user.includes(color))).toEqual([]);
    }
  });
  // Red-green blindness after Viénot, Brettel and Mollon (1999).
  it("keep waits apart from all others for people who cannot tell red from green", () => {
    const seen = (color: string) => {
      const [r, g, b] = rgbOf(color).map((part) => (part / 255) ** 2.2) as [number, number, number];
      return [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
        .map(([x, y, z]) => 255 * Math.max(x! * r + y! * g + z! * b, 0) ** (1 / 2.2));
    };
    for (const theme of ["light", "dark"] as const) {
      const wait = seen(PALETTES[theme].wait);
      for (const kind of ["mpi", "user", "threads"] as const)
        for (const color of PALETTES[theme].families[kind]) {
          const other = seen(color);
          expect(Math.hypot(...wait.map((part, i) => part - other[i]!)), `${theme} ${color}`).toBeGreaterThan(30);
        }
    }
  });
});

it("mixes and writes colors", () => {
  expect(hexOf(mixed(rgbOf("#000000"), rgbOf("#ffffff"), 0.5))).toBe("#808080");
  expect(hexOf([1, 2, 3])).toBe("#010203");
  expect(textOn("#ffffff")).toBe("#111111");
  expect(textOn("#1f5fa8")).toBe("#ffffff");
});
