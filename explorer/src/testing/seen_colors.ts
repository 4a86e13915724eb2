// SPDX-License-Identifier: BSD-3-Clause
// How different two colors are for people who see all colors, or cannot see red, green or blue: distances in Oklab
// after what each of them sees (Machado, Oliveira and Fernandes 2009). A distance of 0.02 is just seen side by side.
import { rgbOf } from "../timeline/state_colors";

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

const EYES: Matrix[] = [
  [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
];
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766],
];

const times = (matrix: Matrix, [x, y, z]: Triple) => matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple;

// Returns what each kind of eye sees.
export function seenColors(color: string): Triple[] {
  const linear = rgbOf(color).map((part) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as Triple;
  return EYES.map((eye) => times(TO_LAB, times(TO_CONES, times(eye, linear).map((part) => Math.min(Math.max(part, 0), 1)) as Triple).map(Math.cbrt) as Triple));
}

export function leastDistance(one: Triple[], other: Triple[]): number {
  return Math.min(...one.map((seen, eye) => Math.hypot(...seen.map((part, i) => part - other[eye]![i]!))));
}
