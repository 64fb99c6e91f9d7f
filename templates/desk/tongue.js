// Reading: the grammar of the game's orders, as the engine wrote it down, by Earley's method. A line that cannot be read
// to its end still tells how far it could be, and what may stand there.

const desk = JSON.parse(document.getElementById("desk-data").textContent);
const find = (id) => document.getElementById(id);
const { rules, leaves } = desk.tongue;
const LONGEST_NAME = 6;
const gap = new RegExp(`(?:${desk.tongue.skip})*`, "iy");

const patterns = Object.fromEntries(
  Object.entries(leaves)
    .filter(([, leaf]) => !leaf.kinds)
    .map(([symbol, leaf]) => [symbol, new RegExp(leaf.like || `${leaf.word}(?!\\w)`, "iy")]),
);

const called = Object.fromEntries(
  Object.entries(desk.kinds).map(([kind, codes]) => [
    kind,
    new Map(
      Object.entries(codes).flatMap(([code, name]) => [
        [name.toLowerCase(), code],
        [code.toLowerCase(), code],
      ]),
    ),
  ]),
);

const nullable = new Set();
for (let before = -1; before < nullable.size;) {
  before = nullable.size;
  for (const [name, forms] of Object.entries(rules)) {
    if (forms.some((form) => form.every((symbol) => nullable.has(symbol)))) nullable.add(name);
  }
}

const allNames = Object.assign({}, ...Object.values(desk.kinds));
const nameOf = (code) => allNames[code] || "";
const named = (code) => (nameOf(code) ? `${nameOf(code)} (${code})` : code);

// people number their lines and write remarks behind them: neither is part of the order
const NUMBERING = /^\s*[([]?\d+\s*[.):\]/-]*\s*(?=[a-z])/i;
const REMARK = /\s*[#;].*$/;
const remark = (text) => REMARK.exec(text)?.[0].trim() || "";
const blanked = (found) => " ".repeat(found.length);
const unnumbered = (text) => text.replace(NUMBERING, "").trim();
const bare = (text) => text.replace(NUMBERING, blanked).replace(REMARK, blanked);

// the codes that a text begins with, the longest name first
function codeAt(kinds, text, at) {
  const ends = [];
  for (const word of text.slice(at).matchAll(/[\w.'’]+|\w+/gu)) {
    ends.push(at + word.index + word[0].length);
    if (ends.length === LONGEST_NAME) break;
  }
  for (const end of ends.reverse()) {
    const written = text.slice(at, end).toLowerCase().replace(/\s+/g, " ");
    for (const kind of kinds) {
      const code = called[kind].get(written);
      if (code) return { end, code };
    }
  }
  return null;
}

function leafAt(symbol, text, at) {
  const leaf = leaves[symbol];
  if (leaf.kinds) return codeAt(leaf.kinds, text, at);
  patterns[symbol].lastIndex = at;
  const found = patterns[symbol].exec(text);
  return found && found[0] ? { end: at + found[0].length, code: found[0].toUpperCase() } : null;
}

function parse(written) {
  const text = bare(written);
  const sets = [];
  // `told` are the leaves that a rule has read, `past` those that were read before it began
  const put = (at, name, form, dot, from, told, past) => {
    const set = sets[at] || (sets[at] = { items: [], keys: new Set() });
    const key = `${name} ${form} ${dot} ${from}`;
    if (set.keys.has(key)) return;
    set.keys.add(key);
    set.items.push({ name, form, dot, from, told, past });
  };
  const result = { told: [], done: false, at: 0, begin: 0, wanted: new Map() };
  rules.start.forEach((_, form) => put(0, "start", form, 0, 0, [], []));
  for (let at = 0; at <= text.length; at += 1) {
    if (!sets[at]) continue;
    gap.lastIndex = at;
    const begin = at + gap.exec(text)[0].length;
    const wanted = new Map();
    for (let place = 0; place < sets[at].items.length; place += 1) {
      const item = sets[at].items[place];
      const next = rules[item.name][item.form][item.dot];
      const step = (end, told) =>
        put(end, item.name, item.form, item.dot + 1, item.from, item.told.concat(told), item.past);
      if (next === undefined) {
        for (const other of sets[item.from].items) {
          if (rules[other.name][other.form][other.dot] === item.name) {
            put(at, other.name, other.form, other.dot + 1, other.from, other.told.concat(item.told), other.past);
          }
        }
        if (item.name === "start" && begin === text.length && !result.done) {
          Object.assign(result, { done: item.told.length > 0, told: item.told });
        }
      } else if (rules[next]) {
        rules[next].forEach((_, form) => put(at, next, form, 0, at, [], item.past.concat(item.told)));
        if (nullable.has(next)) step(at, []);
      } else {
        if (!wanted.has(next)) wanted.set(next, item.past.concat(item.told));
        const found = leafAt(next, text, begin);
        if (found)
          step(found.end, leaves[next].silent ? [] : [{ symbol: next, text: text.slice(begin, found.end), ...found }]);
      }
    }
    Object.assign(result, { at, begin, wanted });
  }
  return result;
}

// What may come next, if all of the text can be read so far.
function before(text) {
  const found = parse(text);
  return found.begin === text.length ? found : null;
}

const isNumber = (symbol) => /(?:^|__)(?:NUMBER|COUNT)$/.test(symbol);
const isWord = (symbol) => Boolean(leaves[symbol].word || leaves[symbol].words);
const isText = (symbol) => /(?:^|__)TEXT$/.test(symbol);
const isCode = (symbol) => !isWord(symbol) && !isNumber(symbol) && !isText(symbol);
