// What is said of the lines. Nothing here knows a rule: the answers were worked out by the engine for this player, and
// are only looked up and added up.

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
  return ["", "purse", "now", "lasting"].find((kind) => kinds.includes(kind)) ?? "lasting";
}

function worth(prospect, sofar, code) {
  if (!prospect) return "unknown";
  if (sofar.length >= prospect.boxes.length) return "unknown";
  if (sofar.length + 1 < prospect.boxes.length) return opening(prospect, code);
  const found = answer(prospect, [...sofar, code]);
  return found ? found.said.kind : "unknown";
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

// codes that were left out for one another: a city for the land around it
function twins(line) {
  return line.told
    .filter((one) => desk.pairs[one.code] && isCode(one.symbol))
    .map((one) => ({ ...one, other: desk.pairs[one.code] }))
    .filter(({ other, symbol, code }) => {
      const changed = line.told.map((one) => (one.symbol === symbol && one.code === code ? { ...one, code: other } : one));
      const found = line.prospect && answer(line.prospect, codesOf(line.prospect, changed));
      return found && !found.said.kind;
    });
}

function distance(one, other) {
  let row = [...Array(other.length + 1).keys()];
  [...one].forEach((letter, at) => {
    row = row.reduce((made, above, place) => {
      if (!place) return [at + 1];
      const changed = row[place - 1] + (letter === other[place - 1] ? 0 : 1);
      return [...made, Math.min(changed, above + 1, made[place - 1] + 1)];
    }, []);
  });
  return row[other.length];
}

function unread(text, found) {
  const word = /^[^\s,]+/.exec(text.slice(found.begin))?.[0];
  const wanted = [...found.wanted.keys()].filter((symbol) => !leaves[symbol].silent);
  const kinds = found.begin ? [...new Set(wanted.map(wordFor))] : ["an order"];
  if (!word) return { text: `It goes on with ${listed(kinds)}.`, open: true };
  const choices = wanted.flatMap((symbol) => choicesOf(symbol).map((one) => one.text));
  const likely = [...new Set(choices)]
    .map((choice) => [Math.min(distance(word.toUpperCase(), choice.toUpperCase()), distance(word.toUpperCase(), nameOf(choice).toUpperCase())), choice])
    .filter(([far]) => far <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a[0] - b[0])
    .slice(0, 3)
    .map(([, choice]) => choice);
  const meant = likely.length ? ` Did you mean ${listed(likely.map(named), "or")}?` : "";
  if (!kinds.length) return { text: `The order ends before “${word}”.${meant}` };
  return { text: `“${word}” is not ${listed(kinds, "or")}.${meant}`, swap: { at: found.begin, end: found.begin + word.length, likely } };
}

function wordFor(symbol) {
  const leaf = leaves[symbol];
  const one = (word) => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
  if (leaf.kinds) return listed(leaf.kinds.map((kind) => one(desk.words[kind] || kind)), "or");
  if (isNumber(symbol)) return "a number";
  if (leaf.word) return leaf.word;
  return leaf.words ? listed(leaf.words, "or") : `a ${symbol.replace(/^_+/, "").toLowerCase().replaceAll("_", " ")}`;
}

function listed(words, joint = "or") {
  const few = words.length > 5 ? [...words.slice(0, 4), "others"] : words;
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} ${joint} ${few.at(-1)}` : few[0] || "";
}

// the lines of a sheet, weighed in their order
function weigh(texts) {
  const purse = { ...desk.purses };
  const stock = { ...(desk.stock?.places || {}) };
  const touched = new Map();
  const lines = texts.map((text, number) => {
    const found = parse(text);
    if (!text.trim()) return { text, notes: [], told: [], empty: true, left: { ...purse } };
    if (!found.done) return { text, notes: [{ tone: "bad", ...unread(text, found) }], told: [], found };
    const line = { text, told: found.told, notes: [], prospect: prospectOf(found.told), found };
    judge(line, touched);
    if (!line.fails) line.cost = spend(line, purse);
    if (!line.fails) march(line, stock);
    line.left = { ...purse };
    for (const one of line.told) if (isCode(one.symbol) && !touched.has(one.code)) touched.set(one.code, number);
    return line;
  });
  return { lines, purse, stock };
}

function judge(line, touched) {
  const codes = line.prospect ? codesOf(line.prospect, line.told) : [];
  const found = line.prospect && answer(line.prospect, codes);
  line.price = found ? found.price : {};
  strangers(line);
  if (!found || !found.said.kind || found.said.kind === "purse") return;
  const earlier = codes.find((code) => touched.has(code));
  line.fails = found.said.kind === "lasting" || !earlier;
  if (found.said.kind === "lasting") line.notes.push({ tone: "bad", text: cited(found.said, codes) });
  else if (earlier) line.notes.push({ tone: "plain", text: `As things stand now ${worded(found.said, codes)}; line ${touched.get(earlier) + 1} may change that.` });
  else line.notes.push({ tone: "doubt", text: `As things stand: ${cited(found.said, codes)}` });
  for (const twin of twins(line)) {
    line.notes.push({ tone: "plain", text: `Did you mean ${named(twin.other)}?`, swap: { at: twin.end - twin.text.length, end: twin.end, likely: [twin.other] } });
  }
}

// codes with a figure in them that nothing in the report is called
function strangers(line) {
  for (const one of line.told) {
    if (!isCode(one.symbol) || leaves[one.symbol].kinds) continue;
    const parts = one.text.toUpperCase().split(/[.,+-]+/).filter((part) => /^[A-Z]+\d+\w*$/.test(part));
    const strange = parts.filter((part) => !vocabulary.has(part));
    if (strange.length) line.notes.push({ tone: "plain", text: `Nothing in your report is called ${listed(strange, "and")}: a new name?` });
  }
}

const numberIn = (line) => line.told.find((one) => isNumber(one.symbol))?.text || "";

function spend(line, purse) {
  const costs = costOf(line.price, numberIn(line));
  for (const [name, amount] of costs) {
    if (amount > 0 && amount > (purse[name] ?? 0)) {
      line.notes.push({ tone: "doubt", text: `Too dear: it costs ${amount}, and ${purse[name] ?? 0} ${name} would be left by then.` });
      line.fails = true;
    } else purse[name] = (purse[name] ?? 0) - amount;
  }
  return costs;
}

const unit = (many) => `${many || "no"} ${many === 1 ? desk.stock.one : desk.stock.many}`;

// what leaves one place for another, and what comes of an attack
function march(line, stock) {
  const word = line.told[0]?.text.toUpperCase();
  const moved = desk.stock?.moved[word];
  const codes = line.prospect ? codesOf(line.prospect, line.told) : [];
  if (!moved) return;
  const origin = moved.origin === null ? null : codes[moved.origin];
  const target = moved.target === null ? null : codes[moved.target];
  const there = origin === null ? 0 : stock[origin] ?? 0;
  const many = counted(numberIn(line) || moved.blank, there) ?? 0;
  if (origin !== null && origin in stock) {
    stock[origin] = Math.max(0, there - many);
    if (there && !stock[origin]) line.notes.push({ tone: "doubt", text: `It leaves ${named(origin)} without ${desk.stock.one === "army" ? "an army" : `a ${desk.stock.one}`}.` });
  }
  const fights = desk.fights[word]?.[target];
  if (fights) line.notes.push(fought(word, target, fights, origin === null ? many : Math.min(many, Math.max(there, many))));
  else if (target !== null && target in stock) stock[target] += many;
}

function fought(word, target, left, many) {
  const enough = left.findIndex((one) => one > 0) + 1;
  const falls = enough ? `it falls to ${enough}, ${left[enough - 1]} left` : "no number is enough";
  const comes = many > 0 ? left[Math.min(many, left.length) - 1] : 0;
  if (comes > 0) return { tone: "good", text: `As ${named(target)} was seen, ${unit(many)} take it by ${word} and ${comes} ${comes === 1 ? "is" : "are"} left.` };
  return { tone: "doubt", text: `As ${named(target)} was seen, it holds against ${many ? unit(many) : "that"}; by ${word} ${falls}.` };
}

function upkeep(stock) {
  if (!desk.stock) return 0;
  return Object.entries(desk.stock.upkeep).reduce((sum, [place, costs]) => sum + costs[Math.min(stock[place] ?? 0, costs.length - 1)], 0);
}

// what may stand where something is wanted
function choicesOf(symbol) {
  const leaf = leaves[symbol];
  if (leaf.silent) return [];
  if (leaf.word) return [{ text: leaf.word, hint: desk.actions[leaf.word] ? desk.actions[leaf.word][0] : "" }];
  if (leaf.words) return leaf.words.map((text) => ({ text, hint: "" }));
  if (leaf.kinds) {
    const codes = [...new Set(leaf.kinds.flatMap((kind) => Object.keys(desk.kinds[kind])))];
    return codes.map((text) => ({ text, hint: nameOf(text), code: true }));
  }
  if (isNumber(symbol)) return fits(symbol, "ALL") ? [{ text: "ALL", hint: "" }] : [];
  if (!isCode(symbol)) return [];
  return [...vocabulary].filter((text) => fits(symbol, text)).map((text) => ({ text, hint: nameOf(text), code: true }));
}

function fits(symbol, text) {
  patterns[symbol].lastIndex = 0;
  return patterns[symbol].exec(text)?.[0].length === text.length;
}

const LAST = 999;
const GRADES = ["", "purse", "unknown", "now"];

// the best ways to go on with a line: nothing that can never be meant
function offers(text) {
  const starts = [...text.matchAll(/[^\s,]+/g)].map((word) => word.index);
  const open = !text || /[\s,]$/.test(text) ? [text.length] : starts.slice(-3).reverse();
  for (const start of open) {
    const found = before(text.slice(0, start));
    const typed = text.slice(start).toLowerCase();
    const fitting = found ? ranked(found).filter((one) => begins(one, typed)) : [];
    if (fitting.length) return { start, options: fitting };
  }
  return { start: text.length, options: [] };
}

const begins = (one, typed) => one.text.toLowerCase().startsWith(typed) || ` ${one.hint.toLowerCase()}`.includes(` ${typed}`);

function ranked(found) {
  const options = [...found.wanted].flatMap(([symbol, told]) => choicesOf(symbol).map((one) => ({ ...one, ...graded(one, symbol, told) })));
  const unique = [...new Map(options.map((one) => [one.text, one])).values()];
  const first = new Map(Object.keys(desk.actions).map((word, place) => [word, place]));
  return unique
    .filter((one) => one.grade !== "lasting")
    .sort((a, b) => GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade) || b.near - a.near || (first.get(a.text) ?? LAST) - (first.get(b.text) ?? LAST));
}

function graded(one, symbol, told) {
  const prospect = one.code ? prospectOf(told) : null;
  const takes = prospect && prospect.boxes.includes(symbol);
  const grade = !one.code ? "" : takes ? worth(prospect, codesOf(prospect, told), one.text) : "unknown";
  const last = told.findLast((each) => desk.near[each.code]);
  const near = last && desk.near[last.code].includes(one.text) ? 2 : lore.has(one.text) ? 1 : 0;
  return { grade, near };
}
