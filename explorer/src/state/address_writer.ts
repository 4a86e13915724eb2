// SPDX-License-Identifier: BSD-3-Clause
// Writes views into the address. A browser that gets a new address draws its own controls anew, which takes longer than
// many a click and the longer the more is selected, so the address follows once nobody has clicked for a moment.
import { addressOf } from "./address";
import type { ViewState } from "./view_state";

export const WRITE_MS = 250;

export class AddressWriter {
  private waiting: ViewState | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly history: Pick<History, "pushState" | "replaceState">) {}

  // The browser's Back button leads to the views that were written by `push` and to the last one before each of them.
  push(state: ViewState): void {
    this.flush();
    this.history.pushState(null, "", addressOf(state));
  }

  replace(state: ViewState): void {
    this.forget();
    this.waiting = state;
    this.timer = setTimeout(() => this.flush(), WRITE_MS);
  }

  // Writes what is waiting.
  flush(): void {
    const state = this.waiting;
    this.forget();
    if (state) this.history.replaceState(null, "", addressOf(state));
  }

  // Drops what is waiting.
  forget(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.waiting = null;
  }
}
