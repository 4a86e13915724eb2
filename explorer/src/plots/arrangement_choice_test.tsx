// SPDX-License-Identifier: BSD-3-Clause
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { ArrangementChoice } from "./arrangement_choice";

const markup = (names: string[]) => renderToStaticMarkup(<ArrangementChoice names={names} chosen={1} onChoice={() => {}} />);

it("has a button for each of a few arrangements", () => {
  expect(markup(["4 x 3 ranks", "Hosts"]).match(/<button/g)).toHaveLength(2);
  expect(markup(["4 x 3 ranks", "Hosts"])).toContain('aria-pressed="true">Hosts<');
});

it("is a list for many arrangements", () => {
  const many = markup(Array.from({ length: 200 }, (_, i) => `row ${i}`));
  expect(many).not.toContain("<button");
  expect(many.match(/<option/g)).toHaveLength(200);
  expect(many).toContain('value="1" selected="">row 1<');
});
