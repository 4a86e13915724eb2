// SPDX-License-Identifier: BSD-3-Clause
// Asks for what is wanted now. Questions wait a little, so that a turn of the wheel costs one; an answer
// that comes after that of a later question is dropped.

export class LatestRequest<T> {
  private asked = 0;
  private answered = 0;
  private underway = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly wait_ms: number,
    private readonly onAnswer: (answer: T) => void,
    private readonly onError: (message: string) => void,
  ) {}

  // Whether no question waits or is on its way.
  get isIdle(): boolean {
    return this.timer === null && this.underway === 0;
  }

  // Without a time to wait, the question is sent at once.
  ask(question: () => Promise<T>, wait_ms = this.wait_ms): void {
    this.cancel();
    if (wait_ms === 0) this.send(question);
    else this.timer = setTimeout(() => this.send(question), wait_ms);
  }

  // Forgets the waiting question and drops answers on their way.
  stop(): void {
    this.cancel();
    this.answered = ++this.asked;
  }

  private cancel(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private send(question: () => Promise<T>): void {
    this.timer = null;
    const number = ++this.asked;
    ++this.underway;
    question().then(
      (answer) => {
        --this.underway;
        if (number <= this.answered) return;
        this.answered = number;
        this.onAnswer(answer);
      },
      (error: unknown) => {
        --this.underway;
        if (number <= this.answered) return;
        this.answered = number;
        this.onError(error instanceof Error ? error.message : String(error));
      },
    );
  }
}
