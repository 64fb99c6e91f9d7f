// What is said of the lines. Nothing here knows a rule: the answers were worked out by the engine for this player, and
// are only added up.

// codes that were left out for one another: a city for the land around it
function twins(line) {
  return line.told
    .filter((one) => desk.pairs[one.code] && isCode(one.symbol))
    .map((one) => ({ ...one, other: desk.pairs[one.code] }))
    .filter(({ other, symbol, code }) => {
      const changed = line.told.map((one) =>
        one.symbol === symbol && one.code === code ? { ...one, code: other } : one,
      );
      const found = line.prospect && answer(line.prospect, codesOf(line.prospect, changed));
      return found && canBeDone(found.said);
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
  const isBegun = (symbol) => leaves[symbol].words?.includes(word.toUpperCase()) && !fits(symbol, word);
  if (wanted.some(isBegun)) return { text: "It goes on with a number.", open: true };
  const choices = wanted.flatMap((symbol) => choicesOf(symbol).map((one) => one.text));
  const likely = [...new Set(choices)]
    .map((choice) => [
      Math.min(
        distance(word.toUpperCase(), choice.toUpperCase()),
        distance(word.toUpperCase(), nameOf(choice).toUpperCase()),
      ),
      choice,
    ])
    .filter(([far]) => far <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a[0] - b[0])
    .slice(0, 3)
    .map(([, choice]) => choice);
  const meant = likely.length ? ` Did you mean ${listed(likely.map(named))}?` : "";
  if (!kinds.length) return { text: `The order ends before “${word}”.${meant}` };
  return {
    text: `“${word}” is not ${listed(kinds)}.${meant}`,
    swap: { at: found.begin, end: found.begin + word.length, likely },
  };
}

// what only a mail may read is no slip; a box takes a value and no sentence
function unreadNote(text, found, isBox) {
  const said = unread(text, found);
  if (said.open || isBox || isSlip(text)) return { tone: "bad", ...said };
  return { ...said, tone: "plain", text: `This page does not read that, but a mail may: the receipt tells. ${said.text}` };
}

const one = (word) => `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`;

function wordFor(symbol) {
  const leaf = leaves[symbol];
  if (leaf.kinds) return listed(leaf.kinds.map((kind) => one(desk.words[kind] || kind)));
  if (isNumber(symbol)) return "a number";
  if (leaf.word) return leaf.word;
  return leaf.words ? listed(leaf.words) : `a ${symbol.replace(/^_+/, "").toLowerCase().replaceAll("_", " ")}`;
}

function listed(words, joint = "or") {
  const few = words.length > 5 ? [...words.slice(0, 4), "others"] : words;
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} ${joint} ${few.at(-1)}` : few[0] || "";
}

// whose lines stand below this one, if it says so
function headed(text) {
  const found = desk.aside && bare(text).trim().toUpperCase().startsWith(`${desk.aside} `) ? parse(text) : null;
  return found?.done ? found.told.at(-1).code : "";
}

// the power that each line is for
function powersOf(texts) {
  let power = desk.who;
  return texts.map((text) => (power = headed(text) || power));
}

// the power that the line at hand is for
function powerAtHand() {
  const at = typeof active === "undefined" || !active ? -1 : rows.indexOf(active);
  return at < 0 ? desk.who : powersOf(rows.map((row) => row.input.value))[at];
}

// the lines of a sheet, weighed in their order, after those that its boxes write
function weigh(texts, inBoxes = []) {
  const purse = { ...desk.purses };
  const stock = { ...(desk.stock?.places || {}) };
  const above = [];
  const powers = powersOf(texts);
  const powerOf = (number) => powers[number] ?? desk.who;
  const weighOne = (text, number) => forPower(powerOf(number), () => weighIt(text, number));
  const weighIt = (text, number) => {
    let found = parse(text);
    if (!bare(text).trim()) return { text, notes: [], told: [], empty: true };
    const mailed = found.done ? null : asMailed(text);
    if (!found.done && !mailed) return { text, notes: [unreadNote(text, found, number === null)], told: [] };
    if (mailed) found = parse(mailed.text);
    const plain = unconditional(found.told);
    const line = { text: mailed?.text ?? text, told: found.told, plain, notes: [], prospect: prospectOf(plain) };
    if (mailed) line.notes.push({ tone: "plain", text: `Read as ${times(mailed)}.` });
    const power = powerOf(number);
    judge(line, above, !books.has(power));
    if (!line.fails) lacks(line, texts.filter((_, at) => powers[at] === power));
    if (line.notes.length === (mailed ? 1 : 0) && !isFree(line) && !(books.has(power) && wasTried(line)))
      line.notes.push(NOT_TRIED);
    const [at, held] = book.moments[line.prospect?.moment ?? 0];
    if (power === desk.who) line.paid = { at, held, often: mailed?.times ?? 1 };
    if (number !== null && !line.fails) above.push({ line, number, book });
    return line;
  };
  const boxed = inBoxes.map((text) => weighOne(text, null));
  const lines = texts.map(weighOne);
  pay([...boxed, ...lines], purse);
  boxed.forEach((line) => march(line, stock));
  lines.forEach((line, number) => forPower(powerOf(number), () => march(line, stock)));
  return { boxed, lines, purse, stock };
}

// lines are paid when the rules come to them, whatever their order on the sheet
function pay(lines, purse) {
  const due = lines.filter((line) => line.paid && !line.fails);
  for (const line of due.sort((one, other) => one.paid.at - other.paid.at)) spendOften(line, purse);
}

const NOT_TRIED = { tone: "plain", text: "Such a line was not tried: a receipt judges it." };

function unconditional(told) {
  const at = told.findIndex((one) => one.text.toUpperCase() === CONDITION);
  return at < 0 ? told : told.slice(0, at);
}

// what opens a block, and what is said in words of one's own
const isFree = ({ plain }) => plain[0]?.text.toUpperCase() === desk.aside || plain.some((one) => isText(one.symbol));

// whether just these words and codes were tried
function wasTried({ plain, prospect }) {
  const found = prospect && answer(prospect, codesOf(prospect, plain));
  return found && !found.untried && isWhole(prospect, plain);
}

function isWhole(prospect, told) {
  const many = apart(codesOf(prospect, told)).length;
  return !prospectsOf(told).further.length && told.filter((one) => isCode(one.symbol)).length === many;
}

// what the engine said of a line, if it holds for this line: not all of its words and codes may have been tried
function saidOf(line, found, aside) {
  const whole = isWhole(line.prospect, line.plain);
  const said = !canBeDone(found.said) || !whole ? found.said : againstNumber(line.prospect, numberIn(line)) || found.said;
  line.price = prospectsOf(line.plain).further.length ? {} : found.price;
  if (["read", "now", DICE].includes(said.kind) && !whole) return null;
  if (said.kind === "now" && aside) return null;
  if (said.kind === "purse" && (aside || Object.keys(line.price).length)) return null;
  return said.kind ? said : null;
}

// a line above that is about the same, or brings something in, and that the rules do not come to later
function mayHelp(earlier, line, said, codes) {
  if (!comesFirst(earlier, line)) return false;
  if (said.kind === "purse") return Object.values(earlier.line.price).some((amount) => amount.lot[0] < 0);
  return earlier.line.told.some((one) => isCode(one.symbol) && apart(codes).includes(one.code));
}

// numbered actions are played in the order of the sheet; of an action that no step came to it is not known when
function comesFirst(earlier, line) {
  const [first, then] = [earlier.line, line].map((one) => one.prospect?.moment ?? 0);
  return Boolean(desk.slots) || !first || !then || earlier.book !== book || book.moments[first][0] <= book.moments[then][0];
}

function judge(line, above, aside) {
  line.price = {};
  doubles(line);
  if (!line.prospect) {
    if (line.told[0]?.text.toUpperCase() === CONDITION)
      line.notes.push({ tone: "plain", text: "What an order behind a condition costs is not counted here: a receipt tells." });
    return strangers(line);
  }
  const codes = codesOf(line.prospect, line.plain);
  const found = answer(line.prospect, codes);
  const said = found ? saidOf(line, found, aside) : isWhole(line.prospect, line.plain) && againstNumber(line.prospect, numberIn(line));
  if (!found && !said) unheardOf(line, codes);
  if (!said) return strangers(line);
  const helper = above.find((one) => mayHelp(one, line, said, codes));
  const never = ["lasting", "read"].includes(said.kind);
  const waits = line.plain.length < line.told.length;
  line.fails = never || (!helper && !waits && said.kind !== DICE);
  if (never) line.notes.push({ tone: "bad", text: cited(said, codes, numberIn(line)) });
  else if (said.kind === DICE)
    line.notes.push({ tone: "plain", text: `It depends on the dice: ${cited(said, codes, numberIn(line))}` });
  else if (helper)
    line.notes.push({
      tone: "plain",
      text: `As things stand now ${worded(said, codes, numberIn(line))}; line ${helper.number + 1} may change that.`,
    });
  else if (waits)
    line.notes.push({ tone: "plain", text: `As things stand now ${worded(said, codes, numberIn(line))}; what it waits for may change that.` });
  else line.notes.push({ tone: "doubt", text: `As things stand: ${cited(said, codes, numberIn(line))}` });
  for (const twin of twins(line)) {
    line.notes.push({
      tone: "plain",
      text: `Did you mean ${named(twin.other)}?`,
      swap: { at: twin.end - twin.text.length, end: twin.end, likely: [twin.other] },
    });
  }
}

// lines that must stand beside this one; one for ALL does as well
function lacks(line, texts) {
  const codes = line.prospect ? codesOf(line.prospect, line.plain) : [];
  const found = line.prospect && answer(line.prospect, codes);
  const there = texts.map((text) => `${bare(text).trim().toUpperCase().replace(/\s+/g, " ")} `);
  for (const need of found && canBeDone(found.said) ? found.way.needs : []) {
    const text = filledIn(need, codes, numberIn(line) || found.way.number);
    const forAll = text.replace(/^(\S+) \S+/, "$1 ALL");
    if (there.some((one) => one.startsWith(`${text} `) || one.startsWith(`${forAll} `))) continue;
    line.notes.push({ tone: "doubt", text: `It needs ${text} before it.`, above: text });
  }
}

// orders are tried from the places that the report names
function unheardOf(line, codes) {
  if (line.prospect.boxes.length < 2 || !leaves[line.prospect.boxes[0]].kinds) return;
  line.notes.push({
    tone: "plain",
    text: `Your report does not tell of ${named(codes[0])}: only a receipt judges this.`,
  });
}

// a name that stands for two codes, where both could be meant
function doubles(line) {
  for (const one of line.told) {
    const begin = one.end - one.text.length;
    const name = one.text.toLowerCase().replace(/\s+/g, " ");
    const codes = [...new Set(Object.values(called).map((codes) => codes.get(name)))].filter(Boolean);
    if (!isCode(one.symbol) || codes.length < 2 || codes.includes(one.text.toUpperCase())) continue;
    const likely = codes.filter((code) => parse(line.text.slice(0, begin) + code + line.text.slice(one.end)).done);
    if (likely.length < 2) continue;
    line.fails = true;
    line.notes.push({
      tone: "bad",
      text: `${one.text} may be ${listed(likely)}: write the code.`,
      swap: { at: begin, end: one.end, likely },
    });
  }
}

const IS_HEX = /^\d{4}$/;
const onHexes = Object.keys(desk.middles).some((code) => IS_HEX.test(code));

// codes with a figure in them that nothing in the report is called
function strangers(line) {
  for (const one of line.told) {
    if (!isCode(one.symbol) || leaves[one.symbol].kinds) continue;
    const parts = one.text
      .toUpperCase()
      .split(/[.,+-]+/)
      .filter((part) => /^[A-Z]+\d+\w*$/.test(part));
    const lost = one.text.split(/[^\w]+/).filter((part) => IS_HEX.test(part) && onHexes && !desk.middles[part]);
    if (lost.length) line.notes.push({ tone: "doubt", text: `There is no place called ${listed(lost)}.` });
    const strange = parts.filter((part) => !vocabulary.has(part));
    if (strange.length)
      line.notes.push({
        tone: "plain",
        text: `Nothing in your report is called ${listed(strange, "and")}: a new name?`,
      });
  }
}

const times = (mailed) => (mailed.times > 1 ? `${mailed.text} on ${mailed.times} lines` : mailed.text);

// a line that is meant several times is paid as often
function spendOften(line, purse) {
  const sums = new Map();
  for (let time = 0; time < line.paid.often && !line.fails; time += 1) {
    spend(line, purse);
    line.cost.forEach(([name, cost]) => sums.set(name, (sums.get(name) ?? 0) + cost));
  }
  line.cost = [...sums];
}

const numberIn = (line) => line.plain.find((one) => isNumber(one.symbol))?.text || "";

const isCut = (line) => desk.cuts.some((words) => bare(line.text).trim().toUpperCase().startsWith(words));

// what a line takes from the purses, as full as they are when it is paid: some games cut an order to what can be had and
// paid, and all is no more than can be paid
function spend(line, purse) {
  line.cost = Object.entries(line.price).map(([name, amount]) => {
    const had = (line.paid.held[name] ?? desk.purses[name] ?? 0) + (purse[name] ?? 0) - (desk.purses[name] ?? 0);
    const payable = amount.more > 0 ? manyFor(amount, had) : Infinity;
    const asked = askedOf(amount, numberIn(line), payable);
    const most = Math.min(asked, amount.most ?? asked);
    const paid = isCut(line) && priceOf(amount, most) > had ? Math.min(most, payable) : most;
    const cost = priceOf(amount, paid);
    if (cost > Math.max(had, 0) || (!paid && most)) return [name, dear(line, name, priceOf(amount, asked), had)];
    if (paid < asked && /^\d+$/.test(numberIn(line))) cut(line, asked, paid, paid < most);
    if (amount.more) line.many = paid;
    purse[name] = (purse[name] ?? 0) - cost;
    return [name, cost];
  });
}

function dear(line, name, cost, had) {
  line.fails = true;
  line.notes.push({ tone: "doubt", text: `Too dear: it costs ${cost}, and ${Math.max(had, 0)} ${name} would be left by then.` });
  return cost;
}

function cut(line, asked, got, dearly) {
  const why = dearly ? "more cannot be paid by then" : "more cannot be had";
  line.notes.push({ tone: "doubt", text: `${asked} ordered, ${got} as things stand: ${why}.` });
}

const unit = (many) => `${many || "no"} ${many === 1 ? desk.stock.one : desk.stock.many}`;

// what leaves one place for another, and what comes of an attack
function march(line, stock) {
  if (line.fails) return;
  const word = line.told[0]?.text.toUpperCase();
  const moved = desk.stock?.moved[word];
  const codes = line.prospect ? codesOf(line.prospect, line.plain) : [];
  if (!moved) return;
  const origin = moved.origin === null ? null : codes[moved.origin];
  const target = moved.target === null ? null : codes[moved.target];
  const there = stock[origin] ?? 0;
  const many = line.many ?? counted(numberIn(line) || moved.blank, there) ?? 0;
  if (origin in stock && moved.strict && (many < 1 || many > there)) {
    line.notes.push({ tone: "doubt", text: `By then ${unit(there)} would be in ${named(origin)}: too few for that.` });
    return;
  }
  if (origin in stock) leave(line, stock, origin, many);
  const fights = desk.fights[word]?.[target];
  if (fights) line.notes.push(fought(word, target, fights, many));
  else if (target in stock) stock[target] += many;
}

function leave(line, stock, origin, many) {
  const there = stock[origin];
  stock[origin] = Math.max(0, there - many);
  if (there && !stock[origin])
    line.notes.push({ tone: "doubt", text: `It leaves ${named(origin)} without ${one(desk.stock.one)}.` });
}

function fought(word, target, left, many) {
  const enough = left.findIndex((one) => one > 0) + 1;
  const falls = enough ? `it falls to ${enough}, ${left[enough - 1]} left` : "no number is enough";
  const comes = many > 0 ? left[Math.min(many, left.length) - 1] : 0;
  if (comes > 0)
    return {
      tone: "good",
      text: `As ${named(target)} was seen, ${unit(many)} by ${word} will take it, ${comes} left.`,
    };
  return {
    tone: "doubt",
    text: `As ${named(target)} was seen, it holds against ${many ? unit(many) : "that"}; by ${word} ${falls}.`,
  };
}

function upkeep(stock) {
  if (!desk.stock) return 0;
  return Object.entries(desk.stock.upkeep).reduce(
    (sum, [place, costs]) => sum + costs[Math.min(stock[place] ?? 0, costs.length - 1)],
    0,
  );
}
