// SPDX-License-Identifier: BSD-3-Clause
// Draws a distribution that nobody sees. The browser then has compiled what draws the first one that somebody sees, and
// what is known of the locations is known.
import * as Plot from "@observablehq/plot";

import type { Location } from "../data/schema";
import { distributionOptions } from "./distribution_options";
import { pageColors } from "./page_colors";

const WIDTH = 400; // pixels

export function unseenPlot(locations: Location[]): Element {
  const values = Float64Array.from(locations.keys());
  const shown = { values, locations, unit: "sec", title: "", selected: null, colors: pageColors(), width: WIDTH };
  return Plot.plot(distributionOptions("box", shown));
}
