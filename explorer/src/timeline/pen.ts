// SPDX-License-Identifier: BSD-3-Clause
// What pictures are drawn with: on a canvas, or as the text of an SVG file. The code that draws is the
// same, so both show the same.

export interface TextStyle {
  color: string;
  anchor?: "start" | "middle" | "end";
  bold?: boolean;
  size?: number;
}

export interface Stroke {
  color: string;
  width?: number;
  dash?: number[];
}

export interface Pen {
  fill(x: number, y: number, width: number, height: number, color: string, alpha?: number): void;
  outline(x: number, y: number, width: number, height: number, stroke: Stroke): void;
  // Slanted lines.
  hatch(x: number, y: number, width: number, height: number, color: string): void;
  line(points: [number, number][], stroke: Stroke): void;
  disc(x: number, y: number, radius: number, color: string): void;
  // `y` is the middle of the text.
  text(x: number, y: number, text: string, style: TextStyle): void;
  // Draws what `draw` draws, as far as it lies inside.
  clipped(x: number, y: number, width: number, height: number, draw: () => void): void;
}

export const FONT = "system-ui, sans-serif";
const HATCH = 6;

// The lines of a hatch inside of a rectangle.
export function hatchLines(x: number, y: number, width: number, height: number): [number, number][][] {
  const lines: [number, number][][] = [];
  for (let at = HATCH / 2; at < width + height; at += HATCH) {
    const from = Math.min(at, width);
    const to = Math.max(0, at - height);
    lines.push([
      [x + from, y + at - from],
      [x + to, y + at - to],
    ]);
  }
  return lines;
}

export class CanvasPen implements Pen {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  fill(x: number, y: number, width: number, height: number, color: string, alpha = 1): void {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = color;
    this.context.fillRect(x, y, width, height);
    this.context.globalAlpha = 1;
  }

  outline(x: number, y: number, width: number, height: number, stroke: Stroke): void {
    this.use(stroke);
    this.context.strokeRect(x, y, width, height);
  }

  hatch(x: number, y: number, width: number, height: number, color: string): void {
    for (const points of hatchLines(x, y, width, height)) this.line(points, { color, width: 1.5 });
  }

  line(points: [number, number][], stroke: Stroke): void {
    this.use(stroke);
    this.context.beginPath();
    points.forEach(([x, y], i) => (i === 0 ? this.context.moveTo(x, y) : this.context.lineTo(x, y)));
    this.context.stroke();
  }

  disc(x: number, y: number, radius: number, color: string): void {
    this.context.fillStyle = color;
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fill();
  }

  text(x: number, y: number, text: string, { color, anchor = "start", bold = false, size = 12 }: TextStyle): void {
    this.context.font = `${bold ? "600 " : ""}${size}px ${FONT}`;
    this.context.textAlign = anchor === "middle" ? "center" : anchor;
    this.context.textBaseline = "middle";
    this.context.fillStyle = color;
    this.context.fillText(text, x, y);
  }

  clipped(x: number, y: number, width: number, height: number, draw: () => void): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, width, height);
    this.context.clip();
    draw();
    this.context.restore();
  }

  private use({ color, width = 1, dash = [] }: Stroke): void {
    this.context.strokeStyle = color;
    this.context.lineWidth = width;
    this.context.setLineDash(dash);
  }
}

export function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (found) => names[found]!).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "?");
}

const short = (value: number) => String(Math.round(value * 100) / 100);

export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private clips = 0;

  fill(x: number, y: number, width: number, height: number, color: string, alpha = 1): void {
    const opacity = alpha < 1 ? ` fill-opacity="${short(alpha)}"` : "";
    this.parts.push(`<rect ${this.box(x, y, width, height)} fill="${color}"${opacity}/>`);
  }

  outline(x: number, y: number, width: number, height: number, stroke: Stroke): void {
    this.parts.push(`<rect ${this.box(x, y, width, height)} fill="none"${this.stroke(stroke)}/>`);
  }

  hatch(x: number, y: number, width: number, height: number, color: string): void {
    for (const points of hatchLines(x, y, width, height)) this.line(points, { color, width: 1.5 });
  }

  line(points: [number, number][], stroke: Stroke): void {
    const path = points.map(([x, y]) => `${short(x)},${short(y)}`).join(" ");
    this.parts.push(`<polyline points="${path}" fill="none"${this.stroke(stroke)}/>`);
  }

  disc(x: number, y: number, radius: number, color: string): void {
    this.parts.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${color}"/>`);
  }

  text(x: number, y: number, text: string, { color, anchor = "start", bold = false, size = 12 }: TextStyle): void {
    const weight = bold ? ' font-weight="600"' : "";
    this.parts.push(
      `<text x="${short(x)}" y="${short(y)}" dy="0.35em" fill="${color}" font-size="${size}" text-anchor="${anchor}"${weight}>${escaped(text)}</text>`,
    );
  }

  clipped(x: number, y: number, width: number, height: number, draw: () => void): void {
    const id = `clip${++this.clips}`;
    this.parts.push(`<clipPath id="${id}"><rect ${this.box(x, y, width, height)}/></clipPath><g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }

  picture(width: number, height: number, title: string): string {
    const size = `width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${FONT}"><title>${escaped(title)}</title>${this.parts.join("")}</svg>\n`;
  }

  private box(x: number, y: number, width: number, height: number): string {
    return `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
  }

  private stroke({ color, width = 1, dash = [] }: Stroke): string {
    return ` stroke="${color}" stroke-width="${width}"${dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : ""}`;
  }
}
