// SPDX-License-Identifier: BSD-3-Clause
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { ProfileTable } from "./profile_table";

const states = [{ name: "solve", kind: "user" }, { name: "TRACING", kind: "user" }];
const entries = [{ state: 0, time_s: 6 }, { state: 1, time_s: 2 }, { state: null, time_s: 2 }];
const html = (profile: { total_s: number; waiting_s: number; entries: { state: number | null; time_s: number }[] }) =>
  renderToStaticMarkup(
    <ProfileTable profile={profile} states={states} stateColors={["#000001", "#000002"]} window={[0, 5]} lineCount={2} selectedRegion={null} onSelect={() => {}} />,
  );

it("says that it is approximate, and how much it does not know", () => {
  expect(html({ total_s: 10, waiting_s: 0, entries })).toContain("Approximate: a column of the picture knows only the state that took most of it");
  expect(html({ total_s: 10, waiting_s: 0, entries })).toContain("20.0 % of the time has no name here");
  expect(html({ total_s: 8, waiting_s: 0, entries: entries.slice(0, 2) })).not.toContain("has no name here");
});

it("says in words what kinds are, and what Tarry did itself", () => {
  const text = html({ total_s: 10, waiting_s: 0, entries });
  expect(text).toMatch(/<td title="The program&#x27;s own functions[^"]*">computation<\/td>/);
  expect(text).toMatch(/<td title="The measurement&#x27;s own work, not the program&#x27;s[^"]*">measurement<\/td>/);
});
