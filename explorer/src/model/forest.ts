// SPDX-License-Identifier: BSD-3-Clause
// Trees of metrics, call paths and locations by position: parents, children, and sums along them.

export interface Forest {
  parents: Int32Array; // -1 for a root
  children: number[][];
  roots: number[];
  order: number[]; // every node after its parent
}

// A node that is its own ancestor, as in a damaged report, becomes a root.
export function forestOf(parents: (number | null)[]): Forest {
  const count = parents.length;
  const forest: Forest = {
    parents: new Int32Array(count).fill(-1),
    children: parents.map(() => []),
    roots: [],
    order: [],
  };
  parents.forEach((parent, node) => {
    if (parent !== null && parent >= 0 && parent < count) forest.parents[node] = parent;
  });
  breakCycles(forest.parents);
  forest.parents.forEach((parent, node) => (parent < 0 ? forest.roots : forest.children[parent]!).push(node));
  const stack = [...forest.roots].reverse();
  while (stack.length > 0) {
    const node = stack.pop()!;
    forest.order.push(node);
    for (let i = forest.children[node]!.length; i-- > 0; ) stack.push(forest.children[node]![i]!);
  }
  return forest;
}

function breakCycles(parents: Int32Array): void {
  const seenFrom = new Int32Array(parents.length).fill(-1);
  for (let start = 0; start < parents.length; ++start)
    for (let node = start; node >= 0 && seenFrom[node]! !== start; node = parents[node]!) {
      if (seenFrom[node]! >= 0) break; // reached before, and sound
      seenFrom[node] = start;
      const parent = parents[node]!;
      if (parent >= 0 && seenFrom[parent] === start) parents[node] = -1;
    }
}

// Adds to each node the values of all nodes below it.
export function inclusive(forest: Forest, exclusive: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(exclusive);
  for (let i = forest.order.length; i-- > 0; ) {
    const node = forest.order[i]!;
    const parent = forest.parents[node]!;
    if (parent >= 0) sums[parent]! += sums[node]!;
  }
  return sums;
}

// Takes from each node the values of its children.
export function exclusive(forest: Forest, inclusiveSums: ArrayLike<number>): Float64Array {
  const rest = new Float64Array(inclusiveSums);
  forest.parents.forEach((parent, node) => {
    if (parent >= 0) rest[parent]! -= inclusiveSums[node]!;
  });
  return rest;
}

export function rootOf(forest: Forest, node: number): number {
  let at = node;
  while (forest.parents[at]! >= 0) at = forest.parents[at]!;
  return at;
}

// Returns the ancestors of a node, the nearest first.
export function ancestors(forest: Forest, node: number): number[] {
  const found: number[] = [];
  for (let at = forest.parents[node] ?? -1; at >= 0; at = forest.parents[at]!) found.push(at);
  return found;
}

// Returns the path from a root along the child with the largest value, down to a leaf.
export function largestPath(forest: Forest, values: ArrayLike<number>, from: number): number[] {
  const path = [from];
  for (let at = from; forest.children[at]!.length > 0; ) {
    at = forest.children[at]!.reduce((best, child) => (values[child]! > values[best]! ? child : best));
    path.push(at);
  }
  return path;
}
