// SPDX-License-Identifier: BSD-3-Clause
// The gain as a part of the run, with the range in which it lies.
import type { Finding } from "../../data/schema";
import { seconds } from "../../model/quantity";

const WIDTH = 320;
const HEIGHT = 14;

export function GainBar({ finding, duration_s }: { finding: Finding; duration_s: number }) {
  if (!(duration_s > 0)) return null;
  const x = (value: number) => Math.min(Math.max((value / duration_s) * WIDTH, 0), WIDTH);
  const low = Number.isFinite(finding.gain_low_s) ? finding.gain_low_s : finding.gain_s;
  const high = Number.isFinite(finding.gain_high_s) ? finding.gain_high_s : finding.gain_s;
  const label = `Gain ${seconds(finding.gain_s)}, from ${seconds(low)} to ${seconds(high)}, of ${seconds(duration_s)}`;
  return (
    <svg className="gain-bar" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <rect className="run" x="0" y="4" width={WIDTH} height="6" />
      <rect className="gain" x="0" y="4" width={x(finding.gain_s)} height="6" />
      <line className="range" x1={x(low)} x2={x(high)} y1="7" y2="7" />
      <line className="range" x1={x(low)} x2={x(low)} y1="2" y2="12" />
      <line className="range" x1={x(high)} x2={x(high)} y1="2" y2="12" />
    </svg>
  );
}
