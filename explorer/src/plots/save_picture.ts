// SPDX-License-Identifier: BSD-3-Clause
// Saves pictures as files. A picture in SVG gets the colors that it has on the page, since a file knows
// no style sheet.

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const TAKEN = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity", "font-family",
  "font-size", "font-weight", "text-anchor",
];

function save(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export function saveText(name: string, text: string, type: string): void {
  save(name, new Blob([text], { type }));
}

export function saveCsv(name: string, text: string): void {
  saveText(`${name}.csv`, text, "text/csv;charset=utf-8");
}

export function saveSvg(name: string, svg: string): void {
  saveText(`${name}.svg`, XML + svg, "image/svg+xml");
}

export function saveCanvas(name: string, canvas: HTMLCanvasElement): void {
  canvas.toBlob((blob) => blob && save(`${name}.png`, blob), "image/png");
}

// Returns the text of a picture that can stand alone.
export function standaloneSvg(svg: SVGSVGElement, background: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    for (const name of TAKEN) {
      const value = style.getPropertyValue(name);
      if (value) copies[i]!.setAttribute(name, value);
    }
    copies[i]!.removeAttribute("class");
    copies[i]!.removeAttribute("style");
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width = "0", height = "0"] = (copy.getAttribute("viewBox") ?? "").split(/[\s,]+/);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const attributes = { width: "100%", height: "100%", fill: background };
  Object.entries(attributes).forEach(([name, value]) => paper.setAttribute(name, value));
  copy.prepend(paper);
  if (!copy.hasAttribute("width")) copy.setAttribute("width", width);
  if (!copy.hasAttribute("height")) copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

// Saves a picture in SVG as PNG, at twice its size for sharp text.
export async function saveSvgAsPng(name: string, svg: string, width: number, height: number): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  saveCanvas(name, canvas);
}

// Makes a name that every file system takes.
export function fileName(...parts: string[]): string {
  const name = parts.join(" ").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return name.slice(0, 80) || "picture";
}
