// SPDX-License-Identifier: BSD-3-Clause
// A plot of Observable Plot in the page, with its text alternative and buttons that save it. Plot's own
// style sheet is taken out, since the page's policy refuses it; plots.css has what it needs.
import * as Plot from "@observablehq/plot";
import { useEffect, useRef } from "react";

import { usePageColors } from "./page_colors";
import { saveCsv, saveSvg, saveSvgAsPng, standaloneSvg } from "./save_picture";

export interface PlotFigureProps {
  name: string; // of files
  label: string; // what the picture shows, for those who do not see it
  options: Plot.PlotOptions;
  table: () => string; // CSV
  // Called with the name of a mark and the position of what was clicked in its data.
  onPick: (mark: string, index: number) => void;
}

// Returns the mark that an element of a plot belongs to, and the position of its datum.
export function pickedAt(target: EventTarget | null): [mark: string, index: number] | null {
  if (!(target instanceof Element)) return null;
  const index = (target as Element & { __data__?: unknown }).__data__;
  const mark = target.parentElement?.closest("g[class^='pick-']")?.getAttribute("class")?.slice("pick-".length);
  return typeof index === "number" && mark ? [mark, index] : null;
}

export function PlotFigure({ name, label, options, table, onPick }: PlotFigureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const colors = usePageColors();
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    if (!frame.current) return;
    const plot = Plot.plot({ ...options, className: "tarry-plot" }) as unknown as SVGSVGElement;
    plot.querySelectorAll("style").forEach((style) => style.remove());
    // Parts of an image have no names of their own; Plot gives them some.
    for (const name of ["aria-label", "aria-description"])
      plot.querySelectorAll(`[${name}]`).forEach((part) => part.removeAttribute(name));
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", label);
    plot.addEventListener("click", (event) => {
      const found = pickedAt(event.target);
      if (found) pick.current(...found);
    });
    frame.current.replaceChildren(plot);
  }, [options, label]);

  const withSvg = (use: (svg: string, width: number, height: number) => void) => {
    const svg = frame.current?.querySelector("svg");
    if (svg) use(standaloneSvg(svg, colors.paper), svg.clientWidth, svg.clientHeight);
  };
  return (
    <div className="plot-figure">
      <div ref={frame} />
      <div className="plot-save">
        <button type="button" onClick={() => withSvg((svg, width, height) => void saveSvgAsPng(name, svg, width, height))}>PNG</button>
        <button type="button" onClick={() => withSvg((svg) => saveSvg(name, svg))}>SVG</button>
        <button type="button" onClick={() => saveCsv(name, table())}>CSV</button>
      </div>
    </div>
  );
}
