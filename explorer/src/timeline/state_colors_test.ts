// SPDX-License-Identifier: BSD-3-Clause
import { describe, expect, it } from "vitest";

import type { State } from "../data/schema";
import { leastDistance, seenColors } from "../testing/seen_colors";
import { familyOf, hexOf, mixed, PALETTES, rgbOf, stateColors, textOn, type Theme } from "./state_colors";

const state = (name: string, kind = "user"): State => ({ name, kind });

const NO_TIMES = new Map<string, number>();
const colorsOf = (states: State[], theme: Theme = "light", times: ReadonlyMap<string, number> = NO_TIMES) => stateColors(states, theme, times).colors;

describe("colors of states", () => {
  it("do not depend on the other states unless these want the same", () => {
    const alone = colorsOf([state("solve")])[0];
    const families = PALETTES.light.families;
    expect(colorsOf([state("MPI_Send", "mpi"), state("solve"), state("open", "io")])[1]).toBe(alone);
    expect(families.user).toContain(alone);
  });
  it.each(["user", "mpi", "openmp", "io"])("are different for the regions of kind %s with most time, and one for all others", (kind) => {
    const names = Array.from({ length: 30 }, (_, i) => `f${i}`);
    const times = new Map(names.map((name, i) => [name, (7 * i) % 30])); // each has another time
    const { colors, isOther } = stateColors(names.map((name) => state(name, kind)), "light", times);
    const count = PALETTES.light.families[familyOf(kind)].length;
    const own = colors.filter((_, i) => times.get(names[i]!)! >= 30 - count);
    expect(new Set(own).size).toBe(count);
    const others = colors.filter((_, i) => times.get(names[i]!)! < 30 - count);
    expect(new Set(others)).toEqual(new Set([PALETTES.light.others[familyOf(kind)]]));
    expect(own).not.toContain(others[0]);
    expect(isOther).toEqual(names.map((name) => times.get(name)! < 30 - count));
  });
  it("are the same for the same name", () => {
    const [first, second] = colorsOf([state("a"), state("a")], "dark");
    expect(first).toBe(second);
  });
  it("show every wait in the one color that nothing else has", () => {
    for (const theme of ["light", "dark"] as const) {
      const { wait, families } = PALETTES[theme];
      expect(colorsOf([state("Late Sender", "wait"), state("Wait at Barrier", "wait")], theme)).toEqual([wait, wait]);
      for (const [family, colors] of Object.entries(families)) if (family !== "wait") expect(colors).not.toContain(wait);
    }
  });
  it.each(["light", "dark"] as const)("are told apart by everybody in the %s theme, and from the paper", (theme) => {
    const { paper, families, others } = PALETTES[theme];
    const all = [...new Set([paper, ...Object.values(families).flat(), ...Object.values(others)])].filter((color) => color !== others.idle);
    const seen = all.map((color) => seenColors(color));
    for (let i = 0; i < all.length; ++i)
      for (let j = 0; j < i; ++j) expect(leastDistance(seen[i]!, seen[j]!), `${all[i]} ${all[j]}`).toBeGreaterThan(0.065);
  });
});

it("keeps regions far from the dark background, which shows through where they took little of a column", () => {
  const { paper, families } = PALETTES.dark;
  for (const color of [...families.user, ...families.mpi, ...families.threads, ...families.io])
    expect(leastDistance(seenColors(color), seenColors(paper)), color).toBeGreaterThan(0.2);
});

it("mixes and writes colors", () => {
  expect(hexOf(mixed(rgbOf("#000000"), rgbOf("#ffffff"), 0.5))).toBe("#808080");
  expect(hexOf([1, 2, 3])).toBe("#010203");
  expect(textOn("#ffffff")).toBe("#111111");
  expect(textOn("#1f5fa8")).toBe("#ffffff");
});
