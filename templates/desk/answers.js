// What the engine said of orders before this page was made, for this player: looked up by a line's words and codes.

const { orders, tables, sayings, prices } = desk.prospects;
const REST = "*";

const CONDITION = "IF";

// the answers for the words of an order, as far as its words are known, and the words after those
function prospectsOf(told) {
  const words = told.filter((one) => isWord(one.symbol)).map((one) => one.text.toUpperCase());
  for (let known = words.length; known; known -= 1) {
    const found = orders[words.slice(0, known).join(" ")];
    if (found) return { found, further: words.slice(known) };
  }
  return { found: [], further: [] };
}

// the codes in an order's boxes, as far as they are written
function codesOf(prospect, told) {
  const codes = [];
  for (const one of told) if (one.symbol === prospect.boxes[codes.length]) codes.push(one.code);
  return codes;
}

// the answers for a whole line: those for as many of its codes as can be
function prospectOf(told) {
  const full = prospectsOf(told).found.filter((one) => codesOf(one, told).length === one.boxes.length);
  return full.sort((a, b) => b.boxes.length - a.boxes.length)[0] || null;
}

// by the first of two codes; an order that cannot be given now at all has one answer for everything
const groupsOf = (prospect, first) => tables[prospect.table][first] || tables[prospect.table][REST];

function groupOf(groups, code) {
  return groups.find((one) => one[2].split(" ").includes(code)) || groups.find((one) => one[2] === REST) || null;
}

// of a code that was not tried, such as a new name, nothing is said; it has the price of all that can be done
function usual(groups) {
  const fine = groups.filter(([said]) => !sayings[said].kind);
  return new Set(fine.map(([, price]) => price)).size === 1 ? fine[0] : null;
}

function answer(prospect, codes) {
  const many = prospect.boxes.length;
  if (codes.length < many) return null;
  const groups = groupsOf(prospect, many === 2 ? codes[0] : "");
  const found = groups && (groupOf(groups, many ? codes[many - 1] : "") || usual(groups));
  return found ? { said: sayings[found[0]], price: prices[found[1]] } : null;
}

// how good a code is as the first of two: as good as the best order that it begins
function opening(prospect, code) {
  const groups = groupsOf(prospect, code);
  if (!groups) return "unknown";
  const kinds = groups.map((one) => sayings[one[0]].kind);
  return ["", "purse", "now"].find((kind) => kinds.includes(kind)) ?? "lasting";
}

function worth(prospect, sofar, code) {
  if (!prospect) return "unknown";
  if (sofar.length >= prospect.boxes.length) return "unknown";
  if (sofar.length + 1 < prospect.boxes.length) return opening(prospect, code);
  const found = answer(prospect, [...sofar, code]);
  return found ? found.said.kind.replace("read", "lasting") : "unknown";
}

// what is said against a number that the order does not take
function againstNumber(prospect, written) {
  const form = !written ? "" : /^all$/i.test(written) ? "ALL" : /^a/i.test(written) ? "AB-1" : "0";
  const place = form === "0" && Number(written) > 0 ? undefined : prospect.numbers[form];
  return place === undefined ? null : sayings[place];
}

function worded(said, codes, number) {
  const many = /^\d+$/.test(number) ? number : "that many";
  return said.text.replace(/\{([12n])\}/g, (_, mark) => (mark === "n" ? many : codes[mark - 1]));
}
const cited = (said, codes, number) => `[${said.rule}] ${worded(said, codes, number)}`;

function counted(written, most) {
  if (!written) return null;
  if (/^all$/i.test(written)) return most;
  const but = /^(?:AB|ALL\s+BUT)\s*-?\s*(\d+)$/i.exec(written);
  return but ? Math.max(0, most - Number(but[1])) : Number(written);
}

const priceOf = (amount, lots) => (lots > 0 ? amount.one + amount.more * (lots - 1) : 0);
const lotsFor = (amount, price) => Math.floor((price - amount.one) / amount.more) + 1;

// how many lots are asked for, where so many can be paid
function lotsOf(amount, written, payable) {
  if (!amount.more) return 1;
  if (!written) return lotsFor(amount, amount.blank ?? amount.one);
  const all = Math.min(lotsFor(amount, amount.all ?? amount.one), payable);
  return Math.floor(counted(written, all * amount.lot) / amount.lot);
}
