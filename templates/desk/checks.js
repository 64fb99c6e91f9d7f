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
  const never = ["lasting", "read"].includes(found.said.kind);
  line.fails = never || !earlier;
  if (never) line.notes.push({ tone: "bad", text: cited(found.said, codes) });
  else if (earlier)
    line.notes.push({
      tone: "plain",
      text: `As things stand now ${worded(found.said, codes)}; line ${touched.get(earlier) + 1} may change that.`,
    });
  else line.notes.push({ tone: "doubt", text: `As things stand: ${cited(found.said, codes)}` });
  for (const twin of twins(line)) {
    line.notes.push({
      tone: "plain",
      text: `Did you mean ${named(twin.other)}?`,
      swap: { at: twin.end - twin.text.length, end: twin.end, likely: [twin.other] },
    });
  }
}

// codes with a figure in them that nothing in the report is called
function strangers(line) {
  for (const one of line.told) {
    if (!isCode(one.symbol) || leaves[one.symbol].kinds) continue;
    const parts = one.text
      .toUpperCase()
      .split(/[.,+-]+/)
      .filter((part) => /^[A-Z]+\d+\w*$/.test(part));
    const strange = parts.filter((part) => !vocabulary.has(part));
    if (strange.length)
      line.notes.push({
        tone: "plain",
        text: `Nothing in your report is called ${listed(strange, "and")}: a new name?`,
      });
  }
}

const numberIn = (line) => line.told.find((one) => isNumber(one.symbol))?.text || "";

function spend(line, purse) {
  const costs = costOf(line.price, numberIn(line));
  for (const [name, amount] of costs) {
    if (amount > 0 && amount > (purse[name] ?? 0)) {
      line.notes.push({
        tone: "doubt",
        text: `Too dear: it costs ${amount}, and ${purse[name] ?? 0} ${name} would be left by then.`,
      });
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
  const there = origin === null ? 0 : (stock[origin] ?? 0);
  const many = counted(numberIn(line) || moved.blank, there) ?? 0;
  if (origin !== null && origin in stock) {
    stock[origin] = Math.max(0, there - many);
    if (there && !stock[origin])
      line.notes.push({
        tone: "doubt",
        text: `It leaves ${named(origin)} without ${one(desk.stock.one)}.`,
      });
  }
  const fights = desk.fights[word]?.[target];
  if (fights)
    line.notes.push(fought(word, target, fights, origin === null ? many : Math.min(many, Math.max(there, many))));
  else if (target !== null && target in stock) stock[target] += many;
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
