/* The final sheet as a picture to send: drawn from the page, in its fonts and its light colors, and like a sheet of
   paper with the first hand on top. share.js imports this when somebody asks for the picture. */

const WIDTH = 1080; // px
const EDGE = 56;
const LABELS = 96; // the column with the numbers of the hands
const LABELS_END = EDGE + LABELS - 28;
const NAMES = 136; // the height of the row of names
const TOTALS = 116;
const FOOT = 96;
const FIGURE = 38;
const RUNNING = 24;
const GAP = 16; // between a change and its running total
const AIR = 26; // in a column, beside what is written there, if there is room
const SMALLEST = 0.74;
const TALL = 40; // with more hands, rows are lower and have no running totals
const MOST_LINES = 3; // of the reason

const textOf = (element) => element?.textContent.trim().replace(/\s+/g, " ") ?? "";

/* What the light style sheet, which comes first, says of a color, whichever scheme the page is shown in. */
const light = (selector, name) => {
  for (const { cssRules } of document.styleSheets) {
    for (const { selectorText, style } of cssRules) {
      if (selectorText === selector && style.getPropertyValue(name)) return style.getPropertyValue(name).trim();
    }
  }
  return "";
};

/* What is drawn in a face that has no sign: a symbol of another file. */
const drawingOf = async (use) => {
  const [file, name] = use.getAttribute("href").split("#");
  const text = await (await fetch(file)).text();
  return new DOMParser().parseFromString(text, "image/svg+xml").getElementById(name);
};

const faceOf = async (element) => {
  const use = element.querySelector("use");
  const [color] = element.className.match(/\bp(\d+|g)\b/);
  return { sign: textOf(element), disc: light(`.${color}`, "--f"), drawing: use && (await drawingOf(use)) };
};

const column = async (th) => ({
  name: textOf(th.querySelector(".name")),
  faces: await Promise.all([...th.querySelectorAll(".face, .field-of")].map(faceOf)),
  won: th.classList.contains("won"),
});

const hand = (row) => ({
  number: textOf(row.querySelector("th a")),
  changes: [...row.querySelectorAll("td b")].map(textOf),
  totals: [...row.querySelectorAll("td small")].map(textOf),
});

const read = async () => {
  const table = document.querySelector("table.sheet");
  const end = document.getElementById("end");
  return {
    columns: await Promise.all([...table.querySelectorAll("thead tr:first-child th:not(:first-child)")].map(column)),
    hands: [...table.querySelectorAll("tbody tr[id]:not(.uncounted)")].reverse().map(hand),
    total: textOf(table.querySelector(".totals th")),
    totals: [...table.querySelectorAll(".totals strong")].map(textOf),
    crown: document.querySelector(".crown") ? "♛" : "",
    winner: textOf(end),
    reason: textOf(end.parentElement.querySelector("#end ~ p")),
  };
};

/* Writes and draws on a canvas with the page's faces and its light colors. */
class Pen {
  constructor(context) {
    const style = getComputedStyle(document.documentElement);
    this.context = context;
    this.faces = {
      display: `600 # ${style.getPropertyValue("--display")}`,
      body: `# ${style.getPropertyValue("--body")}`,
    };
    const names = ["card", "ink", "soft", "rule", "gold", "glow", "ring", "ground"];
    this.colors = Object.fromEntries(names.map((name) => [name, light(":root", `--${name}`)]));
  }

  font(size, face = "display") {
    return this.faces[face].replace("#", `${size}px`);
  }

  width(text, size, face) {
    this.context.font = this.font(size, face);
    return this.context.measureText(text).width;
  }

  /* The text, or as much of it as there is room for, with an ellipsis. */
  cut(text, room, size, face) {
    const letters = [...text];
    let cut = text;
    while (letters.length > 1 && this.width(cut, size, face) > room) {
      letters.pop();
      cut = `${letters.join("").trimEnd()}…`;
    }
    return cut;
  }

  lines(text, room, size, face) {
    const lines = [""];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (lines.length < MOST_LINES && this.width(longer, size, face) > room) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines.filter(Boolean).map((line) => this.cut(line, room, size, face));
  }

  write(text, x, y, size, { face = "display", ink = this.colors.ink, align = "left", room = Infinity } = {}) {
    const cut = this.cut(text, room, size, face);
    Object.assign(this.context, { font: this.font(size, face), fillStyle: ink, textAlign: align });
    this.context.fillText(cut, x, y);
  }

  rule(y, thickness, ink, left = EDGE) {
    this.context.fillStyle = ink;
    this.context.fillRect(left, y, WIDTH - EDGE - left, thickness);
  }

  doubleRule(y) {
    this.rule(y, 3, this.colors.ink);
    this.rule(y + 6, 1, this.colors.ink);
  }

  box(x, y, width, height, radius, ink) {
    this.context.fillStyle = ink;
    this.context.beginPath();
    this.context.roundRect(x, y, width, height, radius);
    this.context.fill();
  }

  /* A disc of the player's color in a dark ring, and in its middle the sign, or the Gnome. */
  face({ sign, disc, drawing }, x, y, size) {
    const { context, colors } = this;
    context.beginPath();
    context.arc(x, y, size / 2, 0, 2 * Math.PI);
    Object.assign(context, { fillStyle: disc, strokeStyle: colors.ring, lineWidth: size / 8 });
    context.stroke();
    context.fill();
    if (drawing) this.trace(drawing, x, y, 0.84 * size);
    else this.write(sign, x, y + 0.25 * size, 0.83 * size, { face: "body", ink: colors.ring, align: "center" });
  }

  trace(svg, x, y, size) {
    const { context } = this;
    context.save();
    context.translate(x - size / 2, y - size / 2);
    context.scale(size / svg.viewBox.baseVal.width, size / svg.viewBox.baseVal.height);
    for (const shape of svg.children) {
      const path = new Path2D(shape.getAttribute("d") ?? "");
      const [middleX, middleY, radius] = ["cx", "cy", "r"].map((name) => Number(shape.getAttribute(name)));
      if (radius) path.arc(middleX, middleY, radius, 0, 2 * Math.PI);
      context.fillStyle = shape.getAttribute("fill");
      context.fill(path);
    }
    context.restore();
  }
}

/* Where everything goes. With many hands, rows are lower; with many columns, letters are smaller, and there is no room
   for running totals beside the changes. */
const planOf = ({ columns, hands, totals, reason }, pen) => {
  const width = (WIDTH - 2 * EDGE - LABELS) / columns.length;
  const inner = width - Math.min(AIR, width / 8);
  const isTall = hands.length > TALL;
  const widest = (texts, size, face) => Math.max(1, ...texts.map((text) => pen.width(text, size, face)));
  const change = widest(hands.flatMap((each) => each.changes), FIGURE);
  const running = widest(hands.flatMap((each) => each.totals), RUNNING, "body");
  const name = widest(columns.map((each) => each.name), 36);
  const pair = change + GAP + running;
  const isRoomy = !isTall && pair * SMALLEST < inner;
  const scale = Math.min(isTall ? SMALLEST : 1, inner / (isRoomy ? pair : change));
  const row = isTall ? 40 : 64 - Math.min(Math.max(hands.length - 10, 0), 20) / 2;
  const lines = pen.lines(reason, WIDTH - 2 * EDGE, 32, "body");
  const top = 284 + 44 * lines.length;
  return {
    lines,
    top,
    row,
    width,
    isRoomy,
    figure: FIGURE * scale,
    running: RUNNING * scale,
    change: (scale * (change - GAP - running)) / 2, // from the middle of the column to the end of a change
    end: (scale * pair) / 2, // and to the end of a running total
    name: Math.min(36, Math.max(14 + width / 10, (36 * inner) / name)),
    total: Math.min(64, (64 * inner) / widest(totals, 64)),
    height: top + NAMES + hands.length * row + TOTALS,
    middle: (index) => EDGE + LABELS + (index + 0.5) * width,
  };
};

const drawHead = (pen, sheet, plan, { game, date }) => {
  const { colors } = pen;
  const room = WIDTH - 2 * EDGE;
  const half = room / 2 - 16;
  pen.write(game, EDGE, 92, 44, { room: half });
  pen.write(date, WIDTH - EDGE, 92, 28, { face: "body", ink: colors.soft, align: "right", room: half });
  pen.doubleRule(116);
  const crown = sheet.crown ? pen.width(`${sheet.crown} `, 76) : 0;
  const [winner, ...others] = sheet.columns.filter(({ won }) => won);
  const faces = others.length ? [] : winner?.faces ?? [];
  const left = crown + 88 * faces.length + (faces.length && 8);
  const size = Math.min(84, Math.max(56, (84 * (room - left)) / pen.width(sheet.winner, 84)));
  pen.write(sheet.crown, EDGE, 220, 76, { ink: colors.gold });
  faces.forEach((face, index) => pen.face(face, EDGE + crown + 40 + 88 * index, 192, 72));
  pen.write(sheet.winner, EDGE + left, 220, size, { room: room - left });
  plan.lines.forEach((line, index) => pen.write(line, EDGE, 276 + 44 * index, 32, { face: "body", ink: colors.soft }));
};

const drawNames = (pen, { columns }, plan) => {
  columns.forEach(({ name, faces, won }, index) => {
    const x = plan.middle(index);
    const left = x - plan.width / 2;
    if (won) pen.box(left + 2, plan.top, plan.width - 4, plan.height - plan.top, 12, pen.colors.glow);
    faces.forEach((face, at) => pen.face(face, x + 60 * (at - (faces.length - 1) / 2), plan.top + 44, 48));
    pen.write(name, x, plan.top + 112, plan.name, { align: "center", room: plan.width - 10 });
  });
};

const drawHands = (pen, { hands }, plan) => {
  const { ink, soft, rule } = pen.colors;
  hands.forEach(({ number, changes, totals }, index) => {
    const top = plan.top + NAMES + index * plan.row;
    const y = top + plan.row / 2 + plan.figure / 3;
    pen.rule(top, 2, rule);
    pen.write(number, LABELS_END, y, 26, { face: "body", ink: soft, align: "right" });
    changes.forEach((change, at) => {
      const x = plan.middle(at);
      const look = { ink: change === "0" ? soft : ink, align: plan.isRoomy ? "right" : "center" };
      pen.write(change, plan.isRoomy ? x + plan.change : x, y, plan.figure, look);
      const small = { face: "body", ink: soft, align: "right" };
      if (plan.isRoomy) pen.write(totals[at], x + plan.end, y, plan.running, small);
    });
  });
};

const drawTotals = (pen, { total, totals }, plan, { group, foot }) => {
  const { soft } = pen.colors;
  const y = plan.height - TOTALS;
  pen.doubleRule(y);
  pen.write(total, LABELS_END, y + 76, 26, { face: "body", ink: soft, align: "right", room: LABELS_END - EDGE });
  totals.forEach((points, at) => pen.write(points, plan.middle(at), y + 80, plan.total, { align: "center" }));
  pen.write(group, EDGE, plan.height + 70, 28, { face: "body", ink: soft, room: 0.7 * (WIDTH - 2 * EDGE) });
  pen.write(foot, WIDTH - EDGE, plan.height + 70, 34, { ink: soft, align: "right" });
};

/* Return the picture as a PNG. `words` are the game's name, its date, its group, and what stands at the foot. */
export const draw = async (words) => {
  const sheet = await read();
  const canvas = document.createElement("canvas");
  const pen = new Pen(canvas.getContext("2d"));
  await Promise.allSettled([...document.fonts].map((face) => face.load())); // this device may lack a fallback
  const plan = planOf(sheet, pen);
  [canvas.width, canvas.height] = [WIDTH, Math.round(plan.height + FOOT)];
  pen.box(0, 0, WIDTH, canvas.height, 0, pen.colors.ground);
  pen.box(EDGE - 20, plan.top - 12, WIDTH - 2 * EDGE + 40, plan.height - plan.top + 24, 16, pen.colors.card);
  drawHead(pen, sheet, plan, words);
  drawNames(pen, sheet, plan);
  drawHands(pen, sheet, plan);
  drawTotals(pen, sheet, plan, words);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
};
