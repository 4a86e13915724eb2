// SPDX-License-Identifier: BSD-3-Clause
import type { Details } from "../data/schema";

const counted = (count: number) => count.toLocaleString("en-US");

// Says which messages are drawn: 200 of 13,412 messages, the longest on their way.
export function messagesText({ messages, message_count }: Pick<Details, "messages" | "message_count">): string {
  if (message_count === 0) return "no messages";
  if (messages.length >= message_count) return message_count === 1 ? "1 message" : `all ${counted(message_count)} messages`;
  return `${counted(messages.length)} of ${counted(message_count)} messages, the longest on their way`;
}

export function slicesText({ slices, slice_count }: Pick<Details, "slices" | "slice_count">): string {
  if (slices) return `${counted(slices.length)} visits, nested`;
  return `${counted(slice_count)} visits are too many to draw nested; zoom in to see them`;
}
