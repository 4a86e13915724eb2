// SPDX-License-Identifier: BSD-3-Clause
// Numbers as `tarry report` writes them: four significant digits and a unit.

type Scale = [size: number, name: string];

const LEAST_SECONDS = 5e-13; // what is less comes from adding up binary fractions
const SECONDS: Scale[] = [[1, " s"], [1e-3, " ms"], [1e-6, " us"], [1e-9, " ns"]];
const COUNTS: Scale[] = [[1e12, " T"], [1e9, " G"], [1e6, " M"], [1, ""]];
const BYTES = ["B", "KiB", "MiB", "GiB", "TiB"];

function decimals(magnitude: number, slack = 0): number {
  if (magnitude >= 1000 - 100 * slack) return 0;
  if (magnitude >= 100 - 10 * slack) return 1;
  return magnitude >= 10 - slack ? 2 : 3;
}

const SURELY_EXACT = 1e9; // products below are wrong by less than a millionth

// Whether a number may lie in the middle between two that are written. Exact digits take long, and few numbers do.
function isNearHalf(value: number, digits: number): boolean {
  const scaled = Math.abs(value) * 10 ** digits;
  return scaled >= SURELY_EXACT || Math.abs(scaled - Math.floor(scaled) - 0.5) < 1e-6;
}

// Rounds halves to even, as the C++ library does; toFixed rounds them up. Only the exact digits tell.
function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  if (Math.abs(value) >= 1e21 || !isNearHalf(value, digits)) return text;
  const exact = Math.abs(value).toFixed(Math.min(digits + 60, 100));
  const cut = exact.indexOf(".") + 1 + digits;
  if (!/^50*$/.test(exact.slice(cut))) return text;
  const kept = exact.slice(0, cut).replace(/\.$/, "");
  const isEven = Number(kept[kept.length - 1]) % 2 === 0;
  return isEven ? (value < 0 ? "-" : "") + kept : text;
}

function rounded(magnitude: number): number {
  const unit = 10 ** (Math.floor(Math.log10(magnitude)) - 3);
  return Math.round(magnitude / unit) * unit;
}

function bytes(value: number): string {
  if (value === 0) return "0";
  let scaled = value;
  let unit = 0;
  for (; Math.round(Math.abs(scaled)) >= 1024 && unit + 1 < BYTES.length; ++unit) scaled /= 1024;
  const whole = unit === 0 && Number.isInteger(scaled);
  return `${fixed(scaled, whole ? 0 : decimals(Math.abs(scaled), 0.0005))} ${BYTES[unit]}`;
}

// `unit` is "sec", "occ" or "bytes", as in reports; a number of another unit is written as a count.
export function quantity(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "unknown";
  if (unit === "bytes") return bytes(value);
  const isTime = unit === "sec";
  const magnitude = Math.abs(value);
  if (magnitude === 0 || (isTime && magnitude < LEAST_SECONDS)) return isTime ? "0 s" : "0";
  const scales = isTime ? SECONDS : COUNTS;
  const shown = rounded(magnitude) * (1 + 1e-12); // 0.001 is no power of two
  const [size, name] = scales.find(([least]) => shown >= least) ?? scales[scales.length - 1]!;
  const whole = size === 1 && !isTime && Number.isInteger(value);
  return `${fixed(value / size, whole ? 0 : decimals(shown / size))}${name}`;
}

export function seconds(value: number): string {
  return quantity(value, "sec");
}

export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0 || !Number.isFinite(part / whole)) return "0.0 %";
  const share = (100 * part) / whole;
  if (Math.abs(share) < 0.05) return share < 0 ? ">-0.1 %" : "<0.1 %";
  return `${fixed(share, 1)} %`;
}

// The unit of a metric for labels.
export function unitName(unit: string): string {
  const names: Record<string, string> = { sec: "seconds", occ: "count", bytes: "bytes" };
  return names[unit] ?? unit;
}
