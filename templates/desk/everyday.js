// Lines as people write them in a mail: what they add, spell out and turn around. The words are the engine's own, and a
// line counts only if there is one way to read it.

const spoken = desk.everyday;
const isIn = (words) => (word) => words.includes(word.toLowerCase());
const [isFiller, isIdle, isLeading, isMeasure, isToward, isAway, isPlaced, isBy, isEverything, isBut] = [
  spoken.fillers,
  spoken.idle,
  spoken.leading,
  spoken.measures,
  spoken.toward,
  spoken.away,
  spoken.placed,
  spoken.by,
  spoken.everything,
  spoken.but,
].map(isIn);
const PIECES = /\.{2,}|AB\s?-?\s?\d+\b|[+-]?\d+\b|[\p{L}][\w'’.]*[\w]|[\p{L}]|\S/giu;
const SIGN = /^[,;.!:|/>=→[\]"'()–—-]$/;
const REPEATED =
  /^(.*?\S)[\s,]*[([]?\s*(?:(?:(?<!\w)x|[×*])\s*(\d{1,2}|[a-z]+)|(\d{1,2}|[a-z]+)(?:\s*[x×]|\s+times)|(once|twice|thrice))\s*[)\]]?[\s.!]*$/i;
const FIRST_TIMES = /^\s*(\d{1,2}|[a-z]+)\s*(?:[x×*]|times)\s+(\S.*)$/i;
const MOST_TIMES = 20;

const phrases = Object.keys(spoken.phrases)
  .sort((a, b) => b.length - a.length)
  .map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"));
const phrase = phrases.length
  ? new RegExp(`(?<![\\w'])(?:(?:an?|the)\\s+)?(${phrases.join("|")})(?![\\w'])`, "gi")
  : null;
const inOwnWords = (text) =>
  phrase ? text.replace(phrase, (_, found) => spoken.phrases[found.toLowerCase().replace(/\s+/g, " ")]) : text;
const withoutMeasures = (text) =>
  text
    .split(/\s+/)
    .filter((word) => !isMeasure(word.replace(/^[,.]+|[,.]+$/g, "")))
    .join(" ");

const actionOf = (word) => {
  const upper = spoken.spellings[word.toUpperCase()] || word.toUpperCase();
  return desk.tongue.actions[upper] ? upper : null;
};

const kindsNamed = (name) => Object.keys(called).filter((kind) => called[kind].has(name.toLowerCase()));

// what is said after the action: things by code or name, numbers, and other words
function saidIn(words, action) {
  const found = [];
  const units = spoken.units[action] || [];
  let cue = "";
  let enclosed = false;
  for (let at = 0; at < words.length;) {
    const [one, length] = oneAt(words, at, units);
    const word = words[at].toLowerCase();
    if (one && !(enclosed && isSame(one, found.at(-1)))) found.push({ ...one, cue });
    enclosed = word === "(" || (enclosed && word !== ")");
    cue = [isToward, isAway, isPlaced, isBy].some((is) => is(word)) ? word : one ? "" : cue;
    at += length;
  }
  return withExceptions(found);
}

// what stands in brackets behind the same says nothing new
const isSame = (one, last) =>
  one.number
    ? last?.number && last.text === one.text
    : last?.kinds && codesNamed(one).some((code) => codesNamed(last).includes(code));
const codesNamed = (one) => (one.kinds || []).map((kind) => called[kind].get(one.text.toLowerCase()));

// ALL ... BUT 1 as AB-1
function withExceptions(said) {
  const every = said.findIndex((one) => one.number && one.text === "ALL");
  const but = said.findIndex((one, at) => at > every && isBut(one.text) && /^\d+$/.test(said[at + 1]?.text));
  if (every < 0 || but < 0) return said;
  const most = said.map((one, at) => (at === every ? { ...one, text: `AB-${said[but + 1].text}` } : one));
  return [...most.slice(0, but), ...most.slice(but + 2)];
}

function oneAt(words, at, units) {
  for (let length = Math.min(LONGEST_NAME, words.length - at); length; length -= 1) {
    const name = words.slice(at, at + length).join(" ");
    const kinds = kindsNamed(name);
    if (kinds.length) return [{ text: name, kinds }, length];
  }
  const word = words[at].toLowerCase();
  if (spoken.numbers[word]) return [{ text: spoken.numbers[word], number: true }, 1];
  if (/^(\d+|ab\s?-?\s?\d+)$/.test(word)) return [{ text: words[at], number: true }, 1];
  if (isEverything(word)) return [{ text: "ALL", number: true }, 1];
  if (["a", "an"].includes(word) && units.includes((words[at + 1] || "").toLowerCase()))
    return [{ text: "1", number: true }, 1];
  if (SIGN.test(word) || isFiller(word) || units.includes(word)) return [null, 1];
  return [{ text: words[at] }, 1];
}

// the things in the order from, to; both ways if the direction does not fit the boxes of the action
function inDirection(said, hasOrigin) {
  const things = said.filter((one) => one.kinds);
  if (things.length !== 2) return [said];
  const [first, second] = things;
  const turned = said.map((one) => (one === first ? second : one === second ? first : one));
  if (isAway(second.cue) && !isAway(first.cue)) return hasOrigin ? [turned] : [said, turned];
  const alike = first.kinds.some((kind) => second.kinds.includes(kind));
  if (isBy(second.cue) && !isBy(first.cue) && alike) return [turned];
  const placed = isPlaced(second.cue) && !isAway(first.cue) && !isPlaced(first.cue) && !alike;
  return placed || (isToward(first.cue) && hasOrigin) ? [said, turned] : [said];
}

function* arrangements(said, hasOrigin) {
  for (const turned of inDirection(said, hasOrigin)) {
    yield turned;
    const things = turned.filter((one) => one.kinds);
    const numbers = turned.filter((one) => one.number);
    const others = turned.filter((one) => !one.kinds && !one.number);
    const rows = numbers.length < 2 ? [things] : [];
    if (rows.length && things.length === 2 && !things[0].kinds.some((kind) => things[1].kinds.includes(kind)))
      rows.push([...things].reverse());
    for (const row of rows)
      for (const [a, b, c] of [
        [row, numbers, others],
        [row, others, numbers],
        [numbers, row, others],
        [numbers, others, row],
        [others, row, numbers],
        [others, numbers, row],
      ])
        yield [...a, ...b, ...c];
  }
}

const meaningOf = (text) => {
  const found = parse(text);
  return found.done ? found.told.map((one) => one.code.toUpperCase()).join(" ") : "";
};

// an action, also as what somebody does: MOVE for moves
const deedOf = (word) =>
  actionOf(word) || (/s$/i.test(word) && (actionOf(word.slice(0, -1)) || actionOf(word.replace(/es$/i, "")))) || null;

// numbers of two words, and directions of two
const inOneWord = (text) =>
  text
    .replace(/->|=>/g, " ")
    .replace(/\bout of\b/gi, spoken.away[0])
    .replace(/\b(\w+ty)[ -](\w+)\b/gi, (all, tens, one) => {
      const [many, few] = [tens, one].map((word) => Number(spoken.numbers[word.toLowerCase()]));
      return many && few < 10 ? String(many + few) : all;
    });

// a line in all the forms that can be read: what stands before its action says who does it, or with what
function habitual(text) {
  const words = inOneWord(text).match(PIECES) || [];
  if (words.length > 40) return [];
  const isDoer = (at) => actionOf(words[at]) && /^\d+$/.test(spoken.numbers[words[at + 1]?.toLowerCase()] ?? words[at + 1]);
  const first = words.findIndex(deedOf);
  const found = first < 0 ? [] : formsOf(words, first, words.slice(0, first));
  if (found.length || first < 0 || !isDoer(first)) return found;
  const second = words.findIndex((word, at) => at > first + 1 && deedOf(word));
  return second < 0 ? [] : formsOf(words, second, words.slice(first + 1, second));
}

function formsOf(words, at, front) {
  const action = deedOf(words[at]);
  const doers = saidIn(front.filter((word) => !isLeading(word)), action);
  if (!actionOf(words[at]) && !doers.length) return [];
  if (doers.some((one) => (!one.kinds && !one.number && !/^[a-z]+\d+$/i.test(one.text)) || one.kinds?.includes("power")))
    return [];
  const said = [...doers, ...saidIn(words.slice(at + 1), action)];
  if (spoken.rows.includes(action) && said.some((one) => isAway(one.cue))) return [];
  const forms = linesOf(action, said);
  return forms.length ? forms : linesOf(action, said.filter((one) => one.kinds || one.number || !isPassedOver(one.text, action)));
}

const isPassedOver = (word, action) =>
  isIdle(word) || (spoken.beside[action] || []).includes(word.toLowerCase());

function linesOf(action, said) {
  const lines = [...arrangements(said, spoken.origins.includes(action))].map((row) =>
    [action, ...row.map((one) => one.text)].join(" "),
  );
  return [...new Set(lines.map(meaningOf).filter(Boolean))];
}

// every meaning of a line that the grammar does not read as it stands
function meant(text) {
  const line = text.replaceAll("’", "'").trim();
  const exact = meaningOf(line);
  if (exact) return [exact];
  if (spoken.exact && line === line.toUpperCase()) return [];
  const own = inOwnWords(line);
  for (const way of new Set([line, own, withoutMeasures(own)])) {
    const found = [...new Set([...habitual(way), way === line ? "" : meaningOf(way)].filter(Boolean))];
    if (found.length) return found;
  }
  return [];
}

function* repetitions(text) {
  const parts = text.split(/\s*(?:[,.+&]|\band then\b|\band\b|\bthen\b)\s*/i).filter(Boolean);
  if (parts.length > 1 && new Set(parts.map((part) => part.toUpperCase())).size === 1) yield [parts[0], parts.length];
  const [, before, after, count, word] = REPEATED.exec(text) || [];
  const [, begin, rest] = FIRST_TIMES.exec(text) || [];
  for (const [once, times] of [
    [before, after || count || word],
    [rest, begin],
  ]) {
    const number = Number(spoken.numbers[times?.toLowerCase()] ?? spoken.times[times?.toLowerCase()] ?? times);
    if (once && number >= 1 && number <= MOST_TIMES) yield [once.replace(/^[ ,]+|[ ,]+$/g, ""), number];
  }
}

const isDeed = (word) => Boolean(deedOf(word));

const KEYWORDS = new Set(Object.values(leaves).flatMap((leaf) => [leaf.word, ...(leaf.words || [])]).filter(Boolean));
const CODES = new Set(Object.values(desk.kinds).flatMap((codes) => Object.keys(codes)));
const shapeOf = (word) => word.replace(/[A-Z]/g, "A").replace(/\d/g, "0");
const SHAPES = new Set([...CODES].map(shapeOf));
const isOrdinary = isIn([
  ...["small", "idle", "but"].flatMap((kind) => spoken[kind]),
  ...Object.keys({ ...spoken.numbers, ...spoken.times }),
  ...Object.keys(spoken.phrases).flatMap((phrase) => phrase.split(" ")),
  "x",
]);

const isCoded = (box) =>
  /^\d+$/.test(box) || CODES.has(box) || (!isOrdinary(box) && (KEYWORDS.has(box) || SHAPES.has(shapeOf(box))));

// whether a line is written in codes, as orders are printed, so that a mail reads no more in it than this page
function isSlip(written) {
  const [word, ...boxes] = bare(written).trim().toUpperCase().split(/\s+/);
  const isAction = (action) => distance(word, action) < Math.min(2, word.length / 3);
  if (!Object.keys(desk.tongue.actions).some(isAction) || !boxes.every((box) => isCoded(box) && !actionOf(box))) return false;
  if (inOwnWords(written) !== written || REPEATED.test(written)) return false;
  if (word === desk.aside && boxes.length > 1) return false;
  const turned = boxes.map((box, at) => [box, ...boxes.filter((_, other) => other !== at)].join(" "));
  return ![word, ...(spoken.also[word] || [])].some((action) => turned.some((rest) => meaningOf(`${action} ${rest}`)));
}

// whether a line breaks off behind a word of its order, as PAY, that something must follow
function breaksOff(text) {
  const { done, begin, wanted } = parse(text);
  return !done && begin === text.length && [...wanted.values()].some((told) => told.length > 1 && isWord(told.at(-1).symbol));
}

// how a mail reads a line that stands in no order's own boxes: one order, perhaps several times
function asMailed(written) {
  const text = bare(written)
    .trim()
    .replace(/^([*_]+)(.*)\1$/, "$2");
  if (breaksOff(text)) return null;
  const found = meant(text);
  if (found.length === 1) return { text: found[0], times: 1 };
  for (const [once, times] of repetitions(FIRST_TIMES.test(written) ? written.trim() : text)) {
    const [one, ...more] = meant(once);
    if (one && !more.length && !meant(`${once} ${times}`).length) return { text: one, times };
  }
  return null;
}
