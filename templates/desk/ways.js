// What a click on a place offers: the orders that begin with it or with what stands there, and those that end there.

const MOST_WAYS = 16;
const DOABLE = ["", "purse"];

// a place may stand for itself or for what stands in it
const standsFor = (code) => [code, ...(desk.standing[code] || [])];

const takes = (symbol, code) => choicesOf(symbol).some((one) => one.code && one.text === code);

const lineWith = (prospect, codes) => prospect.written.replace(/\{([12])\}/g, (_, place) => codes[place - 1]);

function alone({ prospect }, code) {
  const found = prospect.boxes.length === 1 && takes(prospect.boxes[0], code) && answer(prospect, [code]);
  return found ? [{ text: lineWith(prospect, [code]), kind: found.said.kind }] : [];
}

// an order with two boxes, as far as the second
function begun({ prospect }, code) {
  if (prospect.boxes.length !== 2 || !takes(prospect.boxes[0], code)) return [];
  const text = lineWith({ written: prospect.written.split(" {2}")[0] }, [code]);
  return before(`${text} `) ? [{ text, kind: opening(prospect, code), open: true }] : [];
}

function ended({ prospect }, code) {
  if (prospect.boxes.length !== 2 || !takes(prospect.boxes[1], code)) return [];
  return Object.keys(tables[prospect.table])
    .filter((from) => from !== code && from !== REST)
    .map((from) => ({ text: lineWith(prospect, [from, code]), kind: answer(prospect, [from, code])?.said.kind }));
}

// orders that differ only in what comes after the place are one, as far as they are alike: FACE H01
function folded(found, code) {
  const [first, ...rest] = found.map((one) => one.text.split(" "));
  const parts = first.findIndex((word, at) => rest.some((other) => other[at] !== word));
  const alike = first.slice(0, parts < 0 ? first.length : parts);
  return found.length > 1 && alike.includes(code) ? [{ ...found[0], text: alike.join(" "), open: true }] : found;
}

// of the ways to word an order those with the fewest words
function plainest(found) {
  const shortest = new Map();
  const key = ({ words, prospect }) => `${words.split(" ")[0]} ${prospect.boxes.join(" ")}`;
  const many = ({ words }) => words.split(" ").length;
  for (const one of found) shortest.set(key(one), Math.min(many(one), shortest.get(key(one)) ?? Infinity));
  return found.filter((one) => many(one) === shortest.get(key(one)));
}

const plain = plainest(
  Object.entries(orders).flatMap(([words, found]) => found.map((prospect) => ({ words, prospect }))),
);

const canBeDone = (one) => DOABLE.includes(one.kind) && (one.open || parse(one.text).done);
const shortestFirst = (a, b) => a.text.length - b.text.length;
const distinct = (found) => [...new Map(found.map((one) => [one.text, one])).values()];

const tried = new Set(Object.keys(orders).map((words) => words.split(" ")[0]));
const [somewhere] = Object.keys(desk.middles);

// orders of a unit for a place that were too many to be tried: the box for the unit is one that takes it elsewhere
function untried(code, symbols) {
  return Object.keys(desk.tongue.actions)
    .filter((head) => desk.own.includes(code) && !tried.has(head))
    .map((head) => ({ text: `${head} ${code}`, kind: "", open: true, found: parse(`${head} ${code} ${somewhere}`) }))
    .filter(({ found }) => found.done && found.told.some((one) => one.code === code && symbols.has(one.symbol)))
    .map(({ text, kind, open }) => ({ text, kind, open }));
}

// all that can be ordered with a code, by the first word of the order
function startsWith(code) {
  const good = (way) => plain.filter((one) => way(one, code).some(canBeDone));
  const symbols = new Set([alone, begun].flatMap(good).map((one) => one.prospect.boxes[0]));
  const told = [alone, begun].flatMap((way) => plain.flatMap((one) => way(one, code))).filter(canBeDone);
  const found = [...told, ...untried(code, symbols)];
  const heads = new Set(found.map((one) => one.text.split(" ")[0]));
  return [...heads].flatMap((head) => folded(found.filter((one) => one.text.startsWith(`${head} `)), code));
}

// all that can be ordered there, the shortest first, and what can be ordered from elsewhere, the nearest first
function waysOf(code) {
  const here = standsFor(code).flatMap(startsWith).sort(shortestFirst);
  const near = (one) => (desk.near[code] || []).some((other) => one.text.includes(` ${other} `));
  const there = plain.flatMap((one) => standsFor(code).flatMap((each) => ended(one, each))).filter(canBeDone);
  return { here: distinct(here), there: distinct(there).sort((a, b) => near(b) - near(a) || shortestFirst(a, b)) };
}
