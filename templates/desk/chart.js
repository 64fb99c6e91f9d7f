// The map and what is known: a click on a place fills the next box of the line at hand, or tells of the place.

const svg = document.querySelector("svg.ground");
const about = find("about");
const NEAREST = 6;

const areaOf = (code) => find(`a-${code}`);

// a place may stand for itself, for what stands in it, or for whoever owns it
function meanings(code) {
  const owner = areaOf(code)?.dataset.owner;
  return [...standsFor(code), owner].filter(Boolean);
}

// the first meaning that the line can go on with, as a new word or as a part of the last one
function goOn(text, code) {
  const trimmed = text.replace(/[\s,]+$/, "");
  for (const one of meanings(code)) {
    for (const joint of trimmed ? ["-", "+", " "] : [""]) {
      const longer = `${trimmed}${joint}${one}`;
      const found = parse(longer);
      if (found.done || found.at === longer.length) {
        const glued = joint !== " " && joint !== "";
        if (!glued || gluedWell(found, trimmed)) return longer;
      }
    }
  }
  return null;
}

// a code is put on the end of the word before it only where the two are one box
function gluedWell(found, trimmed) {
  const last = found.told.at(-1);
  return Boolean(last && last.end > trimmed.length && last.end - last.text.length < trimmed.length);
}

// the place that was clicked on without a line at hand: a second click, on a place in its reach, writes a line
let chosenPlace = "";

function clicked(code) {
  const line = active || rows.find((row) => !row.input.value.trim());
  if (line && line.input.value.trim() && !parse(line.input.value).done) return goOnWith(line, code);
  const from = chosenPlace;
  const found = from && from !== code && reachOf(from).has(code) ? waysBetween(from, code) : [];
  const longer = line?.input.value.trim() && !found.length && goOn(line.input.value, code);
  if (longer && isFine(line.input.value.trim(), longer)) return goOnWith(line, code);
  chosenPlace = found.length ? "" : code;
  tellAbout(code, found.length > 1 ? `From ${named(from)} to ${named(code)}:` : "", found);
  if (found.length) begin(found[0]);
  if (!found.length) active = null;
  return paintMap();
}

// a line that is whole already is made longer only by a step of its route, or by what was tried and can be done
const isFine = (text, longer) =>
  /^[-+]/.test(longer.slice(text.length)) ||
  offers(`${text} `).options.some((one) => isOpen(one) && `${text} ${one.text}` === longer);

function goOnWith(line, code) {
  const longer = goOn(line.input.value, code);
  tellAbout(code);
  chosenPlace = "";
  if (longer) put(line, longer);
  else tell(`${named(code)} cannot come next in “${line.input.value.trim()}”.`);
}

function tellAbout(code, heading = "", others = []) {
  const told = lore.get(code) || [];
  const here = (desk.standing[code] || []).map((one) => [one, lore.get(one) || []]);
  const { here: starts, there: ends } = waysOf(code);
  about.replaceChildren(
    make("h3", {}, named(code)),
    ...(heading ? [make("p", {}, heading)] : []),
    make("p", { class: "starts" }, ...others.map((way) => wayButton(way, true))),
    make("p", { class: "starts" }, ...starts.map((way) => wayButton(way))),
    make(
      "ul",
      {},
      ...told.map((one) => make("li", { class: one.from ? "theirs" : "" }, sentence(one))),
      ...here.flatMap(([one, rows]) =>
        rows.map((row) => make("li", { class: row.from ? "theirs" : "" }, `${one}: ${sentence(row)}`)),
      ),
    ),
    make("p", { class: "starts" }, ...ends.filter(isNew).slice(0, MOST_WAYS).map((way) => wayButton(way))),
  );
  if (!told.length && !here.length) about.querySelector("ul").append(make("li", {}, "Your report says nothing of it."));
}

// whether no line says the same of something else: a piece that has its place is not offered again
const allButLast = (text) => text.trim().toUpperCase().split(/\s+/).slice(0, -1).join(" ");
const isNew = (way) =>
  !rowsFor(way.power).some((row) => row.input.value.trim() && allButLast(row.input.value) === allButLast(numbered(way).text));

const wayButton = (way, instead = false) =>
  button(`${way.label}${way.text}`, `${way.label}${way.text}${way.open ? " …" : way.hangs ? ` (${HANGS})` : ""}`, () => begin(way, instead));

let begunRow = null;

// what a click offers goes where the lines of its power stand, below what it needs
function begin(way, instead = false) {
  const { text, needs } = numbered(way);
  const above = needs.map((need) => lineLike(need, way.power) || written(need, way.power));
  const after = Math.max(-1, ...above.map((row) => rows.indexOf(row)));
  const line = instead && begunRow && rows.includes(begunRow) ? begunRow : roomBelow(after, way.power);
  if (!line || above.includes(null)) return tell("All lines are filled.");
  begunRow = line;
  return put(line, text);
}

// a line that what is needed stands in already, or something else of its kind
const lineLike = (need, power) =>
  rowsFor(power).find((row) => row.input.value.trim().toUpperCase().split(/\s+/).slice(0, 2).join(" ") === headOf(need));
const headOf = (text) => text.toUpperCase().split(/\s+/).slice(0, 2).join(" ");

function written(text, power) {
  const row = roomBelow(-1, power);
  if (row) row.input.value = text;
  return row;
}

// a number that another line uses for something else is taken for a new one: FORCE 2, not FORCE 1 again
function numbered({ text, needs, number, power }) {
  const isTaken = (as) =>
    needs.some((need) => {
      const row = lineLike(renumbered(need, number, as), power);
      return row && row.input.value.trim().toUpperCase() !== renumbered(need, number, as);
    });
  const label = /^\d+$/.test(number) && needs.some((need) => need.split(" ")[1] === number);
  let as = number;
  while (label && isTaken(as)) as = String(Number(as) + 1);
  return { text: renumbered(text, number, as), needs: needs.map((need) => renumbered(need, number, as)) };
}

const renumbered = (text, from, to) =>
  from === to ? text : text.replace(new RegExp(`^(\\S+) ${from}(?!\\S)`), `$1 ${to}`);

// an empty line of a power below some line, or a new one
function roomBelow(after, power) {
  if (!rowsFor(power).length && rows.length < desk.most) addRow(`${desk.aside} ${power}`);
  const own = rowsFor(power);
  const empty = own.filter((row) => !row.input.value.trim() && rows.indexOf(row) > after);
  const free = empty.includes(active) ? active : empty[0];
  return free || (desk.slots || rows.length >= desk.most ? null : addRow("", Math.max(endOf(own), after + 1)));
}

// the lines for a power, with the heading of its block
function rowsFor(power) {
  const powers = powersOf(rows.map((row) => row.input.value));
  return rows.filter((_, at) => powers[at] === power);
}

function endOf(own) {
  const last = own.findLast((row) => row.input.value.trim());
  return last ? rows.indexOf(last) + 1 : 0;
}

function paintMap() {
  if (!svg) return;
  svg.querySelectorAll(".reach").forEach((line) => line.remove());
  svg.querySelectorAll(".may, .named").forEach((area) => area.classList.remove("may", "named"));
  showReach();
  svg.querySelectorAll(".may:not(.spot)").forEach(outline);
}

// the borders of the land are drawn over the areas: the outline of what is in reach comes over these
function outline(area) {
  const line = area.cloneNode(false);
  line.removeAttribute("id");
  line.setAttribute("class", "reach");
  area.closest("g[transform]").append(line);
}

function showReach() {
  const text = active?.input.value || "";
  if (chosenPlace && !active) {
    areaOf(chosenPlace)?.classList.add("named");
    reachOf(chosenPlace).forEach((code) => areaOf(code)?.classList.add("may"));
  }
  parse(text).told.forEach((one) => areaOf(placeOf(one.code))?.classList.add("named"));
  if (!text.trim()) return;
  offers(/[\s,]$/.test(text) ? text : `${text} `)
    .options.filter((one) => one.code && isOpen(one))
    .forEach((one) => areaOf(placeOf(one.text))?.classList.add("may"));
}

// seeing more or less of it

const whole = svg ? svg.getAttribute("viewBox").split(" ").map(Number) : [0, 0, 1, 1];
let frame = [...whole];

const within = (at, size, from, room) =>
  size > room ? from + (room - size) / 2 : Math.max(from, Math.min(at, from + room - size));

function look([x, y, wide, tall]) {
  frame = [within(x, wide, whole[0], whole[2]), within(y, tall, whole[1], whole[3]), wide, tall];
  svg.setAttribute("viewBox", frame.map((value) => value.toFixed(1)).join(" "));
}

function zoom(by) {
  const [x, y, wide, tall] = frame;
  const size = Math.min(whole[2], wide * by) / wide;
  look([x + (wide * (1 - size)) / 2, y + (tall * (1 - size)) / 2, wide * size, tall * size]);
}

const ownLands = () => [...svg.querySelectorAll(`.area[data-owner="${desk.who}"]`)].map((area) => area.id.slice(2));
const isHome = (code) => desk.standing[code].some((one) => desk.own.includes(one));
const ownUnits = () => Object.keys(desk.standing).filter(isHome);

// what the button beside the map shows, and its name
function home() {
  const lands = ownLands();
  if (lands.length) return ["My lands", lands];
  const units = ownUnits();
  return units.length ? ["My units", units] : ["What I know of", placesKnown()];
}

function mine() {
  const own = home()[1]
    .map((code) => desk.middles[code])
    .filter(Boolean);
  if (!own.length) return look(whole);
  const [left, right] = [Math.min(...own.map((at) => at[0])), Math.max(...own.map((at) => at[0]))];
  const [top, bottom] = [Math.min(...own.map((at) => at[1])), Math.max(...own.map((at) => at[1]))];
  const edge = whole[2] / 9;
  const wide = Math.max(right - left + 2 * edge, whole[2] / 4);
  const tall = Math.max(bottom - top + 2 * edge, whole[3] / 4);
  return look([(left + right - wide) / 2, (top + bottom - tall) / 2, wide, tall]);
}

// on a narrow screen the first line comes first, and the map is unfolded when it is wanted
const NARROW = 960;

function fold(hidden) {
  find("folds").hidden = hidden;
  find("fold").textContent = hidden ? "Show the map" : "Hide the map";
  find("fold").setAttribute("aria-expanded", String(!hidden));
}

function buildMap() {
  find("chart").hidden = !svg;
  if (!svg) return;
  fold(window.innerWidth < NARROW);
  find("fold").addEventListener("click", () => fold(!find("folds").hidden));
  let from = null;
  let pulled = false;
  svg.addEventListener("pointerdown", (event) => {
    from = [event.clientX, event.clientY, ...frame];
    pulled = false;
  });
  svg.addEventListener("pointermove", (event) => {
    if (!from || event.pointerType === "touch") return;
    const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
    if (!pulled && Math.hypot(dx, dy) < NEAREST) return;
    pulled = true;
    const scale = frame[2] / svg.clientWidth;
    look([from[2] - dx * scale, from[3] - dy * scale, frame[2], frame[3]]);
  });
  window.addEventListener("pointerup", () => {
    from = null;
  });
  svg.addEventListener("mousedown", (event) => event.preventDefault());
  svg.addEventListener("click", (event) => {
    const area = event.target.closest(".area");
    if (area && !pulled) clicked(area.id.slice(2));
  });
  find("zoom-in").addEventListener("click", () => zoom(0.7));
  find("zoom-out").addEventListener("click", () => zoom(1 / 0.7));
  find("zoom-mine").addEventListener("click", mine);
  [find("zoom-mine").textContent] = home();
  find("zoom-all").addEventListener("click", () => look(whole));
  mine();
}

// what allies know, over the map and in the list

function markTheirs() {
  const marks = svg && find("marks");
  if (!marks) return;
  marks.replaceChildren();
  for (const [code, told] of lore) {
    const theirs = told.filter((one) => one.from);
    const at = desk.middles[code];
    if (!at || !theirs.length) continue;
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [key, value] of Object.entries({ cx: at[0] + 17, cy: at[1] - 9, r: 5, class: "theirs" }))
      ring.setAttribute(key, value);
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = theirs.map(sentence).join("\n");
    ring.append(title);
    marks.append(ring);
  }
}

function buildKnown() {
  const wanted = find("filter").value.trim().toLowerCase();
  const codes = [...lore.keys()].filter((code) =>
    `${code} ${nameOf(code)} ${lore.get(code).map(sentence).join(" ")}`.toLowerCase().includes(wanted),
  );
  find("known").replaceChildren(
    ...codes.map((code) =>
      make(
        "tr",
        {},
        make(
          "th",
          { scope: "row" },
          button(`${code} ${nameOf(code)}`.trim(), code, () => clicked(code)),
        ),
        make("td", {}, nameOf(code)),
        make("td", {}, ...lore.get(code).map((one) => make("div", { class: one.from ? "theirs" : "" }, sentence(one)))),
      ),
    ),
  );
}
