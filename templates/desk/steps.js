// Steps that change more than a word: lines that are pasted, and the way back.

// several lines at once: each goes into a line of its own, and on a numbered sheet under its own number
const HEADING = /^\s*(?:game|turn|code|kingdom|power|side|message|end)\b\s*(?::.*)?$/i;

function pasted(event, row) {
  const texts = event.clipboardData.getData("text/plain").split(/\r?\n/);
  const lines = texts.filter((text) => bare(text).trim() && !/^\s*\d*\.?\s*$/.test(text) && !HEADING.test(text));
  if (texts.length < 2 || !lines.length) return;
  event.preventDefault();
  let at = rows.indexOf(row) + (!desk.slots && row.input.value.trim() ? 1 : 0);
  let over = 0;
  for (const text of lines) {
    const number = desk.slots && Number(/^\s*[([]?(\d+)/.exec(text)?.[1]);
    const to = number ? number - 1 : placeFor(unnumbered(text), at);
    if (rows[to]) rows[to].input.value = unnumbered(text);
    else over += 1;
    at = rows[to] ? to + 1 : at;
  }
  hideMenu(row);
  changed();
  tell(over ? `${over} lines found no room.` : `${lines.length} lines are pasted.`);
}

// where a pasted line goes: into the block in which it is pasted, and the lines below it make room; what heads a block
// that is on the sheet leads to that block
function placeFor(text, at) {
  const block = headed(text);
  const head = block ? rows.findIndex((row) => headed(row.input.value) === block) : -1;
  if (head >= 0) return head;
  if (desk.slots) return rows.findIndex((row, place) => place >= at && !row.input.value.trim());
  if (rows[at] && !rows[at].input.value.trim()) return at;
  return rows.length < desk.most ? rows.indexOf(addRow("", at)) : -1;
}

// what was written before each step; what is typed into one line is one step

const past = [];
let present = null;
let typedIn = null;

function remember(typed) {
  const texts = rows.map((row) => row.input.value);
  const same = present === null || texts.join("\n") === present.join("\n");
  if (!same && !(typed && typed === typedIn)) past.push(present);
  if (!same || !typed) typedIn = typed;
  present = texts;
  find("undo").hidden = !past.length;
}

function undo() {
  present = past.pop();
  while (rows.length < present.length) addRow();
  while (rows.length > present.length) rows.pop().item.remove();
  rows.forEach((row, at) => {
    row.input.value = present[at];
  });
  active = null;
  changed();
  tell("The last step is undone.");
}
