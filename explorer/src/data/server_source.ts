// SPDX-License-Identifier: BSD-3-Clause
// Asks the server that brought the page, `tarry view`. Each request carries the token that the
// server printed, so that no other program's page can read the data.
import type { Diagnosis, RowTimes } from "./diagnosis";
import { pictureOf } from "./picture_file";
import type { Communication, CounterCurves, Details, LongWait, Picture, ReportStructure, Session, Timeline } from "./schema";
import type { Source } from "./source";
import { structureOf } from "./structure";
import { wholeRegions } from "./whole_regions";

const MOST_CALLPATHS = 1000; // of one request, whose address is limited

export class ServerSource implements Source {
  private readonly structures = new Map<number, ReportStructure>(); // of reports that have been asked for

  constructor(
    private readonly token: string,
    private readonly fetcher: typeof fetch = (address, options) => fetch(address, options),
  ) {}

  session(): Promise<Session> {
    return this.json("session");
  }

  async report(index: number): Promise<ReportStructure> {
    const structure = structureOf(await this.json(`report/${index}/structure`));
    this.structures.set(index, structure);
    return structure;
  }

  callpathSums(report: number, metric: number): Promise<Float64Array> {
    return this.numbers(`report/${report}/callpaths?metric=${metric}`);
  }

  async locationSums(
    report: number,
    metric: number,
    callpaths: number[] | null,
    inclusive: boolean,
  ): Promise<Float64Array> {
    const address = `report/${report}/locations?metric=${metric}`;
    if (callpaths === null) return this.numbers(address);
    const known = this.structures.get(report);
    const { regions, others: paths } = known ? wholeRegions(known.callpaths, callpaths, inclusive) : { regions: [], others: callpaths };
    const parts: Promise<Float64Array>[] = [];
    const ask = (all: number[], what: string) => {
      for (let i = 0; i < all.length; i += MOST_CALLPATHS)
        parts.push(this.numbers(`${address}&callpath=${all.slice(i, i + MOST_CALLPATHS).join(",")}&inclusive=${inclusive ? 1 : 0}${what}`));
    };
    ask(regions, "&regions=1");
    ask(paths, "");
    if (parts.length === 0) parts.push(this.numbers(`${address}&callpath=&inclusive=0`)); // the sum of none
    const [first, ...others] = await Promise.all(parts);
    for (const other of others) other.forEach((value, i) => (first![i]! += value));
    return first!;
  }

  async sourceFile(report: number, file: string): Promise<string | null> {
    const answer = await this.ask(`report/${report}/source?file=${encodeURIComponent(file)}`);
    if (answer.status === 404) return null;
    return (await this.sound(answer)).text();
  }

  timeline(): Promise<Timeline | null> {
    return this.json("timeline");
  }

  picture(from_s: number, to_s: number, columns: number, rows: number, isQuick: boolean): Promise<Picture> {
    return this.pictureAt(`from=${from_s}&to=${to_s}&columns=${columns}&rows=${rows}&quick=${isQuick ? 1 : 0}`);
  }

  foldedPicture(from_s: number, to_s: number, columns: number, rows: number, isQuick: boolean): Promise<Picture> {
    return this.pictureAt(`from=${from_s}&to=${to_s}&columns=${columns}&rows=${rows}&quick=${isQuick ? 1 : 0}&alike=1`);
  }

  details(from_s: number, to_s: number, lines: number[] | null, mostMessages: number): Promise<Details> {
    const choice = lines === null ? "" : `&lines=${lines.join(",")}`;
    return this.json(`timeline/details?from=${from_s}&to=${to_s}${choice}&messages=${mostMessages}`);
  }

  counterCurves(counter: number, from_s: number, to_s: number, lines: number[] | null, columns: number): Promise<CounterCurves> {
    const choice = lines === null ? "" : `&lines=${lines.join(",")}`;
    return this.json(`timeline/counter?counter=${counter}&from=${from_s}&to=${to_s}&columns=${columns}${choice}`);
  }

  async communication(): Promise<Communication | null> {
    return this.json("timeline/communication");
  }

  async longWaits(states: number[], most: number): Promise<LongWait[]> {
    return states.length === 0 ? [] : this.json(`timeline/waits?states=${states.join(",")}&most=${most}`);
  }

  diagnosis(): Promise<Diagnosis | null> {
    return this.json("diagnosis");
  }

  diagnosisRow(row: number): Promise<RowTimes> {
    return this.json(`diagnosis/row?row=${row}`);
  }

  private async pictureAt(query: string): Promise<Picture> {
    return pictureOf(new Uint8Array(await this.bytes(`timeline/picture?${query}`)));
  }

  private ask(path: string): Promise<Response> {
    return this.fetcher(`/api/${path}`, { headers: { "X-Tarry-Token": this.token } }).catch(() => {
      throw new Error("The server does not answer. Is 'tarry view' still running?");
    });
  }

  // Throws the server's own sentence if it has one.
  private async sound(answer: Response): Promise<Response> {
    if (answer.ok) return answer;
    const body = (await answer.json().catch(() => null)) as { error?: unknown } | null;
    throw new Error(
      typeof body?.error === "string" ? body.error : `The server answered with status ${answer.status}.`,
    );
  }

  private async json<T>(path: string): Promise<T> {
    return (await this.sound(await this.ask(path))).json() as Promise<T>;
  }

  private async bytes(path: string): Promise<ArrayBuffer> {
    return (await this.sound(await this.ask(path))).arrayBuffer();
  }

  private async numbers(path: string): Promise<Float64Array> {
    const bytes = await this.bytes(path);
    if (bytes.byteLength % 8 !== 0) throw new Error("The server's answer is not a list of numbers.");
    return new Float64Array(bytes);
  }
}
