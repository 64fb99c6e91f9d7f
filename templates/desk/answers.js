// What the engine said of orders before this page was made, for this player: looked up by a line's words and codes.

const { orders, tables, sayings, prices } = desk.prospects;
const REST = "*";

// the answers for the words of an order, as far as its words are known
function prospectOf(told) {
  const words = told.filter((one) => isWord(one.symbol)).map((one) => one.text.toUpperCase());
  while (words.length && !orders[words.join(" ")]) words.pop();
  return words.length ? orders[words.join(" ")] : null;
}

const codesOf = (prospect, told) => told.filter((one) => prospect.boxes.includes(one.symbol)).map((one) => one.code);

function groupOf(groups, code) {
  return groups.find((one) => one[2].split(" ").includes(code)) || groups.find((one) => one[2] === REST) || null;
}

function answer(prospect, codes) {
  const many = prospect.boxes.length;
  if (codes.length < many) return null;
  const groups = tables[prospect.table][many === 2 ? codes[0] : ""];
  const found = groups && groupOf(groups, many ? codes[many - 1] : "");
  return found ? { said: sayings[found[0]], price: prices[found[1]] } : null;
}

// how good a code is as the first of two: as good as the best order that it begins
function opening(prospect, code) {
  const groups = tables[prospect.table][code];
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

const worded = (said, codes) => said.text.replace(/\{([12])\}/g, (_, place) => codes[place - 1]);
const cited = (said, codes) => `[${said.rule}] ${worded(said, codes)}`;

function counted(written, most) {
  if (!written) return null;
  if (/^all$/i.test(written)) return most;
  const but = /^(?:AB|ALL\s+BUT)\s*-?\s*(\d+)$/i.exec(written);
  return but ? Math.max(0, most - Number(but[1])) : Number(written);
}

function costOf(price, written) {
  return Object.entries(price).map(([purse, amount]) => {
    if (!written) return [purse, amount.blank ?? amount.one];
    if (!amount.more) return [purse, amount.one];
    const most = Math.round(((amount.all ?? amount.one) - amount.one) / amount.more) + 1;
    const lots = Math.floor(counted(written, most * amount.lot) / amount.lot);
    return [purse, amount.one + amount.more * (lots - 1)];
  });
}
