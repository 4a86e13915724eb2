// SPDX-License-Identifier: BSD-3-Clause
// The system: all locations > host > rank > thread. A rank that has one thread is a leaf.
import type { Location } from "../data/schema";
import { type Forest, forestOf, inclusive } from "./forest";

export interface SystemNode {
  kind: "machine" | "host" | "rank" | "thread";
  name: string;
  locations: number[]; // positions in the report's `locations`
}

export interface SystemTree {
  nodes: SystemNode[];
  forest: Forest;
  leafOf: Int32Array; // the node that stands for a location alone, by location
}

const STREAMS: Record<string, string> = { gpu: "GPU stream", metric: "metric source" };

function threadName(location: Location): string {
  return `${STREAMS[location.kind] ?? "thread"} ${location.thread}`;
}

const counted = new WeakMap<Location[], Map<number, number>>();

// Returns by rank how many locations it has; a list is counted once.
function locationCounts(locations: Location[]): Map<number, number> {
  const known = counted.get(locations);
  if (known) return known;
  const counts = new Map<number, number>();
  for (const { rank } of locations) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  counted.set(locations, counts);
  return counts;
}

// Returns a function that says what a location is called: its rank, and its thread where the rank has several, as in
// the tree.
export function locationNamer(locations: Location[]): (position: number) => string {
  const counts = locationCounts(locations);
  return (position) => {
    const { rank } = locations[position]!;
    return `rank ${rank}${counts.get(rank)! > 1 ? `, ${threadName(locations[position]!)}` : ""}`;
  };
}

export function locationNames(locations: Location[]): string[] {
  const nameOf = locationNamer(locations);
  return locations.map((_, position) => nameOf(position));
}

export function systemTreeOf(locations: Location[]): SystemTree {
  const nodes: SystemNode[] = [{ kind: "machine", name: "all locations", locations: [] }];
  const parents: (number | null)[] = [null];
  const known = new Map<string, number>();
  const node = (key: string, kind: SystemNode["kind"], name: string, parent: number): number => {
    const old = known.get(key);
    if (old !== undefined) return old;
    known.set(key, nodes.length);
    parents.push(parent);
    return nodes.push({ kind, name, locations: [] }) - 1;
  };
  const counts = locationCounts(locations);
  const leafOf = new Int32Array(locations.length);
  locations.forEach((location, position) => {
    const host = node(`host ${location.host}`, "host", location.host || "unknown host", 0);
    const rank = node(`rank ${location.rank} ${location.host}`, "rank", `rank ${location.rank}`, host);
    const chain = [0, host, rank];
    if (counts.get(location.rank)! > 1)
      chain.push(node(`location ${position}`, "thread", threadName(location), rank));
    for (const at of chain) nodes[at]!.locations.push(position);
    leafOf[position] = chain[chain.length - 1]!;
  });
  return { nodes, forest: forestOf(parents), leafOf };
}

// Returns the value of each node, with all that is below it.
export function systemSums({ forest, nodes, leafOf }: SystemTree, byLocation: ArrayLike<number>): Float64Array {
  const own = new Float64Array(nodes.length);
  const count = Math.min(leafOf.length, byLocation.length);
  for (let location = 0; location < count; ++location) own[leafOf[location]!]! += byLocation[location]!;
  return inclusive(forest, own);
}

// Returns the nodes that contain nothing but chosen locations and are as large as possible.
export function nodesOf(tree: SystemTree, locations: number[]): number[] {
  const isChosen = new Uint8Array(tree.leafOf.length);
  for (const location of locations) isChosen[location] = 1;
  const chosen = systemSums(tree, isChosen);
  const whole = tree.nodes.map((node, i) => node.locations.length > 0 && node.locations.length === chosen[i]);
  return tree.forest.order.filter((node) => {
    const parent = tree.forest.parents[node]!;
    return whole[node] && (parent < 0 || !whole[parent]);
  });
}
