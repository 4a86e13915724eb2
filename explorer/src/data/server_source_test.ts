// SPDX-License-Identifier: BSD-3-Clause
import { expect, it } from "vitest";

import { ServerSource } from "./server_source";

function serverWith(answer: (address: string) => Response) {
  const asked: { address: string; token: string | null }[] = [];
  const fetcher = (async (address: string, options?: RequestInit) => {
    asked.push({ address, token: new Headers(options?.headers).get("X-Tarry-Token") });
    return answer(address);
  }) as typeof fetch;
  return { asked, source: new ServerSource("secret", fetcher) };
}

const numbers = (...values: number[]) => new Response(new Float64Array(values).buffer);

it("sends its token and asks for many call paths in several requests", async () => {
  const { asked, source } = serverWith(() => numbers(1, 2));
  const many = Array.from({ length: 1500 }, (_, i) => i);
  expect([...(await source.locationSums(1, 4, many, true))]).toEqual([2, 4]);
  expect(asked).toHaveLength(2);
  expect(asked[0]!.token).toBe("secret");
  expect(asked[1]!.address).toMatch(/^\/api\/report\/1\/locations\?metric=4&callpath=1000,.*,1499&inclusive=1$/);
});

it("names a region with many call paths by one of them", async () => {
  const path = (id: number) => ({ id, parent: id === 0 ? null : 0, region: id === 0 ? "main" : "MPI_Send", file: null, line: null, role: "function" });
  const callpaths = Array.from({ length: 3000 }, (_, id) => path(id));
  const structure = { schema: "tarry-report/1", experiment: {}, metrics: [], callpaths, locations: [], findings: [] };
  const { asked, source } = serverWith((address) => (address.endsWith("structure") ? new Response(JSON.stringify(structure)) : numbers(1, 2)));
  await source.report(0);
  expect([...(await source.locationSums(0, 2, callpaths.slice(1).map(({ id }) => id), true))]).toEqual([1, 2]);
  expect(asked).toHaveLength(2);
  expect(asked[1]!.address).toBe("/api/report/0/locations?metric=2&callpath=2999&inclusive=1&regions=1");
});

it("asks for all call paths without naming them", async () => {
  const { asked, source } = serverWith(() => numbers(1));
  await source.locationSums(0, 2, null, true);
  expect(asked[0]!.address).toBe("/api/report/0/locations?metric=2");
});

it("repeats the server's own sentence", async () => {
  const { source } = serverWith(() => new Response('{"error": "The report is damaged."}', { status: 500 }));
  await expect(source.session()).rejects.toThrow("The report is damaged.");
});

it("takes a missing source file for none, and its name as it is", async () => {
  const { asked, source } = serverWith(() => new Response("", { status: 404 }));
  expect(await source.sourceFile(0, "a&b=../c d")).toBeNull();
  expect(asked[0]!.address).toBe("/api/report/0/source?file=a%26b%3D..%2Fc%20d");
});

it("asks for the waits of some states, and for none without a question", async () => {
  const { asked, source } = serverWith(() => new Response("[]"));
  expect(await source.longWaits([7, 9], 20)).toEqual([]);
  expect(await source.longWaits([], 20)).toEqual([]);
  expect(asked.map(({ address }) => address)).toEqual(["/api/timeline/waits?states=7,9&most=20"]);
});

it("asks for the times of one rank", async () => {
  const { asked, source } = serverWith(() => new Response('{"row": 3, "kind_times": []}'));
  expect((await source.diagnosisRow(3)).row).toBe(3);
  expect(asked[0]!.address).toBe("/api/diagnosis/row?row=3");
});

it("refuses an answer of numbers that is cut off", async () => {
  const { source } = serverWith(() => new Response(new Uint8Array(7)));
  await expect(source.callpathSums(0, 0)).rejects.toThrow("not a list of numbers");
});

it("asks for pictures with a row for all lines that are alike", async () => {
  const bytes = new Uint8Array(36);
  const { asked, source } = serverWith(() => new Response(bytes));
  await source.picture(0, 1, 80, 5, true);
  await source.foldedPicture(0, 1, 80, 5, false);
  const address = "/api/timeline/picture?from=0&to=1&columns=80&rows=5";
  expect(asked.map((each) => each.address)).toEqual([`${address}&quick=1`, `${address}&quick=0&alike=1`]);
});
