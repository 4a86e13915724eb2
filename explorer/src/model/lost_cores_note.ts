// SPDX-License-Identifier: BSD-3-Clause
import { percent, seconds } from "./quantity";

const NOTABLE = 0.1; // of all time

// Returns a sentence on time without a core, or null if there was little of it. Values are seconds of all threads:
// without a core, the part of it that was computation, and in all.
export function lostCoresNote(lost_s: number, computing_s: number, time_s: number): string | null {
  if (!(lost_s >= NOTABLE * time_s) || !(lost_s > 0)) return null;
  return (
    `For ${percent(lost_s, time_s)} of the time (${seconds(lost_s)} over all threads) a thread was ready to run and had no core; ` +
    `${seconds(computing_s)} of that were computation. With a core for each thread, other waits would remain.`
  );
}
