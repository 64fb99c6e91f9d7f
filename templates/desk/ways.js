// What a click on a place offers: the orders that begin with it or with what stands there, and those that end there.
// All of them can be done as things stand, with the number and the lines before them that are written along.

const MOST_WAYS = 16;

// a place may stand for itself or for what stands in it
const standsFor = (code) => [code, ...(desk.standing[code] || [])];

// where a code is on the map: the place itself, or that of a unit
const placeOf = (code) =>
  desk.middles[code] ? code : Object.keys(desk.standing).find((place) => desk.standing[place].includes(code));

const takes = (symbol, code) => choicesOf(symbol).some((one) => one.code && one.text === code);

// an order as a line, up to its second code if that is not known yet
function lineWith(prospect, codes, way) {
  const end = codes.length < prospect.boxes.length ? prospect.form.indexOf("{2}") : prospect.form.length;
  return filledIn(prospect.form.slice(0, end).join(" "), codes, way.number).replace(/\s+/g, " ").trim();
}

const wayOf = (prospect, codes, { way, said }, open) => ({
  text: lineWith(prospect, codes, way),
  needs: way.needs.map((need) => filledIn(need, [codes[0], codes[1] ?? "{2}"], way.number)),
  number: way.number,
  open,
  hangs: said.kind === DICE,
});

// only what was tried is offered
const isDone = (found) => Boolean(found && !found.untried && canBeDone(found.said));

function alone({ prospect }, code) {
  const found = prospect.boxes.length === 1 && takes(prospect.boxes[0], code) && answer(prospect, [code]);
  return isDone(found) ? [wayOf(prospect, [code], found, false)] : [];
}

// an order with two boxes, as far as the second
function begun({ prospect }, code) {
  if (prospect.boxes.length !== 2 || !takes(prospect.boxes[0], code)) return [];
  const found = prospectWith(prospect, [code]);
  const way = isDone(found) && wayOf(prospect, [code], found, true);
  return way && before(`${way.text} `) ? [way] : [];
}

function between(prospect, from, to) {
  const found = prospect.boxes.length === 2 && from !== to && answer(prospect, [from, to]);
  return isDone(found) ? [wayOf(prospect, [from, to], found, false)] : [];
}

const ended = ({ prospect }, code) =>
  prospect.boxes.length === 2 && takes(prospect.boxes[1], code)
    ? [...book.tables[prospect.table].keys()].filter((from) => from !== REST).flatMap((from) => between(prospect, from, code))
    : [];

// orders that differ only in what comes after the place are one, as far as they are alike: FACE H01
function folded(found, code) {
  const [first, ...rest] = found.map((one) => one.text.split(" "));
  const parts = first.findIndex((word, at) => rest.some((other) => other[at] !== word));
  const alike = first.slice(0, parts < 0 ? first.length : parts);
  return found.length > 1 && alike.includes(code) ? [{ ...found[0], text: alike.join(" "), open: true }] : found;
}

const isRead = (one) => one.open || parse(one.text).done;
const shortestFirst = (a, b) => a.text.length - b.text.length;
const distinct = (found) => [...new Map(found.map((one) => [one.text, one])).values()];

// all that can be ordered with a code, by the first word of the order
function startsWith(code) {
  const found = [alone, begun].flatMap((way) => book.plain.flatMap((one) => way(one, code))).filter(isRead);
  const heads = new Set(found.map((one) => one.text.split(" ")[0]));
  return [...heads].flatMap((head) => folded(found.filter((one) => one.text.startsWith(`${head} `)), code));
}

// all that can be ordered there, the shortest first, and what can be ordered from elsewhere, the nearest first
function waysOf(code) {
  const found = [...books.keys()].map((power) => forPower(power, () => ownWaysOf(code).map((ways) => marked(ways, power))));
  return { here: found.flatMap(([here]) => here), there: found.flatMap(([, there]) => there) };
}

// a line for another power goes into the block of that power
const marked = (ways, power) => ways.map((way) => ({ ...way, power, label: power === desk.who ? "" : `${power}: ` }));

function ownWaysOf(code) {
  const here = standsFor(code).flatMap(startsWith).sort(shortestFirst);
  const near = (one) => (desk.near[code] || []).some((other) => one.text.includes(` ${other} `));
  const there = book.plain.flatMap((one) => standsFor(code).flatMap((each) => ended(one, each))).filter(isRead);
  return [distinct(here), distinct(there).sort((a, b) => near(b) - near(a) || shortestFirst(a, b))];
}

// what can be ordered from one place to another, in the order in which the sheet lists actions
function waysBetween(from, to) {
  return [...books.keys()].flatMap((power) => forPower(power, () => marked(ownWaysBetween(from, to), power)));
}

function ownWaysBetween(from, to) {
  const rank = new Map(Object.keys(desk.actions).map((word, place) => [word, place]));
  const pairs = standsFor(from).flatMap((one) => standsFor(to).map((other) => [one, other]));
  const found = book.plain
    .flatMap(({ prospect }) => pairs.flatMap(([one, other]) => startsFrom(prospect, one).flatMap((start) => between(prospect, start, other))))
    .filter(isRead);
  const place = ({ text }) => rank.get(text.split(" ")[0]) ?? LAST;
  return distinct(found).sort((a, b) => place(a) - place(b) || shortestFirst(a, b));
}

// the places that orders from here can go to
function reachOf(code) {
  return new Set([...books.keys()].flatMap((power) => forPower(power, () => [...ownReachOf(code)])));
}

function ownReachOf(code) {
  const goes = ({ words }) => !desk.goes.length || desk.goes.includes(words.split(" ")[0]);
  const rows = book.plain.filter(goes).flatMap(({ prospect }) =>
    prospect.boxes.length === 2
      ? standsFor(code).flatMap((each) => startsFrom(prospect, each).flatMap((start) => [...book.tables[prospect.table].get(start)]))
      : [],
  );
  const codes = rows.filter(([, found]) => isDone(found)).map(([other]) => placeOf(other));
  return new Set(codes.filter((other) => other && other !== code));
}
