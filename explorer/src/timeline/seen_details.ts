// SPDX-License-Identifier: BSD-3-Clause
// A page without a server has details of few windows, mostly of the whole run. What is counted below the
// picture is what lies in the visible window.
import type { Details } from "../data/schema";
import type { TimeWindow } from "./visible_window";
import type { WaitFan } from "./wait_fans";

// Returns what lies in the window. Lists that lack something stay as they are: nobody knows how much of the
// rest lies there.
export function seenDetails(details: Details, [from, to]: TimeWindow): Details {
  const isSeen = (begin_s: number, end_s: number) => begin_s < to && end_s > from;
  const slices = details.slices?.filter(({ begin_s, end_s }) => isSeen(begin_s, end_s)) ?? null;
  const messages = details.messages.filter(({ sent_s, received_s }) => isSeen(sent_s, received_s));
  const path = details.path.filter(({ begin_s, end_s }) => isSeen(begin_s, end_s));
  const allMessages = details.messages.length === details.message_count;
  const wholePath = details.path.length === details.path_count;
  return {
    ...details,
    slices,
    ...(allMessages && { messages, message_count: messages.length }),
    ...(wholePath && { path, path_count: path.length }),
  };
}

export function seenFans(fans: WaitFan[], [from, to]: TimeWindow): WaitFan[] {
  return fans
    .map((fan) => ({ ...fan, waits: fan.waits.filter(({ begin_s }) => begin_s < to && fan.end_s > from) }))
    .filter(({ waits }) => waits.length > 0);
}
