// SPDX-License-Identifier: BSD-3-Clause
// How to read the views and how to use them without a mouse.

const WORDS: [string, string][] = [
  ["call path", "the chain of functions from the program's root to the active one, like main/solve/MPI_Recv"],
  ["cause of waiting", "a call path that takes longer on some ranks than on others, so that others wait"],
  ["gain", "by how much the run would be shorter if that call path took as long everywhere as elsewhere"],
  ["location", "a thread of a process"],
  ["metric", "what is measured: time, a kind of waiting, messages, bytes"],
  ["own value", "what is in none of the parts below: the time of a function itself, without what it calls"],
  ["rank", "the number of a process in MPI_COMM_WORLD"],
  ["wait state", "time in which a thread can only wait for another one, like Late Sender"],
];

const KEYS: [string, string][] = [
  ["Tab", "to the next part of the page"],
  ["Up, Down", "to another line of a tree"],
  ["Right, Left", "expand and collapse"],
  ["Enter", "select the line; with Ctrl in addition to others; Shift and Up or Down select several, Ctrl and A all lines"],
  ["Space", "expand or collapse; select a line that has nothing below"],
  ["Letters", "to the next line that begins with them"],
];

const TIMELINE_KEYS: [string, string][] = [
  ["Plus, Minus", "zoom in and out, around the cursor if there is one"],
  ["Left, Right", "move the window; with Shift by nearly all of it"],
  ["0", "the whole run"],
  ["Up, Down", "move a cursor over the lines"],
  ["N, P", "move it to the next or the previous visit on its line"],
  ["Enter, Space", "select what is at the cursor, or its whole line"],
  ["Escape", "take the cursor away"],
];

function Terms({ terms }: { terms: [string, string][] }) {
  return (
    <dl>
      {terms.map(([term, meaning]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function HelpView() {
  return (
    <article className="text-view">
      <h1>How to read this</h1>
      <h2>Overview</h2>
      <p>
        Each card names a call path that takes too long on some ranks, the ranks that it holds up, and what the run
        would gain. The bar is the whole run; its filled part is the gain, and the thin line is the range in which the
        gain lies. A click shows the cause in the trees or in the timeline.
      </p>
      <h2>Trees</h2>
      <p>
        Three trees stand side by side: what was measured, where in the program, and on which ranks. Each tree shows the
        values of what is selected to its left. Values are sums over all ranks and threads: four ranks that wait a second
        each have waited 4 s.
      </p>
      <p>
        A collapsed line stands for everything below it. Once it is expanded, it stands for what is in none of the lines
        below. So each amount is shown once, and the visible lines of a tree add up to the whole.
      </p>
      <p>
        Percentages have a whole: the root of the metric, the selection in the tree to the left, the largest line at the
        same level that has the same unit, or the other report of a comparison.
      </p>
      <h2>Words</h2>
      <Terms terms={WORDS} />
      <h2>Keys</h2>
      <Terms terms={KEYS} />
      <h2>Keys in the timeline</h2>
      <Terms terms={TIMELINE_KEYS} />
      <h2>Sharing</h2>
      <p>The address of the page contains the view and the selection. Whoever opens it sees the same.</p>
    </article>
  );
}
