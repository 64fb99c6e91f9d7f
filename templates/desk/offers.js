// What may come next in a line, the best first.

const offered = (code) => !desk.out.includes(code);

// what may stand where something is wanted
function choicesOf(symbol) {
  const leaf = leaves[symbol];
  if (leaf.silent) return [];
  if (leaf.word) return [{ text: leaf.word, hint: desk.actions[leaf.word] ? desk.actions[leaf.word][0] : "" }];
  if (leaf.words) return leaf.words.map((text) => ({ text, hint: "" }));
  if (leaf.kinds) {
    const codes = [...new Set(leaf.kinds.flatMap((kind) => Object.keys(desk.kinds[kind])))].filter(offered);
    return codes.map((text) => ({ text, hint: nameOf(text), code: true }));
  }
  if (isNumber(symbol) || !isCode(symbol)) return [];
  return [...vocabulary].filter((text) => fits(symbol, text)).map((text) => ({ text, hint: nameOf(text), code: true }));
}

function fits(symbol, text) {
  patterns[symbol].lastIndex = 0;
  return patterns[symbol].exec(text)?.[0].length === text.length;
}

const LAST = 999;
const GRADES = ["", DICE, "unknown", "purse", "now", "lasting"];
const NOTHING = "nothing of the kind can be done as things stand";
const isOpen = (one) => !one.grade || one.grade === DICE;
const HANGS = "it depends on the dice";
const UNTRIED = "not tried: a receipt judges it";

// the best ways to go on with a line: nothing that can never be meant
const offers = (text) => forPower(powerAtHand(), () => offersOf(text));

function offersOf(text) {
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
  const options = [...found.wanted].flatMap(([symbol, told]) => gradedChoices(symbol, told));
  const unique = [...new Map(options.map((one) => [one.text, one])).values()];
  const first = new Map(Object.keys(desk.actions).map((word, place) => [word, place]));
  return unique
    .filter((one) => !one.code || one.grade !== "lasting")
    .sort(
      (a, b) =>
        GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade) ||
        b.near - a.near ||
        (first.get(a.text) ?? LAST) - (first.get(b.text) ?? LAST),
    );
}

function gradedChoices(symbol, told) {
  const ways = onTheWay(told);
  if (isNumber(symbol)) return numbersFor(ways);
  return unused(symbol, told).map((one) => ({ ...one, near: nearness(one, told), ...graded(one, symbol, told, ways) }));
}

// in a list of words or units such as LI HC none stands twice; a route may come back
function unused(symbol, told) {
  const written = told.filter((one) => !leaves[symbol].kinds && one.symbol === symbol).map((one) => one.code);
  return choicesOf(symbol).filter((one) => !written.includes(one.text));
}

function nearness(one, told) {
  const last = told.findLast((each) => desk.near[each.code]);
  return last && desk.near[last.code].includes(one.text) ? 2 : lore.has(one.text) ? 1 : 0;
}

// the numbers with which the order can be done
function numbersFor(found) {
  const wanted = found.filter(({ rest }) => rest[0] === "{n}");
  const done = wanted.flatMap(({ prospect, codes }) => answersWith(prospect, codes)).filter(({ said }) => canBeDone(said));
  const numbers = done.flatMap(({ way }) => [way.number, way.all ? "ALL" : ""]).filter(Boolean);
  return [...new Set(numbers)].map((text) => ({ text, hint: "", grade: "", near: 0 }));
}

// the answers for all orders that begin with these codes
function answersWith(prospect, codes) {
  if (codes.length === prospect.boxes.length) return [answer(prospect, codes)].filter(Boolean);
  const rows = codes.length ? [rowFor(prospect, codes[0])] : [...book.tables[prospect.table].values()];
  return rows.filter(Boolean).flatMap((row) => [...row.values()]);
}

// how good a word or a code is in the next place of a line, in the best of the ways to go on with it, and why not
function graded(one, symbol, told, found) {
  const ways = found.flatMap(({ prospect, codes, rest }) => {
    const token = rest[0] === "{n}" && rest.length > 1 ? rest[1] : rest[0];
    if (!one.code) return token === one.text ? [{ prospect, codes }] : [];
    if (!token) return symbol === prospect.boxes.at(-1) && isRoute(prospect) ? [{ prospect, codes: [codes.join(" "), one.text] }] : [];
    return /^\{[12]\}$/.test(token || "") && prospect.boxes[codes.length] === symbol
      ? [{ prospect, codes: [...codes, one.text] }]
      : [];
  });
  const answers = ways.map(({ prospect, codes }) => ({ codes, ...prospectWith(prospect, codes) }));
  const bestWay = best(answers.filter((each) => each.said));
  if (!bestWay) return one.code || leadsAside(one, told) ? { grade: "unknown", why: UNTRIED } : { grade: "" };
  const { said, codes } = bestWay;
  const grade = said.kind.replace("read", "lasting");
  if (!holdsHere(grade, found)) return { grade: "unknown", why: UNTRIED };
  const about = /\{2[:}]/.test(said.text) ? codes.length < 2 : /\{1[:}]/.test(said.text) && !codes.length;
  const many = codes.length < 2 && new Set(ways.flatMap((way) => sayingsOf(way))).size > 1;
  return { grade, why: whyNot(said, about || many ? null : codes) };
}

// whether a word begins a line, or leads it away from all that was tried: MARCH A1 PICK, BUY LI LON 1 CHEAP
const leadsAside = (one, told) => !told.length || (one.text !== CONDITION && !told.some((each) => each.text === CONDITION));

// what was tried for one power, or with fewer units, does not tell what can be done by others
const holdsHere = (grade, found) =>
  grade === "lasting" || (books.has(powerAtHand()) && (!found.some((way) => way.longer) || !["", DICE].includes(grade)));

// nothing is cited that holds only for some of the codes that may follow
function whyNot(said, codes) {
  if (!said.kind) return "";
  if (said.kind === DICE) return codes ? `${HANGS}: ${cited(said, codes, "")}` : HANGS;
  return codes ? cited(said, codes, "") : NOTHING;
}

const sayingsOf = ({ prospect, codes }) => answersWith(prospect, codes).map(({ said }) => said);
