// SPDX-License-Identifier: BSD-3-Clause
// Finds names that contain a text, whatever the case of its letters. Each list of names is put into small letters once.
const small = new WeakMap<readonly string[], string[]>();

function inSmallLetters(names: readonly string[]): string[] {
  const known = small.get(names);
  if (known) return known;
  const made = names.map((name) => name.toLowerCase());
  small.set(names, made);
  return made;
}

// Returns for each name whether it is found; null without a search. The list must not change later.
export function foundNames(names: readonly string[], search: string): Uint8Array | null {
  const text = search.trim().toLowerCase();
  if (text === "") return null;
  const found = new Uint8Array(names.length);
  inSmallLetters(names).forEach((name, i) => {
    if (name.includes(text)) found[i] = 1;
  });
  return found;
}

export function countFound(found: Uint8Array | null): number {
  return found?.reduce((count, each) => count + each, 0) ?? 0;
}
