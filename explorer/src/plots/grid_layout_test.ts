// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Topology } from "../data/schema";
import { cartesianGrid, gridText, machineGrid } from "./grid_layout";
import { valueScale } from "./value_colors";

function topology(...sizes: number[]): Topology {
  const count = sizes.reduce((product, size) => product * size, 1);
  const coordinates = Array.from({ length: count }, (_, i) => {
    let rest = i;
    return [i, ...sizes.map((size) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return at;
    })];
  });
  return { name: "t", dimensions: sizes.map((size) => ({ size, periodic: false })), coordinates };
}

const places = (cells: { x: number; y: number }[]) => new Set(cells.map(({ x, y }) => `${x},${y}`));

it("shows two dimensions as they are", () => {
  const { cells, width, height, boxes } = cartesianGrid(topology(4, 3));
  expect([width, height, boxes.length]).toEqual([4, 3, 0]);
  expect(cells[5]).toEqual({ location: 5, x: 1, y: 1, text: "x 1, y 1" });
});

it("folds the third dimension into planes that do not overlap", () => {
  const { cells, boxes, width, height } = cartesianGrid(topology(4, 3, 5));
  expect(boxes.map(({ title }) => title)).toEqual(["z 0", "z 1", "z 2", "z 3", "z 4"]);
  expect(places(cells).size).toBe(60);
  cells.forEach(({ location, x, y }) => {
    const box = boxes[Math.floor(location / 12)]!;
    expect([x - box.x, y - box.y]).toEqual([location % 4, Math.floor(location / 4) % 3]);
    expect(x < width && y < height).toBe(true);
  });
  // A free cell lies between planes, and one above each for its title.
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) expect(Math.abs(a.x - b.x) >= 5 || Math.abs(a.y - b.y) >= 5).toBe(true);
});

it("folds more dimensions too", () => {
  const { cells, boxes } = cartesianGrid(topology(2, 2, 2, 3));
  expect(places(cells).size).toBe(24);
  expect(boxes[3]!.title).toBe("z 1, u 1");
});

it("breaks a long line into rows", () => {
  const { cells, width, height } = cartesianGrid(topology(100));
  expect(height).toBeGreaterThan(1);
  expect(width * height).toBeGreaterThanOrEqual(100);
  expect(places(cells).size).toBe(100);
  expect(cartesianGrid(topology(8)).height).toBe(1);
});

it("makes a box of each host", () => {
  const locations = ["a", "b", "a", "b", "b"].map((host, id) => ({ id, rank: id, thread: 0, host, kind: "cpu" }));
  const { cells, boxes } = machineGrid(locations);
  expect(boxes.map(({ title }) => title)).toEqual(["a", "b"]);
  expect(places(cells).size).toBe(5);
  for (const { location, x, y, text } of cells) {
    const box = boxes.find(({ title }) => title === locations[location]!.host)!;
    expect(text).toBe(box.title);
    expect(x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height).toBe(true);
  }
});

it("colors from zero to the largest value, or symmetrically around zero", () => {
  const plain = valueScale([1, 4], "light");
  expect([plain.from, plain.to]).toEqual([0, 4]);
  const both = valueScale([-2, 1], "dark");
  expect([both.from, both.to]).toEqual([-2, 2]);
  expect(valueScale([], "light").color(0)).toBe(plain.stops[0]);
});

it("says what the squares and frames are, and which ends are neighbors", () => {
  const closed = topology(2, 2, 2);
  closed.dimensions[2]!.periodic = true;
  expect(gridText(closed)).toBe(
    "Each square is a rank or thread, with the number of its rank; a click selects it. x grows from left to right, y from top to bottom. " +
      "A frame has all ranks with the same z. The first and the last in z are neighbors.",
  );
  expect(gridText(topology(8))).toMatch(/x grows from left to right, and on in the next line\.$/);
  expect(gridText(undefined)).toMatch(/A frame is a host\.$/);
});
