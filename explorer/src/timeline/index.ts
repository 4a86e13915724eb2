// SPDX-License-Identifier: BSD-3-Clause
// Pictures over time. Components take props and callbacks and know no other state; colors come from
// the custom properties --ink, --paper, --line, --accent and --muted of the page. Positions of
// locations are those in `report.locations`, times are seconds since the begin of the trace.
//
// TimelineView   the timeline with its controls, legend and the profile of the visible window
//   source, timeline, report
//   window, onWindow            the visible window; null is the whole run
//   finding                     whose episode is marked; null marks none
//   selectedLocations           drawn with a mark in the margin; null selects none
//   selectedRegion              other states are pale; null selects none
//   onSelect({ region?, metric?, locations? })   a click on a state, a wait state or a row
// TimelineStrip  the whole run in little space; a click or a drag opens the timeline there
//   source, timeline, report, onOpen(from_s, to_s), height? (pixels)
// ChainPicture   culprit, victims and waits of a finding's episode over time; nothing without one
//   report, finding, width?, height? (pixels)
export { ChainPicture } from "./chain_picture";
export { TimelineStrip } from "./timeline_strip";
export { TimelineView } from "./timeline_view";
