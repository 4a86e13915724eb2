// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { explainedName, kindOf } from "./state_kind";

it("explains kinds, and regions that no program has", () => {
  expect(kindOf({ name: "solve", kind: "user" })).toMatchObject({ text: "computation", explanation: expect.stringContaining("own functions") });
  expect(kindOf({ name: "TRACING", kind: "user" })).toMatchObject({ text: "measurement", explanation: expect.stringContaining("not the program's") });
  expect(kindOf({ name: "toString", kind: "gpu" })).toEqual({ text: "gpu", explanation: "" });
  expect(explainedName({ name: "TRACE BUFFER FLUSH", kind: "user" })).toMatch(/^TRACE BUFFER FLUSH: .*full buffer/);
  expect(explainedName({ name: "solve", kind: "user" })).toBe("solve");
});
