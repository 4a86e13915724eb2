// SPDX-License-Identifier: BSD-3-Clause
// The colors that the page has now, for pictures that are not styled by rules: canvases and files. They
// change when a person changes the theme.
import { useEffect, useState } from "react";

export type Theme = "light" | "dark";

export interface PageColors {
  theme: Theme;
  paper: string;
  ink: string;
  line: string;
  accent: string;
  muted: string;
}

const DEFAULTS: Record<Theme, PageColors> = {
  light: { theme: "light", paper: "#ffffff", ink: "#1d2430", line: "#d5dbe3", accent: "#1f5fa8", muted: "#5a6372" },
  dark: { theme: "dark", paper: "#16191f", ink: "#e6e9ee", line: "#39414d", accent: "#7fb8f0", muted: "#a2acba" },
};
const DARK = "(prefers-color-scheme: dark)";

export function pageColors(root: HTMLElement = document.documentElement): PageColors {
  const named = root.dataset.theme;
  const prefersDark = typeof window.matchMedia === "function" && window.matchMedia(DARK).matches;
  const theme: Theme = named === "dark" || (named !== "light" && prefersDark) ? "dark" : "light";
  const style = getComputedStyle(root);
  const colors = { ...DEFAULTS[theme] };
  for (const key of ["paper", "ink", "line", "accent", "muted"] as const) {
    const value = style.getPropertyValue(`--${key}`).trim();
    if (/^#[0-9a-f]{6}$/i.test(value)) colors[key] = value;
  }
  return colors;
}

export function usePageColors(): PageColors {
  const [colors, setColors] = useState<PageColors>(() => pageColors());
  useEffect(() => {
    const read = () =>
      setColors((last) => {
        const now = pageColors();
        return JSON.stringify(last) === JSON.stringify(now) ? last : now;
      });
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
    const query = typeof window.matchMedia === "function" ? window.matchMedia(DARK) : null;
    query?.addEventListener("change", read);
    return () => {
      observer.disconnect();
      query?.removeEventListener("change", read);
    };
  }, []);
  return colors;
}
