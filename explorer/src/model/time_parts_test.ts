// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { partBounds, partColor } from "./time_parts";

it("draws parts one behind the other over the whole width", () => {
  const parts = [9, 3, 0.5].map((time_s, i) => ({ name: `part ${i}`, time_s, metrics: [] }));
  expect(partBounds(parts, 100)).toEqual([[0, 72], [72, 96], [96, 100]]);
});

it("gives parts that are often beside each other different colors", () => {
  const names = ["computation", "computation without a core", "waiting in MPI", "MPI_Init and MPI_Finalize", "other MPI",
    "waiting in OpenMP", "fork and join of OpenMP", "other OpenMP", "idle threads", "measurement and other"];
  for (const theme of ["light", "dark"] as const) expect(new Set(names.map((name) => partColor(name, theme))).size).toBe(names.length);
});
