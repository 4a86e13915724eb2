// SPDX-License-Identifier: BSD-3-Clause
// Says what the colors of a tree mean.
import { shareColor } from "../../model/colors";
import { MODE_NAMES, type Mode } from "../../model/shown_value";
import { useThemeName } from "../../state/theme_context";

const STEPS = 24;

export function ColorLegend({ mode, threshold }: { mode: Mode; threshold: number }) {
  const theme = useThemeName();
  const whole = mode === "absolute" ? MODE_NAMES.root : MODE_NAMES[mode];
  const least = +(threshold * 100).toFixed(3);
  return (
    <div className="legend" role="img" aria-label={`Colors: ${threshold > 0 ? `gray below ${least} %, then ` : ""}from blue at ${least} % to brown at 100 %, ${whole}`}>
      {threshold > 0 && <span className="swatch" style={{ background: shareColor(0, theme, threshold) }} />}
      {threshold > 0 && <span>below {least} %; from</span>}
      <span>{least} %</span>
      <span className="ramp">
        {Array.from({ length: STEPS }, (_, i) => (
          <span key={i} style={{ background: shareColor((i + 0.5) / STEPS, theme, 0) }} />
        ))}
      </span>
      <span>100 % ({whole})</span>
    </div>
  );
}
