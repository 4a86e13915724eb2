// SPDX-License-Identifier: BSD-3-Clause
// Locations as cells in the plane: Cartesian grids, whose further dimensions are folded into planes
// beside each other, and hosts as boxes of ranks.
import type { Location, Topology } from "../data/schema";

export interface Cell {
  location: number; // position in the report
  x: number;
  y: number;
  text: string; // where it is
}

export interface Box {
  title: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Grid {
  cells: Cell[];
  boxes: Box[];
  width: number; // in cells
  height: number;
}

const TITLE_ROWS = 1; // above a box
const GAP = 1;

// Puts boxes of one size beside each other, as many in a row as make the whole nearly as wide as 2 to 1.
function arranged(count: number, width: number, height: number, hasTitles: boolean): { at: (box: number) => [number, number]; width: number; height: number } {
  const outer = height + (hasTitles ? TITLE_ROWS : 0);
  const across = Math.max(1, Math.min(count, Math.round(Math.sqrt((2 * count * (outer + GAP)) / (width + GAP)))));
  const down = Math.ceil(count / across);
  return {
    at: (box) => [(box % across) * (width + GAP), Math.floor(box / across) * (outer + GAP) + (hasTitles ? TITLE_ROWS : 0)],
    width: across * (width + GAP) - GAP,
    height: down * (outer + GAP) - GAP,
  };
}

const dimensionName = (topology: Topology, i: number) => topology.dimensions[i]?.name || "xyzuvw"[i] || `dimension ${i}`;

// Says what a person sees, for the grid of a topology or, without one, for the hosts.
export function gridText(topology: Topology | undefined): string {
  const what = "Each square is a rank or thread, with the number of its rank; a click selects it.";
  if (!topology) return `${what} A frame is a host.`;
  const { length } = topology.dimensions;
  const name = (i: number) => dimensionName(topology, i);
  if (length <= 1) return `${what} ${name(0)} grows from left to right, and on in the next line.`;
  const further = Array.from({ length: length - 2 }, (_, i) => name(i + 2));
  const frames = further.length > 0 ? ` A frame has all ranks with the same ${further.join(" and ")}.` : "";
  const closed = topology.dimensions.flatMap(({ periodic }, i) => (periodic ? [name(i)] : []));
  const ring = closed.length > 0 ? ` The first and the last in ${closed.join(", ")} are neighbors.` : "";
  return `${what} ${name(0)} grows from left to right, ${name(1)} from top to bottom.${frames}${ring}`;
}

// Returns the grid of a topology. The first two dimensions lie in a plane; a long line is broken into rows.
export function cartesianGrid(topology: Topology): Grid {
  const sizes = topology.dimensions.map(({ size }) => size);
  const columns = Math.max(sizes[0] ?? 1, 1);
  if (sizes.length <= 1) {
    const across = columns <= 64 ? columns : Math.ceil(Math.sqrt(2 * columns));
    const cells = topology.coordinates.map(([location, at]) => ({
      location: location!, x: at! % across, y: Math.floor(at! / across), text: `${dimensionName(topology, 0)} ${at}`,
    }));
    return { cells, boxes: [], width: across, height: Math.ceil(columns / across) };
  }
  const rows = Math.max(sizes[1]!, 1);
  const planes = sizes.slice(2).reduce((product, size) => product * Math.max(size, 1), 1);
  const place = arranged(planes, columns, rows, planes > 1);
  const planeOf = (coordinates: number[]) =>
    sizes.slice(2).reduceRight((plane, size, i) => plane * Math.max(size, 1) + (coordinates[i + 3] ?? 0), 0);
  const cells = topology.coordinates.map((coordinates) => {
    const [left, top] = place.at(planeOf(coordinates));
    const text = sizes.map((_, i) => `${dimensionName(topology, i)} ${coordinates[i + 1]}`).join(", ");
    return { location: coordinates[0]!, x: left + coordinates[1]!, y: top + coordinates[2]!, text };
  });
  const boxes = Array.from({ length: planes > 1 ? planes : 0 }, (_, plane) => {
    let rest = plane;
    const title = sizes.slice(2).map((size, i) => {
      const at = rest % Math.max(size, 1);
      rest = Math.floor(rest / Math.max(size, 1));
      return `${dimensionName(topology, i + 2)} ${at}`;
    });
    const [x, y] = place.at(plane);
    return { title: title.join(", "), x, y, width: columns, height: rows };
  });
  return { cells, boxes, width: place.width, height: place.height };
}

// Returns a box for each host with its locations in the order of the report.
export function machineGrid(locations: Location[]): Grid {
  const hosts = new Map<string, number[]>();
  locations.forEach(({ host }, position) => {
    const found = hosts.get(host);
    if (found) found.push(position);
    else hosts.set(host, [position]);
  });
  const largest = Math.max(1, ...[...hosts.values()].map((each) => each.length));
  // At least as wide as a title is.
  const across = Math.max(Math.min(largest, 4), Math.ceil(Math.sqrt(largest)));
  const down = Math.ceil(largest / across);
  const place = arranged(hosts.size, across, down, true);
  const cells: Cell[] = [];
  const boxes = [...hosts].map(([title, members], host) => {
    const [x, y] = place.at(host);
    members.forEach((location, i) => cells.push({ location, x: x + (i % across), y: y + Math.floor(i / across), text: title }));
    return { title, x, y, width: across, height: down };
  });
  return { cells, boxes, width: place.width, height: place.height };
}
