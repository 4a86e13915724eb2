// SPDX-License-Identifier: BSD-3-Clause
// Text with names of functions in it. Where a line is too narrow, it is broken between the parts of a name,
// never within a word: after "::", ",", "/" and spaces, before "<" and "(".
import { Fragment } from "react";

const BETWEEN = /(?<=::|[,/ ])|(?=[<(])/;
const NEVER_BROKEN = /^[\w\s.,:;]*$/; // browsers break nowhere in these but at spaces

export function partsOfNames(text: string): string[] {
  return text.split(BETWEEN);
}

export function UnbrokenNames({ text }: { text: string }) {
  return (
    <>
      {partsOfNames(text).map((part, i) => (
        <Fragment key={i}>
          {i > 0 && <wbr />}
          {NEVER_BROKEN.test(part) ? part : <span className="unbroken">{part}</span>}
        </Fragment>
      ))}
    </>
  );
}
