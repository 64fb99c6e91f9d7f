// What may come next in a line, the best first.

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
  if (remark(text)) return { start: text.length, options: [] };
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

const begins = (one, typed) =>
  one.text.toLowerCase().startsWith(typed) || ` ${one.hint.toLowerCase()}`.includes(` ${typed}`);

function ranked(found) {
  const options = [...found.wanted].flatMap(([symbol, told]) =>
    unused(symbol, told).map((one) => ({ ...one, ...graded(one, symbol, told) })),
  );
  const unique = [...new Map(options.map((one) => [one.text, one])).values()];
  const first = new Map(Object.keys(desk.actions).map((word, place) => [word, place]));
  return unique
    .filter((one) => one.grade !== "lasting")
    .sort(
      (a, b) =>
        GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade) ||
        b.near - a.near ||
        (first.get(a.text) ?? LAST) - (first.get(b.text) ?? LAST),
    );
}

// in a list of words such as LI HC none stands twice
function unused(symbol, told) {
  const written = told.filter((one) => leaves[symbol].words && one.symbol === symbol).map((one) => one.code);
  return choicesOf(symbol).filter((one) => !written.includes(one.text));
}

// how good a code is in the next box of a line, in the best of the ways to go on with it
function bestWorth(code, symbol, told) {
  const worths = prospectsOf(told)
    .found.map((prospect) => [prospect, codesOf(prospect, told)])
    .filter(([prospect, codes]) => prospect.boxes[codes.length] === symbol)
    .map(([prospect, codes]) => worth(prospect, codes, code));
  return worths.length ? (GRADES.find((grade) => worths.includes(grade)) ?? "lasting") : "unknown";
}

function graded(one, symbol, told) {
  const grade = one.code ? bestWorth(one.text, symbol, told) : "";
  const last = told.findLast((each) => desk.near[each.code]);
  const near = last && desk.near[last.code].includes(one.text) ? 2 : lore.has(one.text) ? 1 : 0;
  return { grade, near };
}
