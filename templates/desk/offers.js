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
    choicesOf(symbol).map((one) => ({ ...one, ...graded(one, symbol, told) })),
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

function graded(one, symbol, told) {
  const prospect = one.code ? prospectOf(told) : null;
  const takes = prospect && prospect.boxes.includes(symbol);
  const grade = !one.code ? "" : takes ? worth(prospect, codesOf(prospect, told), one.text) : "unknown";
  const last = told.findLast((each) => desk.near[each.code]);
  const near = last && desk.near[last.code].includes(one.text) ? 2 : lore.has(one.text) ? 1 : 0;
  return { grade, near };
}
