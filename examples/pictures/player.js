"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const { nodes, events, scene } = data;
const element = (id) => document.getElementById(id);
const create = (tag, className = "", text = "") => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

// What happens in an event: one letter for each.
const NAMES = {
  g: "generated", r: "reopened", d: "dropped: a duplicate", p: "pruned", e: "expanded", G: "goal",
};
const [UNSEEN, OPEN, CLOSED, GOAL, DROPPED] = [0, 1, 2, 3, 4];
const CLASSES = ["", "open", "closed", "goal", "dropped"];
const AFTER = { g: OPEN, r: OPEN, d: DROPPED, p: DROPPED, e: CLOSED, G: GOAL };

const length = events.kinds.length;
const replaced = new Map(events.replaced);
const restarts = new Set(events.restarts);

// The search after `at` events. Each event keeps what it overwrites, so that it can be undone.
let at = 0;
const status = new Uint8Array(nodes.parent.length);
const overwritten = new Uint8Array(length);
// A cell of a map has a status as well, and the number of restarts when it got it.
const marks = scene.width ? new Int32Array(scene.width * scene.height) : null;
const overwrittenMarks = new Int32Array(marks ? length : 0);

// The counters after each number of events.
const counters = {
  expanded: new Int32Array(length + 1),
  generated: new Int32Array(length + 1),
  open: new Int32Array(length + 1),
  lowest: new Float64Array(length + 1).fill(NaN),
  restarts: new Int32Array(length + 1),
};

const f = (node) => nodes.g[node] + nodes.h[node];
const cost = (value) => (data.unit === 1 ? `${value}` : (value / data.unit).toFixed(2));

function forward() {
  const kind = events.kinds[at];
  const node = events.nodes[at];
  overwritten[at] = status[node];
  status[node] = AFTER[kind];
  if (replaced.has(at)) status[replaced.get(at)] = DROPPED;
  if (marks && AFTER[kind] !== DROPPED) {
    const cell = nodes.state[node];
    overwrittenMarks[at] = marks[cell];
    marks[cell] = counters.restarts[at + 1] * 8 + AFTER[kind];
  }
  at += 1;
}

function backward() {
  at -= 1;
  const kind = events.kinds[at];
  const node = events.nodes[at];
  status[node] = overwritten[at];
  if (replaced.has(at)) status[replaced.get(at)] = kind === "r" ? CLOSED : OPEN;
  if (marks && AFTER[kind] !== DROPPED) marks[nodes.state[node]] = overwrittenMarks[at];
}

function goTo(place) {
  place = Math.max(0, Math.min(length, place));
  while (at < place) forward();
  while (at > place) backward();
}

/** The place after the next expansion in a direction, with all that it generates. */
function expansion(direction) {
  const isExpansion = (event) => "eG".includes(events.kinds[event]);
  let place = at;
  if (direction > 0) {
    while (place < length && !isExpansion(place)) place += 1;
    place += 1;
    while (place < length && !isExpansion(place)) place += 1;
  } else {
    while (place > 0 && !isExpansion(place - 1)) place -= 1;
    place -= 1;
  }
  return place;
}

/** Counts once over all events. */
function count() {
  const values = [...new Set(nodes.g.map((_, node) => f(node)))].sort((a, b) => a - b);
  const index = new Map(values.map((value, place) => [value, place]));
  let open = new Int32Array(values.length);
  let lowest = 0;
  const now = { expanded: 0, generated: 0, open: 0, restarts: 0 };
  const add = (node, by) => {
    const place = index.get(f(node));
    open[place] += by;
    now.open += by;
    if (by > 0) lowest = Math.min(lowest, place);
    while (lowest < values.length && open[lowest] === 0) lowest += 1;
  };
  for (let event = 0; event < length; event += 1) {
    const kind = events.kinds[event];
    const node = events.nodes[event];
    if (restarts.has(event)) {
      open = new Int32Array(values.length);
      now.open = 0;
      now.restarts += 1;
    }
    if (replaced.has(event) && kind === "g") add(replaced.get(event), -1);
    if ("eG".includes(kind)) {
      if (status[node] === OPEN) add(node, -1);
    } else {
      now.generated += 1;
      if (AFTER[kind] === OPEN) add(node, 1);
    }
    if (kind === "e") now.expanded += 1;
    for (const [name, value] of Object.entries(now)) counters[name][event + 1] = value;
    counters.lowest[event + 1] = lowest < values.length ? values[lowest] : NaN;
    forward();
  }
  goTo(0);
}

/** The nodes from an initial state to this one. */
function pathTo(node) {
  const path = [];
  for (; node >= 0; node = nodes.parent[node]) path.push(node);
  return path.reverse();
}

/** The node of the last event, and the path to show for it. */
function current() {
  if (at === 0) return { node: -1, path: [] };
  const node = events.nodes[at - 1];
  const isGoal = events.kinds[at - 1] === "G" && data.solution.includes(node);
  return { node, path: isGoal ? data.solution : pathTo(node) };
}

// Boards.

function board(node, cell) {
  const grid = create("div", "board");
  grid.style.gridTemplateColumns = `repeat(${scene.size}, ${cell}px)`;
  grid.style.gridAutoRows = `${cell}px`;
  grid.style.fontSize = `${cell * (scene.size > 10 ? 0.4 : 0.55)}px`;
  for (const tile of nodes.state[node]) {
    grid.append(create("i", tile ? "" : "blank", tile ? `${tile}` : ""));
  }
  return grid;
}

function figure(node, cell, isNow = false) {
  const made = create("figure", CLASSES[status[node]] + (isNow ? " now" : ""));
  made.append(board(node, cell));
  made.append(create("figcaption", "", `${nodes.g[node]} + ${nodes.h[node]} = ${f(node)}`));
  return made;
}

const MOST_BOARDS = 40;
const views = {};

function section(name) {
  const made = create("section");
  made.id = name;
  const [heading, boards] = [create("h2"), create("div", "boards")];
  made.append(heading, boards);
  element("scene").append(made);
  views[name] = { heading, boards };
}

function fill(name, heading, figures) {
  views[name].heading.textContent = heading;
  views[name].boards.replaceChildren(...figures);
}

function openNodes() {
  let root = 0;
  for (const restart of events.restarts) if (restart < at) root = events.nodes[restart];
  const open = [];
  for (let node = root; node < status.length; node += 1) if (status[node] === OPEN) open.push(node);
  return open.sort((a, b) => f(a) - f(b) || nodes.h[a] - nodes.h[b] || b - a);
}

function drawBoards() {
  const { node, path } = current();
  const small = Math.max(10, Math.min(20, 80 / scene.size));
  const large = Math.max(16, Math.min(64, 240 / scene.size));
  const moves = Math.max(0, path.length - 1);
  fill("now", "current board", node < 0 ? [] : [figure(node, large, true)]);
  const open = openNodes();
  const first = open.slice(0, MOST_BOARDS).map((node) => figure(node, small));
  if (open.length > MOST_BOARDS) {
    first.push(create("p", "", `and ${open.length - MOST_BOARDS} more`));
  }
  const steps = path.map((on) => figure(on, small, on === node));
  fill("path", `path: ${moves} ${moves === 1 ? "move" : "moves"}`, steps);
  views.path.boards.style.height = `${large * scene.size + 40}px`;
  views.path.boards.scrollTop = views.path.boards.scrollHeight;
  fill("waiting", open.length ? "open boards, lowest f first" : "no open boards", first);
}

// Maps.

const canvas = create("canvas");
const pixels = create("canvas");
let image = null;
let palette = null;

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function readPalette() {
  const words = (name) => {
    const context = pixels.getContext("2d");
    context.fillStyle = color(name);
    const [red, green, blue] = context.fillStyle.match(/[0-9a-f]{2}/g).map((byte) => parseInt(byte, 16));
    return [red, green, blue];
  };
  const names = ["--floor", "--open", "--closed", "--goal", "--dropped"];
  palette = { wall: words("--wall"), status: names.map(words) };
}

function drawMap() {
  const { width, height } = scene;
  const ratio = window.devicePixelRatio || 1;
  const room = element("scene").clientWidth - 2;
  const tall = Math.max(240, window.innerHeight - 210);
  const side = Math.max(1, Math.floor(Math.min(room / width, tall / height, 40) * ratio));
  if (canvas.width !== side * width || canvas.height !== side * height) {
    [canvas.width, canvas.height] = [side * width, side * height];
    canvas.style.width = `${canvas.width / ratio}px`;
  }
  if (!image) {
    [pixels.width, pixels.height] = [width, height];
    image = new ImageData(width, height);
    readPalette();
  }
  for (let cell = 0; cell < marks.length; cell += 1) {
    const isFresh = marks[cell] >> 3 === counters.restarts[at];
    const isWall = scene.walls[cell] === "#";
    const shade = isWall ? palette.wall : palette.status[isFresh ? marks[cell] & 7 : UNSEEN];
    image.data.set(shade, 4 * cell);
    image.data[4 * cell + 3] = 255;
  }
  pixels.getContext("2d").putImageData(image, 0, 0);
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(pixels, 0, 0, canvas.width, canvas.height);
  const middle = scene.size / 2;
  const center = (cell) => [(cell % width + middle) * side, (Math.floor(cell / width) + middle) * side];
  const { node, path } = current();
  if (scene.field && side > 3) {
    context.strokeStyle = color("--soft");
    context.lineWidth = Math.max(side * 0.08, 0.5);
    context.beginPath();
    scene.field.forEach((direction, cell) => {
      if (direction === 8) return;
      const [x, y] = center(cell);
      const along = (turn, length) => {
        const angle = (direction + turn) * Math.PI / 4;
        return [Math.sin(angle) * length * side, -Math.cos(angle) * length * side];
      };
      const [tipX, tipY] = [x + along(0, 0.35)[0], y + along(0, 0.35)[1]];
      for (const [turn, length] of [[4, 0.7], [3, 0.25], [5, 0.25]]) {
        context.moveTo(tipX, tipY);
        context.lineTo(tipX + along(turn, length)[0], tipY + along(turn, length)[1]);
      }
    });
    context.stroke();
  }
  // At the end, the path is that of the answer: straightened, or along a field.
  const isAnswer = at === length && scene.path.length > 1;
  const cells = isAnswer ? scene.path : path.map((on) => nodes.state[on]);
  if (cells.length > 1) {
    if (scene.size > 1) {
      context.globalAlpha = 0.3;
      context.strokeStyle = color("--goal");
      context.lineWidth = scene.size * side;
      context.beginPath();
      for (const cell of cells) context.lineTo(...center(cell));
      context.stroke();
      context.globalAlpha = 1;
    }
    context.lineJoin = context.lineCap = "round";
    for (const [stroke, wide] of [[color("--ground"), 0.5], [color("--goal"), 0.3]]) {
      context.strokeStyle = stroke;
      context.lineWidth = Math.max(wide * side, wide * 8);
      context.beginPath();
      for (const cell of cells) context.lineTo(...center(cell));
      context.stroke();
    }
  }
  const ring = (cell, name) => {
    context.strokeStyle = color(name);
    context.lineWidth = Math.max(side * 0.2, 2);
    context.beginPath();
    context.arc(...center(cell), Math.max(side * 0.42, 5), 0, 2 * Math.PI);
    context.stroke();
  };
  for (const [cell, letter] of [[scene.start, "S"], ...scene.goals.map((goal) => [goal, "G"])]) {
    const size = Math.max(side * 0.9, 14);
    // Not over the edge of the map.
    const inside = (place, end) => Math.max(size / 2, Math.min(end - size / 2, place));
    const [x, y] = [inside(center(cell)[0], canvas.width), inside(center(cell)[1], canvas.height)];
    context.font = `bold ${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 4;
    context.strokeStyle = color("--ground");
    context.strokeText(letter, x, y);
    context.fillStyle = color("--ink");
    context.fillText(letter, x, y);
  }
  if (node >= 0) ring(nodes.state[node], "--now");
}

// The page.

function describe() {
  if (length === 0) return "Nothing was searched.";
  if (at === 0) return "Before the first event.";
  const node = events.nodes[at - 1];
  const parent = nodes.parent[node];
  const costs = `g ${cost(nodes.g[node])} + h ${cost(nodes.h[node])} = f ${cost(f(node))}`;
  const place = marks
    ? `, column ${nodes.state[node] % scene.width}, row ${Math.floor(nodes.state[node] / scene.width)}`
    : "";
  const from = parent < 0 ? "" : `, parent ${parent}`;
  return `Node ${node} ${NAMES[events.kinds[at - 1]]}${from}${place}\n${costs}`;
}

function draw() {
  if (marks) drawMap(); else drawBoards();
  element("event").textContent = describe();
  for (const name of ["expanded", "generated", "open", "restarts"]) {
    element(name).textContent = counters[name][at].toLocaleString("en");
  }
  const lowest = counters.lowest[at];
  element("lowest").textContent = Number.isNaN(lowest) ? "–" : cost(lowest);
  element("place").value = at;
  element("count").textContent = `${at} of ${length}`;
}

function show(place) {
  goTo(place);
  draw();
}

let playing = null;
let timer = 0;
// Milliseconds. A browser without a screen, as in tests, may skip animation frames.
const FRAME = 16;

function play(isOn) {
  if (isOn && at === length) goTo(0);
  playing = isOn ? { since: performance.now(), from: at } : null;
  element("play").textContent = isOn ? "⏸ pause" : "▶ play";
  element("play").setAttribute("aria-label", isOn ? "pause" : "play");
  clearTimeout(timer);
  if (isOn) timer = setTimeout(frame, FRAME);
}

function speed() {
  return Math.round(10 ** element("speed").valueAsNumber);
}

function frame() {
  if (!playing) return;
  const now = performance.now();
  const due = playing.from + Math.floor((Math.max(0, now - playing.since) / 1000) * speed());
  if (due > at) show(due);
  if (at === length) play(false); else timer = setTimeout(frame, FRAME);
}

/** Goes somewhere and stays there. */
function stop(place) {
  play(false);
  show(place);
}

function changeSpeed(by = 0) {
  element("speed").valueAsNumber += by;
  element("per-second").textContent = `${speed()} / s`;
  if (playing) playing = { since: performance.now(), from: at };
}

const actions = {
  first: () => stop(0),
  "back-expansion": () => stop(expansion(-1)),
  back: () => stop(at - 1),
  play: () => play(!playing),
  step: () => stop(at + 1),
  "step-expansion": () => stop(expansion(1)),
  last: () => stop(length),
};
const keys = {
  Home: "first", End: "last", " ": "play", ArrowLeft: "back", ArrowRight: "step",
  "Shift+ArrowLeft": "back-expansion", "Shift+ArrowRight": "step-expansion",
};

for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", action);
element("place").addEventListener("input", () => stop(element("place").valueAsNumber));
element("speed").addEventListener("input", () => changeSpeed());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // Where a slider or a button has the focus, it takes its own keys.
  if (event.target.tagName === "INPUT" && event.key !== " ") return;
  if (event.target.tagName === "BUTTON" && event.key === " ") return;
  if ("+-".includes(event.key)) return changeSpeed(event.key === "+" ? 0.2 : -0.2);
  const action = keys[(event.shiftKey ? "Shift+" : "") + event.key];
  if (!action) return;
  event.preventDefault();
  actions[action]();
});

function legend(entries) {
  for (const [name, text] of entries) {
    const [entry, swatch] = [create("li", "", text), create("span")];
    swatch.style.background = `var(${name})`;
    entry.prepend(swatch);
    element("legend").append(entry);
  }
}

if (marks) {
  element("scene").append(canvas);
  legend([
    ["--open", "open"], ["--closed", "expanded"], ["--goal", "path, goal"],
    ["--now", "the node of this event (ring)"], ["--wall", "wall"],
  ]);
  window.addEventListener("resize", draw);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    image = null;
    draw();
  });
} else {
  ["now", "path", "waiting"].forEach(section);
  legend([
    ["--open-board", "open"], ["--closed-board", "expanded"],
    ["--goal-board", "goal"], ["--now", "the board of this event (frame)"],
    ["--dropped", "duplicate or pruned (dashed)"],
  ]);
}
element("place").max = length;
count();
changeSpeed();
// A link such as `page.html#event=12` leads to an event.
const link = /^#event=(\d+)$/.exec(location.hash);
// Otherwise it opens with the root: before the first event there is nothing to see.
show(link ? Number(link[1]) : Math.min(1, length));
