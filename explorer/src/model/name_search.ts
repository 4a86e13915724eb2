// SPDX-License-Identifier: BSD-3-Clause
// Finds names that contain a text, whatever the case of its letters. Each list of names is put into small letters once.
const inSmall = new WeakMap<readonly string[], string[]>();

function inSmallLetters(names: readonly string[]): string[] {
  const known = inSmall.get(names);
  if (known) return known;
  const made = names.map((name) => name.toLowerCase());
  inSmall.set(names, made);
  return made;
}

// Returns for each name whether it is found; null without a search. The list must not change later.
export function foundNames(names: readonly string[], search: string): Uint8Array | null {
  const text = search.trim().toLowerCase();
  if (text === "") return null;
  const found = new Uint8Array(names.length);
  const small = inSmallLetters(names);
  for (let i = 0; i < small.length; ++i) if (small[i]!.includes(text)) found[i] = 1;
  return found;
}

export function countFound(found: Uint8Array | null): number {
  let count = 0;
  for (let i = 0; found && i < found.length; ++i) count += found[i]!;
  return count;
}
