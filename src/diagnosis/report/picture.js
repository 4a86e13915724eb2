// SPDX-License-Identifier: BSD-3-Clause
// The behavior of the picture of a diagnosis, besides that of every page (report/page.js): it draws what
// stands in #picture (docs/how-to/read-the-diagnosis-picture.md).

(() => {
  const data = JSON.parse(document.getElementById("picture").textContent);
  const view = document.getElementById("view"), said = document.getElementById("said");
  const dragged = document.getElementById("dragged");
  const pen = view.getContext("2d");
  const kHead = 18, kFoot = 20, kSide = 56;  // strip of phases, axis of time, names of rows
  const rowHeight = Math.max(1, Math.min(28, Math.floor(560 / Math.max(1, data.rows.length))));
  const width = data.run.seconds / data.columns;  // of a column
  let from = 0, to = data.run.seconds, chosen = null, drag = null;

  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const texture = draw => {
    const small = document.createElement("canvas");
    small.width = small.height = 6;
    const to = small.getContext("2d");
    to.strokeStyle = to.fillStyle = "rgba(255,255,255,.75)";
    draw(to);
    return pen.createPattern(small, "repeat");
  };
  const textures = {
    symptom: texture(p => { p.beginPath(); p.moveTo(-1, 7); p.lineTo(7, -1); p.stroke(); }),
    cause: texture(p => p.fillRect(1, 1, 2, 2)) };

  // What a mark is: in all findings, or in the chosen one, in which what is below counts as well.
  const roleOf = number => {
    if (number < 0) return null;
    const [kind, frame, isSymptom] = data.marks[number];
    if (chosen === null) return isSymptom ? "symptom" : "cause";
    const finding = data.findings[chosen];
    if (kind !== finding.kind) return null;
    for (let at = frame; at >= 0; at = data.frames[at][0]) {
      if (at === finding.symptom) return "symptom";
      const cause = finding.causes.find(cause => cause.frame === at);
      if (cause && (!cause.own || at === frame)) return "cause";
    }
    return null;
  };
  const isCall = frame => frame >= 0 && data.frames[frame][2] > 0;  // label 0 computes
  const x = time => kSide + (time - from) / (to - from) * (view.clientWidth - kSide);
  const timeAt = x => from + (x - kSide) / (view.clientWidth - kSide) * (to - from);
  const seconds = value => {
    const [unit, by] = value >= 1 || value === 0 ? ["s", 1] : value >= 1e-3 ? ["ms", 1e3]
                                                                            : ["us", 1e6];
    return `${Number((value * by).toPrecision(4))} ${unit}`;
  };

  function fill(pen, role, left, top, wide, high) {
    pen.fillStyle = color("--" + role);
    pen.fillRect(left, top, wide, high);
    if (!textures[role]) return;
    pen.fillStyle = textures[role];
    pen.fillRect(left, top, wide, high);
  }

  function drawRow(row, top, colors, roles) {
    let column = 0;
    for (let at = 0; at < row.cells.length; at += 2) {
      const begin = column * width, end = (column += row.cells[at]) * width;
      if (end <= from) continue;
      if (begin >= to) break;
      const [frame, mark, tenths] = data.cells[row.cells[at + 1]];
      const left = Math.max(kSide, x(begin)), wide = x(Math.min(end, to)) - left;
      const rest = frame < 0 ? "none" : isCall(frame) ? "calls" : "computes";
      pen.fillStyle = colors[rest];
      pen.fillRect(left, top, wide, rowHeight);
      const role = mark < 0 ? null : roles[mark];
      if (!role) continue;
      // A low row has no room for a part of its height.
      const high = rowHeight >= 5 ? Math.max(1, rowHeight * tenths / 10) : rowHeight;
      pen.globalAlpha = rowHeight >= 5 ? 1 : tenths / 10;
      pen.fillStyle = colors[role];
      pen.fillRect(left, top + rowHeight - high, wide, high);
      pen.fillStyle = textures[role];
      pen.fillRect(left, top + rowHeight - high, wide, high);
      pen.globalAlpha = 1;
    }
  }

  function drawPhases(bottom) {
    const kind = chosen === null ? null : data.findings[chosen].kind;
    for (const [number, begin, end, of] of data.phases) {
      if (end <= from || begin >= to) continue;
      const left = Math.max(kSide, x(begin)), right = x(Math.min(end, to));
      pen.fillStyle = of === kind ? color("--wait") : number % 2 ? color("--line") : color("--soft");
      pen.fillRect(left, 0, right - left, kHead - 3);
      pen.fillStyle = color("--text");
      if (right - left > 60) pen.fillText("phase " + number, left + 4, kHead - 7);
      if (end < to) pen.fillRect(right - .5, 0, 1, right - left > 4 ? bottom : kHead - 3);
    }
  }

  function drawAxis(bottom) {
    const step = 10 ** Math.floor(Math.log10((to - from) / 4));
    const every = step * [1, 2, 5].find(by => (to - from) / (step * by) <= 8);
    pen.fillStyle = color("--dim");
    for (let time = Math.ceil(from / every) * every; time <= to; time += every) {
      pen.fillRect(x(time), bottom, 1, 4);
      pen.fillText(seconds(time), Math.min(x(time) + 2, view.clientWidth - 44), bottom + 15);
    }
  }

  function draw() {
    const bottom = kHead + rowHeight * data.rows.length, scale = devicePixelRatio || 1;
    view.style.height = bottom + kFoot + "px";
    view.width = view.clientWidth * scale;
    view.height = (bottom + kFoot) * scale;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.font = "11px system-ui, sans-serif";
    pen.clearRect(0, 0, view.clientWidth, bottom + kFoot);
    const colors = {};
    for (const name of ["none", "calls", "computes", "symptom", "cause"])
      colors[name] = color("--" + name);
    const roles = data.marks.map((_, number) => roleOf(number));
    let free = 0;  // below the last name
    data.rows.forEach((row, at) => {
      const top = kHead + at * rowHeight;
      drawRow(row, top, colors, roles);
      if (top < free) return;
      pen.fillStyle = color("--dim");
      pen.fillText(`${data.run.row} ${row.number}`, 2, top + Math.max(10, rowHeight / 2 + 4));
      free = top + 13;
    });
    drawPhases(bottom);
    drawAxis(bottom);
  }

  function show(begin, end) {
    const least = Math.min(data.run.seconds, 4 * width);
    const middle = (begin + end) / 2, half = Math.max(end - begin, least) / 2;
    from = Math.max(0, Math.min(middle - half, data.run.seconds - 2 * half));
    to = Math.min(data.run.seconds, from + 2 * half);
    draw();
  }
  const zoom = (by, around) => show(around - (around - from) * by, around + (to - around) * by);

  const pathOf = frame => {
    const names = [];
    for (let at = frame; at >= 0; at = data.frames[at][0]) names.unshift(data.frames[at][1]);
    return names.join(" > ");
  };
  function textAt(row, time) {
    let column = 0;
    for (let at = 0; at < row.cells.length; at += 2) {
      const begin = column * width, end = (column += row.cells[at]) * width;
      if (time >= end) continue;
      const [frame, mark, tenths] = data.cells[row.cells[at + 1]];
      const lines = [`${data.run.row} ${row.number}, ${seconds(begin)} to ${seconds(end)} ` +
                     `(${seconds(end - begin)})`];
      if (frame < 0) return lines.concat("no samples").join("\n");
      lines.push(pathOf(frame), data.labels[data.frames[frame][2]]);
      if (mark >= 0) {
        const [, marked, isSymptom] = data.marks[mark];
        lines.push(`${10 * tenths} % in a ${isSymptom ? "symptom" : "cause"}: ${pathOf(marked)}`);
      }
      return lines.join("\n");
    }
    return "";
  }

  function hover(event) {
    const place = view.getBoundingClientRect();
    const row = data.rows[Math.floor((event.clientY - place.top - kHead) / rowHeight)];
    const time = timeAt(event.clientX - place.left);
    const text = row && time >= from && time < to ? textAt(row, time) : "";
    said.textContent = text;
    said.style.display = text ? "block" : "none";
    said.style.left = Math.min(event.clientX + 14, innerWidth - 300) + "px";
    said.style.top = event.clientY + 16 + "px";
  }

  const xOf = event => Math.max(kSide, event.clientX - view.getBoundingClientRect().left);
  view.addEventListener("pointerdown", event => {
    drag = { begin: xOf(event), end: xOf(event) };
    view.setPointerCapture(event.pointerId);
  });
  view.addEventListener("pointermove", event => {
    if (!drag) return hover(event);
    drag.end = xOf(event);
    const place = view.getBoundingClientRect();
    dragged.style.display = "block";
    dragged.style.left = place.left + Math.min(drag.begin, drag.end) + "px";
    dragged.style.width = Math.abs(drag.end - drag.begin) + "px";
    dragged.style.top = place.top + kHead + "px";
    dragged.style.height = rowHeight * data.rows.length + "px";
  });
  view.addEventListener("pointerup", () => {
    const was = drag;
    drag = null;
    dragged.style.display = "none";
    if (was && Math.abs(was.end - was.begin) > 3)
      show(timeAt(Math.min(was.begin, was.end)), timeAt(Math.max(was.begin, was.end)));
  });
  view.addEventListener("pointerleave", () => { said.style.display = "none"; });
  view.addEventListener("wheel", event => {
    event.preventDefault();
    zoom(event.deltaY < 0 ? .8 : 1.25, timeAt(xOf(event)));
  }, { passive: false });
  view.addEventListener("dblclick", () => show(0, data.run.seconds));
  const actions = { in: () => zoom(.5, (from + to) / 2), out: () => zoom(2, (from + to) / 2),
                    all: () => show(0, data.run.seconds),
                    left: () => show(from - (to - from) / 2, to - (to - from) / 2),
                    right: () => show(from + (to - from) / 2, to + (to - from) / 2) };
  for (const button of document.querySelectorAll("button[data-zoom]"))
    button.addEventListener("click", actions[button.dataset.zoom]);

  const buttons = [...document.querySelectorAll("button.finding")];
  buttons.forEach((button, number) => button.addEventListener("click", () => {
    chosen = chosen === number ? null : number;
    buttons.forEach((other, at) => other.setAttribute("aria-pressed", String(at === chosen)));
    draw();
  }));
  for (const sample of document.querySelectorAll(".legend canvas")) {
    sample.width = 40;
    sample.height = 20;
    fill(sample.getContext("2d"), sample.dataset.role, 0, 0, 40, 20);
  }
  addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
})();
