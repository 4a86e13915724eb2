// SPDX-License-Identifier: BSD-3-Clause
// Tells when something has lasted for a while, so that the page does not flicker where it takes no time. A transition
// of CSS with a delay would do, but the browser draws frames for it, and layers of their own, from its begin on.
import { useEffect, useState } from "react";

export const LATE_MS = 150;

export function useLate(lasts: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [lasts]);
  return lasts && isLate;
}
