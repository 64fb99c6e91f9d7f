// What the engine said of orders before this page was made, for this player: looked up by a line's words and codes.

const REST = "*";
const CONDITION = "IF";
const DICE = "dice";
const KINDS = ["", DICE, "purse", "now", "lasting", "read"];

// whether an order can be done, if the dice will have it
const canBeDone = (said) => !said.kind || said.kind === DICE;

// the answers for each code of a row; `*` stands for all others
const rowOf = (groups, { sayings, prices, ways }) =>
  new Map(
    groups.flatMap(([saying, price, way, codes]) =>
      codes.split(" ").map((code) => [code, { said: sayings[saying], price: prices[price], way: ways[way] }]),
    ),
  );

const best = (found) => KINDS.map((kind) => found.find((one) => one.said.kind === kind)).find(Boolean) || null;

// of the ways to word an order those with the fewest words
function plainest(found) {
  const shortest = new Map();
  const key = ({ words, prospect }) => `${words.split(" ")[0]} ${prospect.boxes.join(" ")}`;
  const many = ({ words }) => words.split(" ").length;
  for (const one of found) shortest.set(key(one), Math.min(many(one), shortest.get(key(one)) ?? Infinity));
  return found.filter((one) => many(one) === shortest.get(key(one)));
}

// all that was said of the orders for a power
function bookOf(told) {
  const tables = told.tables.map(
    (table) => new Map(Object.entries(table).map(([first, groups]) => [first, rowOf(groups, told)])),
  );
  const every = Object.entries(told.orders).flatMap(([words, found]) => found.map((prospect) => ({ words, prospect })));
  const bests = tables.map((rows) => best([...rows.values()].map((row) => best([...row.values()]))));
  return { orders: told.orders, moments: told.moments, sayings: told.sayings, nothing: told.ways[0], tables, every, bests, plain: plainest(every) };
}

const books = new Map([[desk.who, desk.prospects], ...Object.entries(desk.others)].map(([power, told]) => [power, bookOf(told)]));
for (const { tables } of books.values())
  for (const rows of tables) for (const row of rows.values()) for (const code of row.keys()) vocabulary.add(code);
["", REST].forEach((mark) => vocabulary.delete(mark));

// the one that is looked into: that of the player's own power, or of the power that a line is for
let book = books.get(desk.who);

function forPower(power, act) {
  const kept = book;
  book = books.get(power) || books.get(desk.who);
  try {
    return act();
  } finally {
    book = kept;
  }
}

// the answers for the words of an order, as far as its words are known, and the words after those
function prospectsOf(told) {
  const words = told.filter((one) => isWord(one.symbol)).map((one) => one.text.toUpperCase());
  for (let known = words.length; known; known -= 1) {
    const found = book.orders[words.slice(0, known).join(" ")];
    if (found) return { found, further: words.slice(known) };
  }
  return { found: [], further: [] };
}

// the codes in an order's boxes, as far as they are written; of a route all codes but the last stand together
function codesOf(prospect, told) {
  const { boxes } = prospect;
  const codes = [];
  for (const one of told)
    if (one.symbol === boxes[codes.length] || (codes.length >= boxes.length && one.symbol === boxes.at(-1))) codes.push(one.code);
  return codes.length > boxes.length ? routed(prospect, codes) : codes;
}

const isRoute = (prospect) => prospect.boxes.length === 2 && [...book.tables[prospect.table].keys()].some((first) => first.includes(" "));
const routed = (prospect, codes) =>
  isRoute(prospect) ? [codes.slice(0, -1).join(" "), codes.at(-1)] : codes.slice(0, prospect.boxes.length);
const apart = (codes) => codes.flatMap((code) => code.split(" "));

// what an order may begin with, from there: a force, and as far as it has come
const startsFrom = (prospect, code) => [...book.tables[prospect.table].keys()].filter((first) => first === code || first.startsWith(`${code} `));

// the answers for a whole line: those for as many of its codes as can be
function prospectOf(told) {
  const full = prospectsOf(told).found.filter((one) => codesOf(one, told).length === one.boxes.length);
  return full.sort((a, b) => b.boxes.length - a.boxes.length)[0] || null;
}

// by the first of two codes; an order that cannot be given now at all has one answer for everything
function rowFor(prospect, first) {
  const rows = book.tables[prospect.table];
  const isOther = !first.includes(" ") && (rows.size === 1 || isOneOfMany(prospect.boxes[0], first));
  return rows.get(first) || (isOther ? rows.get(REST) : undefined);
}

// of a code that was not tried, such as a new name, nothing is said; it has the price of all that can be done
function usual(row) {
  const fine = [...row.values()].filter(({ said }) => canBeDone(said));
  return new Set(fine.map(({ price }) => price)).size === 1 ? { ...fine[0], way: book.nothing, untried: true } : null;
}

// whether what is said of all other codes is said of this one too: lists, routes and words such as ALL are not tried
const isOneOfMany = (symbol, code) => Boolean(leaves[symbol].kinds) || /^(?:[A-Z]+\d+|\d{4})$/.test(code);

function answer(prospect, codes) {
  const many = prospect.boxes.length;
  if (codes.length < many) return null;
  const row = rowFor(prospect, many === 2 ? codes[0] : "");
  const last = many ? codes[many - 1] : "";
  if (codes[0]?.includes(" ")) return row?.get(last) || row?.get(REST) || null;
  const isBarred = book.tables[prospect.table].has(REST) && book.tables[prospect.table].size === 1;
  const others = !many || isBarred || isOneOfMany(prospect.boxes[many - 1], last) ? row?.get(REST) : null;
  return row ? row.get(last) || others || usual(row) : null;
}

// the best that can come of an order that begins with these codes
function prospectWith(prospect, codes) {
  if (codes.length >= prospect.boxes.length) return answer(prospect, codes);
  if (!codes.length) return book.bests[prospect.table];
  const row = rowFor(prospect, codes[0]);
  return row ? best([...row.values()]) : null;
}

// the ways to go on with a line that were tried: each has the codes so far and what its form wants next
function onTheWay(told) {
  return book.every.flatMap(({ prospect }) => {
    const listed = told.filter((one, at) => !at || isWord(one.symbol) || one.symbol !== told[at - 1].symbol || fewer(prospect, one));
    const place = placeIn(prospect, listed);
    const longer = listed.length < told.length;
    return place < 0 ? [] : [{ prospect, codes: codesOf(prospect, told), rest: prospect.form.slice(place), longer }];
  });
}

// whether an order has several boxes for such codes, so that one behind another is no list
const fewer = ({ boxes }, { symbol }) => boxes.filter((box) => box === symbol).length !== 1 || boxes.at(-1) === symbol;

// how far a line has come in the form of an order; a number may be left out
function placeIn({ form, boxes }, told) {
  let place = 0;
  for (const one of told) {
    if (form[place] === "{n}" && !isNumber(one.symbol)) place += 1;
    const token = form[place];
    const code = /^\{([12])\}$/.exec(token || "");
    const fits = isNumber(one.symbol)
      ? token === "{n}"
      : code
        ? boxes[code[1] - 1] === one.symbol
        : isWord(one.symbol) && token === one.text.toUpperCase();
    if (!fits) return -1;
    place += 1;
  }
  return place;
}

// what is said against a number that the order does not take
function againstNumber(prospect, written) {
  const [most, above] = prospect.above || [Infinity];
  if (Number(written) > most) return book.sayings[above];
  const form = !written ? "" : /^all$/i.test(written) ? "ALL" : /^a/i.test(written) ? "AB-1" : "0";
  const place = form === "0" && Number(written) > 0 ? undefined : prospect.numbers[form];
  return place === undefined ? null : book.sayings[place];
}

const filledIn = (text, codes, number) =>
  text.replace(/\{(?:n|([123])(?::(\w+))?)\}/g, (_, place, kind) =>
    !place ? number : kind ? desk.kinds[kind][codes[place - 1]] || codes[place - 1] : codes[place - 1],
  );

function worded(said, codes, number) {
  const many = /^\d+$/.test(number) ? number : "that many";
  return filledIn(said.text, apart(codes), many);
}
const cited = (said, codes, number) => `${said.rule ? `[${said.rule}] ` : ""}${worded(said, codes, number)}`;

function counted(written, most) {
  if (!written) return null;
  if (/^all$/i.test(written)) return most;
  const but = /^(?:AB|ALL\s+BUT)\s*-?\s*(\d+)$/i.exec(written);
  return but ? Math.max(0, most - Number(but[1])) : Number(written);
}

// what so many cost: each lot as much as the one before
function priceOf({ lot, more }, many) {
  if (many < 1) return 0;
  if (!more) return lot[Math.min(many, lot.length) - 1];
  return more * Math.floor(many / lot.length) + (lot[(many % lot.length) - 1] ?? 0);
}

// the fewest of the dearest that can be had for a price
function manyFor(amount, price) {
  const whole = amount.lot.length * Math.max(0, Math.floor(price / amount.more));
  const dearest = amount.lot.filter((one) => Math.abs(priceOf(amount, whole) + one) <= Math.abs(price)).at(-1);
  return dearest ? whole + amount.lot.indexOf(dearest) + 1 : whole;
}

// how many are asked for, where so many can be paid
function askedOf(amount, written, payable) {
  if (!amount.more) return /^\d+$/.test(written) ? Number(written) : 1;
  if (!written) return manyFor(amount, amount.blank ?? amount.lot[0]);
  return counted(written, Math.min(manyFor(amount, amount.all ?? amount.lot.at(-1)), payable));
}
