// SPDX-License-Identifier: BSD-3-Clause
// Who sends to whom: messages, bytes, or the waiting of receivers or senders, for each pair of ranks.
import { useMemo } from "react";

import type { Communication, Location, Traffic } from "../data/schema";
import { csv } from "../model/csv";
import { quantity } from "../model/quantity";
import type { Amount } from "../state/view_state";
import { usePageColors } from "./page_colors";
import { PlotFigure } from "./plot_figure";
import { fileName } from "./save_picture";
import { matrixOptions, ranksOfBin } from "./topology_options";
import { valueScale } from "./value_colors";
import { ValueLegend } from "./value_legend";

const NAMES: [Amount, string, unit: string, none: string][] = [
  ["bytes", "Bytes", "bytes", "No messages were sent."],
  ["messages", "Messages", "occ", "No messages were sent."],
  ["waited_s", "Waiting of receivers", "sec", "No receiver waited for a sender."],
  ["sender_waited_s", "Waiting of senders", "sec", "No sender waited for a receiver."],
];

export interface MessageMatrixProps {
  communication: Communication;
  ranks: number;
  locations: Location[];
  width: number;
  amount: Amount;
  onAmount: (amount: Amount) => void;
  onSelect: (locations: number[]) => void;
}

export function MessageMatrix({ communication, ranks, locations, width, amount, onAmount, onSelect }: MessageMatrixProps) {
  const { traffic, ranks_in_bin: inBin } = communication;
  const colors = usePageColors();
  const [, name, unit, none] = NAMES.find(([each]) => each === amount)!;
  const pairs = useMemo(() => traffic.map((each) => ({ from: each.from, to: each.to, value: each[amount] })).filter(({ value }) => value > 0), [traffic, amount]);
  const scale = useMemo(() => valueScale(pairs.map(({ value }) => value), colors.theme), [pairs, colors.theme]);
  const options = useMemo(() => matrixOptions(pairs, ranks, inBin, unit, scale, colors, width), [pairs, ranks, inBin, unit, scale, colors, width]);
  const table = () =>
    csv(["from", "to", "messages", "bytes", "waiting of receivers (s)", "waiting of senders (s)"], traffic.map((each) => [ranksOfBin(each.from, inBin, ranks), ranksOfBin(each.to, inBin, ranks), each.messages, each.bytes, each.waited_s, each.sender_waited_s]));
  const place = ({ from, to }: Pick<Traffic, "from" | "to">) => `${ranksOfBin(from, inBin, ranks)} to ${ranksOfBin(to, inBin, ranks)}`;
  const total = pairs.reduce((sum, { value }) => sum + value, 0);
  const largest = pairs.reduce((best, each) => (best === null || each.value > best.value ? each : best), null as (typeof pairs)[number] | null);
  const summary = largest
    ? `${quantity(total, unit)} in all; most from ${place(largest)}: ${quantity(largest.value, unit)}.`
    : none;
  const isOf = (bin: number, rank: number) => Math.floor(rank / inBin) === bin;
  const pick = (_: string, index: number) => {
    const pair = pairs[index];
    if (pair) onSelect(locations.flatMap(({ rank }, i) => (isOf(pair.from, rank) || isOf(pair.to, rank) ? [i] : [])));
  };
  return (
    <div className="message-matrix">
      <div className="plot-choice" role="group" aria-label="Amount">
        {NAMES.map(([each, text]) => (
          <button type="button" key={each} aria-pressed={each === amount} onClick={() => onAmount(each)}>{text}</button>
        ))}
      </div>
      <ValueLegend scale={scale} unit={unit} title={name} />
      <PlotFigure name={fileName("messages", name)} label={`${name} from each sending to each receiving rank. ${summary}`} options={options} table={table} onPick={pick} />
      <p>{summary}</p>
      {inBin > 1 && <p className="muted">Each cell stands for {inBin} sending and {inBin} receiving ranks, since there are too many pairs.</p>}
      <p className="muted">
        Point-to-point messages of the whole run; collective and one-sided operations are not in it. Receivers wait in Late Sender, for
        the message of a call that was sent last; senders wait in Late Receiver, for the receive of a call that was posted last.
      </p>
    </div>
  );
}
