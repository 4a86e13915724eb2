// SPDX-License-Identifier: BSD-3-Clause
// The choice among arrangements of ranks: buttons for a few. A program may make a grid for each row
// of a large one; then it is a list.
const MOST_BUTTONS = 6;

interface ArrangementChoiceProps {
  names: string[];
  chosen: number;
  onChoice: (choice: number) => void;
}

export function ArrangementChoice({ names, chosen, onChoice }: ArrangementChoiceProps) {
  if (names.length > MOST_BUTTONS)
    return (
      <div className="plot-choice">
        <select aria-label="Arrangement" value={chosen} onChange={({ target }) => onChoice(Number(target.value))}>
          {names.map((name, i) => <option key={i} value={i}>{name}</option>)}
        </select>
      </div>
    );
  return (
    <div className="plot-choice" role="group" aria-label="Arrangement">
      {names.map((name, i) => (
        <button type="button" key={i} aria-pressed={i === chosen} onClick={() => onChoice(i)}>{name}</button>
      ))}
    </div>
  );
}
