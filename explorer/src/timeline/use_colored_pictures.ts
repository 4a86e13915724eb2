// SPDX-License-Identifier: BSD-3-Clause
// The pictures of the timeline with their colors, in the order in which they lie over each other: the whole run, the
// window, and lines that were unfolded.
import { useMemo } from "react";

import type { Picture, State } from "../data/schema";
import { cellColors, type Mode } from "./cell_colors";
import { cellImage } from "./draw_cells";
import { type FoldedRows, pictureOfRows } from "./folded_rows";
import type { ColoredPicture } from "./scene";
import type { Theme } from "./state_colors";

export interface Look {
  states: State[];
  stateColors: string[];
  mode: Mode;
  region: string | null;
  theme: Theme;
  background: string;
}

function useColored(picture: Picture | null, { states, stateColors, mode, region, theme, background }: Look): ColoredPicture | null {
  return useMemo(() => {
    if (!picture) return null;
    const colors = cellColors(picture, { states, stateColors, theme, mode, region, background });
    return { picture, colors, image: cellImage(picture, colors) };
  }, [picture, states, stateColors, mode, region, theme, background]);
}

export interface Pictures {
  whole: Picture | null;
  picture: Picture | null;
  singles: Picture | null;
}

// `unfolded`: the lines of rows that are none any more. The list is a new one only if a picture is.
export function useColoredPictures({ whole, picture, singles }: Pictures, folded: FoldedRows | undefined, unfolded: ReadonlySet<number>, look: Look): ColoredPicture[] {
  const wholeShown = useMemo(() => (whole && folded ? pictureOfRows(whole, folded) : whole), [whole, folded]);
  const pictureShown = useMemo(() => (picture && folded ? pictureOfRows(picture, folded, (each) => !unfolded.has(each[0]!)) : picture), [picture, folded]);
  const singlesShown = useMemo(() => (singles && folded ? pictureOfRows(singles, folded, (each) => unfolded.has(each[0]!)) : null), [singles, folded]);
  const below = useColored(wholeShown, look);
  const above = useColored(pictureShown, look);
  const apart = useColored(singlesShown, look);
  return useMemo(() => [below, above, apart].filter((each): each is ColoredPicture => each !== null), [below, above, apart]);
}
