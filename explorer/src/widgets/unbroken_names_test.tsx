// SPDX-License-Identifier: BSD-3-Clause
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { partsOfNames, UnbrokenNames } from "./unbroken_names";

it("breaks names between their parts and never within a word", () => {
  expect(partsOfNames("main/LAMMPS_NS::PairLJCut<double,int>::compute(int, int) (pair.cpp:120)")).toEqual([
    "main/", "LAMMPS_NS::", "PairLJCut", "<double,", "int>::", "compute", "(int,", " ", "int) ", "(pair.cpp:120)",
  ]);
  expect(renderToStaticMarkup(<UnbrokenNames text="a::b !$omp parallel" />)).toBe(
    'a::<wbr/>b <wbr/><span class="unbroken">!$omp </span><wbr/>parallel',
  );
  expect(partsOfNames("")).toEqual([""]);
});
