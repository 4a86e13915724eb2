// SPDX-License-Identifier: BSD-3-Clause
// Asks for what is wanted now. Questions wait a little, so that a turn of the wheel costs one; an answer
// that comes after that of a later question is dropped.

export class LatestRequest<T> {
  private asked = 0;
  private answered = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly wait_ms: number,
    private readonly onAnswer: (answer: T) => void,
    private readonly onError: (message: string) => void,
  ) {}

  ask(question: () => Promise<T>, wait_ms = this.wait_ms): void {
    this.cancel();
    this.timer = setTimeout(() => this.send(question), wait_ms);
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
    question().then(
      (answer) => {
        if (number <= this.answered) return;
        this.answered = number;
        this.onAnswer(answer);
      },
      (error: unknown) => {
        if (number <= this.answered) return;
        this.answered = number;
        this.onError(error instanceof Error ? error.message : String(error));
      },
    );
  }
}
