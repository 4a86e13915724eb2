// SPDX-License-Identifier: BSD-3-Clause
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { TimelineLegend, type TimelineLegendProps } from "./timeline_legend";

const nothing: TimelineLegendProps = {
  profile: null, states: [], stateColors: { colors: [], isOther: [] }, theme: "light", paper: "#ffffff", mode: "what", selectedRegion: null, isSelected: () => false,
  onEverything: null, hasMarks: false, hasIndirect: false, hasMessages: false, hasFans: false, hasPath: false, curve: null, onSelect: () => {},
};
const text = (props: Partial<TimelineLegendProps>) => renderToStaticMarkup(<TimelineLegend {...nothing} {...props} />).replace(/<[^>]*>/g, "");

it("says what the lines over the bars mean, and only of those that are drawn", () => {
  expect(text({})).toBe("paler: took less of the column");
  expect(text({ hasMessages: true })).toContain("message: from its sending to the dot, where it was received");
  expect(text({ hasFans: true })).toContain("who ended a wait: from the dot, where the last one came, to where each began to wait for it");
  expect(text({ hasPath: true })).toContain("critical path: the band is on the line that determines how long the run takes");
  expect(text({ hasMarks: true })).toContain("cause lies in the time since the ranks last met1 wait for the cause");
  expect(text({ curve: "FLOPS: a line's bottom is 0" })).toContain("FLOPS: a line&#x27;s bottom is 0");
});

it("names states with a color of their own, and says once what share a color", () => {
  const states = ["MPI_Recv", "MPI_Test", "MPI_Iprobe", "solve"].map((name) => ({ name, kind: name.startsWith("MPI") ? "mpi" : "user" }));
  const stateColors = { colors: ["#000001", "#000002", "#000002", "#000003"], isOther: [false, true, true, false] };
  const profile = { total_s: 10, waiting_s: 0, entries: [1, 3, 0, 2].map((state, i) => ({ state, time_s: 4 - i })) };
  expect(text({ profile, states, stateColors })).toBe("solveMPI_Recv other calls of MPIpaler: took less of the column");
  expect(renderToStaticMarkup(<TimelineLegend {...nothing} {...{ profile, states, stateColors }} />)).toContain('title="MPI_Test, MPI_Iprobe"');
});
