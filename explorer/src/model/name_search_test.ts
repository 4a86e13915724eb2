// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { countFound, foundNames } from "./name_search";

it("searches without regard to case, and takes signs literally", () => {
  const names = ["MPI_Waitall", "!$omp parallel", "main", "rank 10", "rank 2"];
  expect([...foundNames(names, " wait")!]).toEqual([1, 0, 0, 0, 0]);
  expect([...foundNames(names, "$OMP")!]).toEqual([0, 1, 0, 0, 0]);
  expect([...foundNames(names, ".*")!]).toEqual([0, 0, 0, 0, 0]);
  expect(countFound(foundNames(names, "rank"))).toBe(2);
});

it("finds nothing without a text", () => {
  expect(foundNames(["main"], " ")).toBe(null);
  expect(countFound(null)).toBe(0);
});

it("puts a list of names into small letters once, whatever is searched in it", () => {
  let calls = 0;
  const name = { toLowerCase: () => (++calls, "name") } as unknown as string;
  const names = [name];
  for (const search of ["n", "na", "x"]) foundNames(names, search);
  expect(calls).toBe(1);
});
