// SPDX-License-Identifier: BSD-3-Clause
// Chooses the rank, or the thread of the only rank, whose time the flame graph shows.
interface RowChoiceProps {
  count: number; // of all ranks or threads of the run
  noun: string; // "rank" or "thread"
  rows: number[]; // their numbers
  row: number | null; // null: all
  onRow: (row: number | null) => void;
}

export function RowChoice({ count, noun, rows, row, onRow }: RowChoiceProps) {
  const at = row === null ? -1 : rows.indexOf(row);
  return (
    <p className="row-choice">
      <label>
        Time of{" "}
        <select value={row ?? ""} onChange={(event) => onRow(event.target.value === "" ? null : Number(event.target.value))}>
          <option value="">all {noun}s</option>
          {rows.map((number) => (
            <option key={number} value={number}>{`${noun} ${number}`}</option>
          ))}
        </select>
      </label>{" "}
      <button type="button" aria-label={`Previous ${noun}`} disabled={at <= 0} onClick={() => onRow(rows[at - 1]!)}>◀</button>{" "}
      <button type="button" aria-label={`Next ${noun}`} disabled={at === rows.length - 1} onClick={() => onRow(rows[at + 1]!)}>▶</button>
      {rows.length < count && <span className="muted"> {`Of ${count} ${noun}s, this page has the times of ${rows.length}.`}</span>}
    </p>
  );
}
