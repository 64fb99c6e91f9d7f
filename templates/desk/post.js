// Out of the browser and into it: the sheet as text, drafts that stay here, and reports of allies.

const STORE = `pbm-desk:${desk.game}:${desk.turn}:${desk.who}`;
const ALLIES = `pbm-allies:${desk.game}:${desk.who}`;
const MEMORY = `pbm-memory:${desk.game}:${desk.who}`;
const TURNS = 24;
const SCHEMA = "pbm-report/2";

function sheetText() {
  const texts = rows.map((row) => unnumbered(row.input.value).replace(/\s+/g, " "));
  const body = desk.slots
    ? texts.map((text, at) => `${String(at + 1).padStart(2)}. ${text}`.trimEnd())
    : [...boxLines(), ...texts.filter(Boolean)];
  const message = find("message").value.trim();
  return [...desk.headings, "", ...voteLines(), ...body, "", "Message:", ...(message ? [message] : []), "", "End", ""].join("\n");
}

// a browser may refuse to keep anything, for example on a page that was opened from a mail
function stored(name, value) {
  try {
    if (value === undefined) return JSON.parse(localStorage.getItem(name) || "null");
    localStorage.setItem(name, JSON.stringify(value));
    return value;
  } catch {
    return null;
  }
}

function keep() {
  const written = rows.map((row) => row.input.value);
  const form = boxes.map((box) => box.input.value);
  const done = stored(STORE, { written, form, votes: votesKept(), message: find("message").value });
  find("draft").textContent = done
    ? "Your draft stays in this browser."
    : "This browser keeps no drafts: save the sheet as text.";
}

// an empty line at the end of each block that begins with its power
const withRoom = (lines) => lines.flatMap((line, at) => (headed(lines[at + 1] || "") ? [line, ""] : [line]));

function fill() {
  const draft = stored(STORE);
  const lines = draft?.written || withRoom(desk.rows.filter((row) => row.trim() && !row.trim().startsWith(";")));
  const count = desk.slots || Math.max(lines.length + 1, 8);
  for (let place = 0; place < Math.min(count, desk.most); place += 1) addRow(lines[place] || "");
  buildForm();
  if (draft?.form)
    boxes.forEach((box, place) => {
      box.input.value = draft.form[place] ?? box.value;
    });
  buildVotes(draft?.votes || []);
  find("message").value = draft?.message || "";
}

function startAgain() {
  if (!confirm("Clear all lines of this sheet?")) return;
  stored(STORE, null);
  [...rows].forEach((row) => row.item.remove());
  rows.length = 0;
  boxes.length = 0;
  find("form").replaceChildren();
  active = null;
  fill();
  changed();
}

async function copy() {
  const text = sheetText();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = find("written");
    area.value = text;
    find("written-part").open = true;
    area.select();
    if (!document.execCommand("copy")) return tell("This browser does not copy: copy the text below by hand.");
  }
  return tell("The sheet is copied: paste it into a mail.");
}

function save() {
  const link = make("a", {
    download: `${desk.game}-turn-${desk.turn}-${desk.who}.txt`,
    href: URL.createObjectURL(new Blob([sheetText()], { type: "text/plain" })),
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  tell("The sheet is saved as text: send it by mail.");
}

// the link is made anew for what is written now
function mail() {
  const subject = encodeURIComponent(`${desk.game} turn ${desk.turn}: orders of ${desk.who}`);
  const body = encodeURIComponent(sheetText().replaceAll("\n", "\r\n"));
  const link = `mailto:${encodeURIComponent(desk.to).replace("%40", "@")}?subject=${subject}&body=${body}`;
  find("mail").dataset.href = link;
  location.href = link;
}

// to the counter on the web, where the answer opens beside this page
function handIn(button) {
  const form = make("form", { method: "post", action: button.dataset.to, target: "_blank" });
  form.append(make("textarea", { name: "text" }, sheetText()));
  if (button.id === "try") form.append(make("input", { name: "try", value: "yes" }));
  form.hidden = true;
  document.body.append(form);
  form.submit();
  form.remove();
  tell("The sheet is handed in: the answer is in the new window.");
}

function fillRest() {
  rows
    .filter((row) => !row.input.value.trim())
    .forEach((row) => {
      row.input.value = desk.idle;
    });
  changed();
}

// reports of allies, and earlier ones of one's own

const joined = [];

function join(report, fresh) {
  const head = report?.masthead;
  if (report?.schema !== SCHEMA || !head?.who || !Array.isArray(report.sections))
    return tell("That file is not a report in JSON form.");
  if (head.game !== desk.game) return tell(`That report is of ${head.game}, and this desk is for ${desk.game}.`);
  const from = head.who === desk.who ? "your own report" : head.name;
  const turn = Number(head.turn) || 0;
  const before = joined.findIndex((one) => one.masthead.who === head.who && one.masthead.turn === head.turn);
  if (before >= 0) joined.splice(before, 1);
  forget(from, turn);
  learn(report.sections, from, turn);
  joined.push({
    schema: SCHEMA,
    masthead: { game: head.game, who: head.who, name: head.name, turn: head.turn },
    sections: report.sections.filter((one) => one.kind === "grid"),
  });
  find("allies").replaceChildren(
    ...joined.map((one) => make("li", {}, `${one.masthead.name}, turn ${one.masthead.turn}`)),
  );
  if (fresh) {
    stored(ALLIES, joined);
    tell(`What ${from} saw in turn ${head.turn} is on the map and in the lists now.`);
  }
  markTheirs();
  buildKnown();
  return undefined;
}

// earlier desks in this browser leave what their reports told, with its turn
function recall() {
  const now = Number(desk.turn) - 1;
  if (!(now >= 0)) return;
  const earlier = (stored(MEMORY) || []).filter((one) => one.turn < now).slice(-TURNS);
  const told = new Set([...lore.keys()].filter(isTold));
  for (const one of earlier) learn(one.sections, "your own report", one.turn, (code) => told.has(code));
  stored(MEMORY, [...earlier, { turn: now, sections: desk.report.sections }]);
}

async function open(files) {
  for (const file of files) {
    try {
      join(JSON.parse(await file.text()), true);
    } catch {
      tell(`${file.name} is not a report in JSON form.`);
    }
  }
}

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) open(event.dataTransfer.files);
});
find("ally").addEventListener("change", (event) => open(event.target.files));
find("copy").addEventListener("click", copy);
find("save").addEventListener("click", save);
find("mail").addEventListener("click", mail);
for (const id of ["send", "try"]) find(id)?.addEventListener("click", (event) => handIn(event.currentTarget));
find("again").addEventListener("click", startAgain);
find("message").addEventListener("input", keep);
find("filter").addEventListener("input", buildKnown);
find("written-part").addEventListener("toggle", () => {
  find("written").value = sheetText();
});
find("undo").addEventListener("click", undo);
find("idle").addEventListener("click", fillRest);
find("idle").hidden = !desk.idle;
find("idle").textContent = `Fill the rest with ${desk.idle}`;
find("more").hidden = Boolean(desk.slots);
find("more").addEventListener("click", () => {
  if (rows.length < desk.most) addRow().input.focus();
});

fill();
buildMap();
changed();
recall();
buildKnown();
(stored(ALLIES) || []).forEach((report) => join(report, false));
find("app").hidden = false;
