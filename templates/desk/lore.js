// What is known of each code: the rows of the tables in the player's report, and in reports that allies sent along.

const lore = new Map();
const vocabulary = new Set(Object.keys(allNames));

function learn(sections, from, turn, skips = () => false) {
  for (const section of sections) {
    if (section.kind !== "grid") continue;
    const column = section.columns.findIndex((one) => one.look === "code");
    if (column < 0) continue;
    for (const row of section.rows) {
      const code = row.cells[column];
      if (typeof code !== "string" || !code || /\s/.test(code) || skips(code)) continue;
      vocabulary.add(code);
      if (!from) stands(code, row.cells);
      const cells = row.cells
        .map((cell, place) => [section.columns[place].title, cell])
        .filter(
          ([, cell], place) => place !== column && cell !== null && cell !== "" && cell !== 0 && cell !== nameOf(code),
        );
      const isEmpty = (cell, place) => place !== column && (cell === null || cell === "" || cell === 0);
      const blank = row.cells.some(isEmpty);
      const told = { title: section.title, cells, blank, note: row.note || "", from, turn, group: row.group || "" };
      const rows = lore.get(code) || [];
      if (!rows.some((one) => one.from === from && one.title === told.title && one.turn > turn)) {
        lore.set(code, [
          ...rows.filter((one) => one.from !== from || one.title !== told.title || one.turn === turn),
          told,
        ]);
      }
    }
  }
}

// a report that comes again takes the place of what it said before
function forget(from, turn) {
  for (const [code, rows] of lore) {
    const left = rows.filter((one) => one.from !== from || one.turn !== turn);
    if (left.length) lore.set(code, left);
    else lore.delete(code);
  }
}

// a unit stands in the one place that its row names
function stands(code, cells) {
  if (desk.middles[code]) return;
  for (const cell of cells) {
    const places = [...new Set(String(cell ?? "").match(/\b[A-Z0-9]{2,6}\b/g) || [])].filter(
      (word) => desk.middles[word],
    );
    if (places.length === 1 && cell !== code) {
      const [place] = places;
      desk.standing[place] = [...new Set([...(desk.standing[place] || []), code])];
      return;
    }
  }
}

const spelt = (told) => told.cells.map(([title, cell]) => (title ? `${title} ${cell}` : `${cell}`)).join(", ");

function sentence(told) {
  const text = [spelt(told), told.note].filter(Boolean).join("; ");
  const by = told.from ? ` (${told.from}, turn ${told.turn})` : "";
  return `${[told.title, told.group].filter(Boolean).join(" · ")}: ${text || (told.blank ? "none" : "named")}${by}`;
}

// what the report of this turn says nothing of any more, as an earlier one told it
const isTold = (code) => (lore.get(code) || []).some((one) => !one.from);

const placesKnown = () => [...lore.keys()].filter((code) => desk.middles[code] || nameOf(code));

learn(desk.report.sections, "", 0);
for (const labels of Object.values(desk.standing)) labels.forEach((label) => vocabulary.add(label));
