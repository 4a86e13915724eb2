// SPDX-License-Identifier: BSD-3-Clause
// Says what the colors of a tree mean.
import { shareColor } from "../../model/colors";
import { MODE_NAMES, type Mode } from "../../model/shown_value";
import { useThemeName } from "../../state/theme_context";

const STEPS = 24;

export function ColorLegend({ mode, threshold }: { mode: Mode; threshold: number }) {
  const theme = useThemeName();
  const whole = mode === "absolute" ? MODE_NAMES.root : MODE_NAMES[mode];
  return (
    <div className="legend" role="img" aria-label={`Colors: gray below ${threshold * 100} %, then from blue at 0 % to brown at 100 %, ${whole}`}>
      <span className="swatch" style={{ background: shareColor(0, theme, threshold) }} />
      <span>below {+(threshold * 100).toFixed(3)} %</span>
      <span>0 %</span>
      <span className="ramp">
        {Array.from({ length: STEPS }, (_, i) => (
          <span key={i} style={{ background: shareColor((i + 0.5) / STEPS, theme, 0) }} />
        ))}
      </span>
      <span>100 % ({whole})</span>
    </div>
  );
}
