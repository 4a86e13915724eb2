// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import type { Details } from "../data/schema";
import { fansText, messagesText, pathText, slicesText } from "./message_text";
import { seenDetails, seenFans } from "./seen_details";
import type { TimeWindow } from "./visible_window";

const message = { from: 0, to: 1, bytes: 8, tag: 0 };
const whole: Details = {
  from_s: 0,
  to_s: 10,
  slices: [1, 5, 9].map((begin_s) => ({ line: 0, depth: 0, state: 0, begin_s, end_s: begin_s + 1 })),
  slice_count: 3,
  messages: [{ ...message, sent_s: 1, received_s: 2 }, { ...message, sent_s: 4, received_s: 6 }],
  message_count: 2,
  path: [{ line: 0, begin_s: 0, end_s: 5 }, { line: 1, begin_s: 5, end_s: 10 }],
  path_count: 2,
};
const window: TimeWindow = [5.5, 8];

it("counts what lies in the window, not what the page knows of the whole run", () => {
  const seen = seenDetails(whole, window);
  expect(slicesText(seen)).toBe("1 visit, nested");
  expect(messagesText(seen)).toBe("1 message");
  expect(pathText(seen)).toBe("the critical path is 1 piece here");
});

it("leaves lists alone that lack something", () => {
  const seen = seenDetails({ ...whole, message_count: 40, path_count: 30 }, window);
  expect(messagesText(seen)).toBe("2 of 40 messages, the longest on their way");
  expect(pathText(seen)).toBe("the critical path is 30 pieces here, of which the 2 longest are drawn");
});

it("counts the waits of which a part is seen", () => {
  const fans = [
    { state: 0, end_s: 6, from: 0, waits: [{ line: 1, begin_s: 5 }, { line: 2, begin_s: 5.9 }] },
    { state: 0, end_s: 3, from: 0, waits: [{ line: 1, begin_s: 2 }] },
  ];
  expect(fansText(seenFans(fans, window), true)).toBe("lines show who ended 2 waits");
  expect(fansText(seenFans(fans, [7, 8]), true)).toBe("nobody is seen who ended a wait");
});
