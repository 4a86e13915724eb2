// SPDX-License-Identifier: BSD-3-Clause
// Light or dark: as the system wants it, until a person chooses.
import { useEffect, useState } from "react";

import type { Theme } from "../model/colors";

const KEY = "tarry-theme";
const DARK = "(prefers-color-scheme: dark)";

function stored(): Theme | null {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "light" || theme === "dark" ? theme : null;
  } catch {
    return null; // a page from disk may have no storage
  }
}

export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(
    () => stored() ?? (window.matchMedia?.(DARK).matches ? "dark" : "light"),
  );
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const toggle = () => {
    const other = theme === "dark" ? "light" : "dark";
    setTheme(other);
    try {
      localStorage.setItem(KEY, other);
    } catch {
      // then the choice holds for this page only
    }
  };
  return [theme, toggle];
}
