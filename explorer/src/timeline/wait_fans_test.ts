// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Slice, State } from "../data/schema";
import { sliceIndex } from "./slices";
import { waitFans } from "./wait_fans";

const STATES: State[] = [
  { name: "solve", kind: "user" },
  { name: "MPI_Allreduce", kind: "mpi" },
  { name: "MPI_Send", kind: "mpi" },
  { name: "Wait at N x N", kind: "wait", metric: "mpi_wait_nxn" },
];
const slice = (line: number, state: number, begin_s: number, end_s: number, depth = 1): Slice => ({ line, state, begin_s, end_s, depth });
const reduce = (line: number, begin_s: number, wait: boolean) => [
  slice(line, 1, begin_s, 6),
  ...(wait ? [slice(line, 3, begin_s, 5, 2)] : []),
];

it("leads from the last to enter to all that waited for it", () => {
  const slices = [...reduce(0, 2, true), ...reduce(1, 5, false), ...reduce(2, 3, true), slice(1, 0, 0, 5)];
  expect(waitFans(sliceIndex(slices), STATES)).toEqual([
    { state: 3, end_s: 5, from: 1, waits: [{ line: 0, begin_s: 2 }, { line: 2, begin_s: 3 }] },
  ]);
});

it("prefers the same operation to another call at the same time", () => {
  const slices = [...reduce(0, 2, true), ...reduce(1, 5, false), slice(2, 2, 5, 7)];
  expect(waitFans(sliceIndex(slices), STATES)[0]?.from).toBe(1);
});

it("names another call if only one begins then, and nobody otherwise", () => {
  const late = [...reduce(0, 2, true), slice(2, 2, 5, 7)];
  expect(waitFans(sliceIndex(late), STATES)[0]?.from).toBe(2);
  expect(waitFans(sliceIndex([...late, slice(3, 2, 5, 7)]), STATES)).toEqual([]);
  expect(waitFans(sliceIndex(reduce(0, 2, true)), STATES)).toEqual([]);
  expect(waitFans(sliceIndex([...reduce(0, 2, true), slice(2, 0, 5, 7)]), STATES)).toEqual([]); // computing ends no wait
});
