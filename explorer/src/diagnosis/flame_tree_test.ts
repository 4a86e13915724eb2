// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { sampleDiagnosis } from "../testing/sample_diagnosis";
import { flameCsv, flameText } from "./flame_text";
import { boxOfFrame, flamePath, flameTree, foundFrames, neighborOf, placedBoxes, ROOT } from "./flame_tree";

const { frames, kind_times, picture } = sampleDiagnosis();
const root = flameTree(frames, kind_times[0]!);
const box = (frame: number) => boxOfFrame(root, frame);

it("adds up times from callee to caller, and sorts what is called by time", () => {
  expect(root.value).toBe(15.5);
  expect(box(0).value).toBe(15.5);
  expect(box(2).value).toBe(5.5);
  expect(box(0).children!.map(({ data }) => data.frame)).toEqual([1, 2]);
  expect(flamePath(box(3))).toEqual(["main", "MPI_Barrier", "poll"]);
  expect(flameTree(frames, []).value).toBe(0);
  expect(flameTree(frames, kind_times.flat()).value).toBe(20); // a frame may come twice
});

it("gives each frame a width in proportion to its time, within its caller", () => {
  expect(box(1).x1 - box(1).x0).toBeCloseTo(9.5 / 15.5);
  expect(box(2).x0).toBeCloseTo(box(1).x1);
  expect(box(3).x0).toBeGreaterThanOrEqual(box(2).x0);
  expect(box(3).depth).toBe(3);
});

it("gives an enlarged frame and its callers the whole width, and leaves out what is beside", () => {
  const placed = placedBoxes(box(2), 110);
  expect(placed.map(({ box: each }) => each.data.frame)).toEqual([ROOT, 0, 2, 3]);
  expect(placed.slice(0, 3).map(({ width }) => width)).toEqual([110, 110, 110]);
  expect(placed[3]!.width).toBeCloseTo(80);
  expect(placedBoxes(root, 2).some(({ box: each }) => each.data.frame === 3)).toBe(false); // too narrow
});

it("finds frames by a part of their name, and counts the time of nested ones once", () => {
  const twice = flameTree([[-1, "mpi_a", 0], [0, "MPI_b", 0]], [0, 1, 1, 2]);
  expect(foundFrames(twice, "mpi")).toEqual({ frames: new Set([0, 1]), seconds: 3 });
  expect(foundFrames(root, " BARRIER ")).toEqual({ frames: new Set([2]), seconds: 5.5 });
  expect(foundFrames(root, "all").frames.size).toBe(0); // the root is no frame
  expect(foundFrames(root, " ").frames.size).toBe(0);
});

it("is moved in by keys", () => {
  expect(neighborOf(root, "ArrowDown")).toBe(box(0));
  expect(neighborOf(box(0), "ArrowDown")).toBe(box(1));
  expect(neighborOf(box(1), "ArrowRight")).toBe(box(2));
  expect(neighborOf(box(2), "ArrowRight")).toBe(box(2));
  expect(neighborOf(box(2), "ArrowLeft")).toBe(box(1));
  expect(neighborOf(box(2), "ArrowUp")).toBe(box(0));
  expect(neighborOf(root, "ArrowUp")).toBe(root);
});

it("writes frames in words and as a table", () => {
  expect(flameText(root, root, picture.labels)).toBe("all call paths: 15.50 s, 100.0 %");
  expect(flameText(box(2), root, picture.labels)).toBe("MPI_Barrier [synchronization]: 5.500 s, 35.5 %, 1.500 s of it itself");
  const rows = flameCsv(root, picture.labels).trim().split("\r\n");
  expect(rows).toHaveLength(5);
  expect(rows[4]).toBe(`main/MPI_Barrier/poll,synchronization,4,4,${4 / 15.5}`);
});

it("takes a frame that is not there for the root", () => {
  expect(boxOfFrame(root, 99)).toBe(root);
  expect(boxOfFrame(flameTree(frames, kind_times[1]!), 3).data.frame).toBe(ROOT);
});
