// SPDX-License-Identifier: BSD-3-Clause
// The answer to a question that takes time. While a new one is on its way, the last one stays, so that
// nothing flickers.
import { type DependencyList, useEffect, useState } from "react";

export interface Answer<T> {
  value: T | null;
  error: string | null;
  isLoading: boolean;
}

export function useAnswer<T>(ask: () => Promise<T>, reasons: DependencyList): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, error: null, isLoading: true });
  useEffect(() => {
    let isWanted = true;
    setAnswer((last) => ({ ...last, isLoading: true }));
    ask().then(
      (value) => isWanted && setAnswer({ value, error: null, isLoading: false }),
      (error: unknown) =>
        isWanted && setAnswer({ value: null, error: error instanceof Error ? error.message : String(error), isLoading: false }),
    );
    return () => {
      isWanted = false;
    };
    // The caller lists what the question depends on.
  }, reasons);
  return answer;
}
