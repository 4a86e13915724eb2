// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { lostCoresNote } from "./lost_cores_note";

it("says how much of the time had no core, where it is much", () => {
  expect(lostCoresNote(1.4, 0.25, 4)).toBe(
    "For 35.0 % of the time (1.400 s over all threads) a thread was ready to run and had no core; 250.0 ms of that were " +
      "computation. With a core for each thread, other waits would remain.",
  );
  expect(lostCoresNote(0.39, 0.39, 4)).toBeNull();
  expect(lostCoresNote(0, 0, 0)).toBeNull();
});
