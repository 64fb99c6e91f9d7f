// The list of orders: a line of text each, with what may come next, what it costs and what is wrong with it.

const list = find("lines");
const menu = find("offers");
const said = find("desk-said");
const rows = [];
let active = null;
let chosen = -1;
let shown = { start: 0, options: [] };
let dragged = null;

const make = (tag, given = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...inside);
  return made;
};

const tell = (text) => {
  said.textContent = text;
};

function button(label, text, act) {
  return make("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
}

function addRow(text = "", at = rows.length) {
  const row = {};
  row.input = make("input", {
    type: "text",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": "offers",
    "aria-expanded": "false",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: "400",
    onfocus: () => focusRow(row),
    oninput: () => {
      focusRow(row);
      changed(row);
    },
    onkeydown: (event) => keyed(event, row),
    onpaste: (event) => pasted(event, row),
    onblur: () =>
      setTimeout(() => {
        if (document.activeElement !== row.input) hideMenu(row);
      }, 150),
  });
  row.input.value = text;
  row.handle = make("span", {
    class: "number",
    draggable: "true",
    title: "Drag to another place",
    ondragstart: (event) => lift(event, row),
    ondragend: () => {
      dragged = null;
    },
  });
  row.cost = make("span", { class: "cost" });
  row.notes = make("ul", { class: "notes" });
  const tools = make(
    "span",
    { class: "tools" },
    button("Move up", "▲", () => shift(row, -1)),
    button("Move down", "▼", () => shift(row, 1)),
    button(desk.slots ? "Clear this line" : "Remove this line", "✕", () => removeRow(row)),
  );
  row.item = make(
    "li",
    { ondragover: (event) => over(event), ondrop: (event) => dropOn(event, row) },
    row.handle,
    row.input,
    row.cost,
    tools,
    row.notes,
  );
  rows.splice(at, 0, row);
  list.insertBefore(row.item, list.children[at] || null);
  return row;
}

function removeRow(row) {
  if (desk.slots) row.input.value = "";
  else {
    rows.splice(rows.indexOf(row), 1);
    row.item.remove();
    if (!rows.length) addRow();
  }
  changed();
}

function shift(row, by) {
  const at = rows.indexOf(row);
  if (at + by < 0 || at + by >= rows.length) return;
  place(row, at + by);
  row.input.focus();
}

function place(row, at) {
  rows.splice(rows.indexOf(row), 1);
  rows.splice(at, 0, row);
  list.append(...rows.map((one) => one.item));
  changed();
  tell(`${row.input.value || "The empty line"} is now number ${at + 1}.`);
}

function lift(event, row) {
  dragged = row;
  event.dataTransfer.setData("text/plain", row.input.value);
  event.dataTransfer.effectAllowed = "move";
}

function over(event) {
  if (dragged) event.preventDefault();
}

function dropOn(event, row) {
  if (!dragged) return;
  event.preventDefault();
  event.stopPropagation();
  place(dragged, rows.indexOf(row));
  dragged = null;
}

// what may come next

function focusRow(row) {
  active = row;
  chosenPlace = "";
  showMenu();
  paintMap();
}

// a condition may follow almost every order: it is listed when it is asked for, by its first letter or an arrow key
function showMenu(asked = false) {
  shown = offers(active.input.value);
  if (!asked && shown.start === active.input.value.length && parse(active.input.value).done)
    shown.options = shown.options.filter((one) => one.text !== CONDITION);
  chosen = -1;
  const few = shown.options.slice(0, 40);
  menu.replaceChildren(
    ...few.map((one, place) =>
      make(
        "li",
        {
          role: "option",
          id: `offer-${place}`,
          "aria-selected": "false",
          class: !one.grade ? "" : one.grade === "unknown" || isOpen(one) ? "later" : "fails",
          onmousedown: (event) => {
            event.preventDefault();
            take(place);
          },
        },
        make(one.grade === "unknown" || isOpen(one) ? "b" : "s", {}, one.text),
        ` ${[hintOf(one), one.why].filter(Boolean).join(" · ")}`,
      ),
    ),
  );
  menu.hidden = !few.length;
  active.input.setAttribute("aria-expanded", String(!menu.hidden));
  active.input.removeAttribute("aria-activedescendant");
  active.item.insertBefore(menu, active.notes);
}

function hintOf(one) {
  if (!one.code) return one.hint;
  const known = (lore.get(one.text) || []).map(spelt).filter(Boolean)[0];
  return [one.hint, known].filter(Boolean).join(" · ");
}

function hideMenu(row) {
  if (active !== row) return;
  menu.hidden = true;
  row.input.setAttribute("aria-expanded", "false");
}

function take(place) {
  const { text } = shown.options[place];
  put(active, active.input.value.slice(0, shown.start) + text);
}

// a line with a new text, ready for the next box
function put(row, text) {
  const more = before(`${text} `);
  row.input.value = more && more.wanted.size ? `${text} ` : text;
  row.input.focus();
  focusRow(row);
  changed();
}

function keyed(event, row) {
  const many = menu.hidden ? 0 : menu.children.length;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (!many) return showMenu(true);
    choose((chosen + (event.key === "ArrowDown" ? 1 : many - (chosen < 0 ? 0 : 1))) % many);
  } else if (event.key === "Tab" && chosen >= 0) {
    event.preventDefault();
    take(chosen);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (chosen >= 0) take(chosen);
    else if (many === 1 && !parse(row.input.value).done) take(0);
    else next(row);
  } else if (event.key === "Escape") {
    hideMenu(row);
  }
  return undefined;
}

function choose(place) {
  chosen = place;
  [...menu.children].forEach((option, number) => option.setAttribute("aria-selected", String(number === place)));
  menu.children[place].scrollIntoView({ block: "nearest" });
  active.input.setAttribute("aria-activedescendant", `offer-${place}`);
}

function next(row) {
  const at = rows.indexOf(row) + 1;
  if (at === rows.length && !desk.slots && rows.length < desk.most) addRow();
  (rows[at] || row).input.focus();
}

// what is said of them

let weighed = weigh([]);

const leftOrShort = (many) => (many < 0 ? `${-many} short` : `${many} left`);

// `typed` is the line that was typed in, if it was
function changed(typed = null) {
  remember(typed);
  weighed = weigh(rows.map((row) => row.input.value), boxes.map(lineOf));
  rows.forEach((row, at) => tellRow(row, weighed.lines[at], at));
  find("purses").textContent = Object.entries(desk.purses)
    .map(([name, had]) => `${name}: ${had}, with these orders ${leftOrShort(weighed.purse[name])}`)
    .join(" · ");
  tellEnd();
  checkBoxes();
  const wrong = [...weighed.lines, ...weighed.boxed].filter((line) => line.notes.some((note) => note.tone === "bad")).length;
  const filled = weighed.lines.filter((line) => !line.empty).length;
  find("tally").textContent =
    `${filled} ${filled === 1 ? desk.called : `${desk.called}s`}${wrong ? `, ${wrong} to put right` : ""}`;
  if (find("written-part").open) find("written").value = sheetText();
  keep();
}

function tellRow(row, line, at) {
  row.handle.textContent = String(at + 1);
  row.input.setAttribute("aria-label", `${desk.called} ${at + 1}`);
  row.item.className = line.notes.some((note) => note.tone === "bad" && !note.open)
    ? "wrong"
    : line.empty
      ? "empty"
      : "";
  const costs = (line.cost || []).filter(([, amount]) => amount);
  row.cost.textContent = costs
    .map(([name, amount]) => (amount < 0 ? `+${-amount} ${name}` : `${amount} ${name}`))
    .join(", ");
  row.notes.replaceChildren(...[gloss(line), ...line.notes].filter(Boolean).map((note) => noteItem(row, note)));
}

// the line with the names of its codes
function gloss(line) {
  const told = line.told.filter((one) => isCode(one.symbol) && nameOf(one.code));
  return told.length ? { tone: "gloss", text: told.map((one) => nameOf(one.code)).join(" · ") } : null;
}

function noteItem(row, note) {
  const item = make("li", { class: note.open ? "open" : note.tone }, note.text);
  if (note.above)
    item.append(
      " ",
      button(`Write ${note.above} above`, "Write it", () => {
        if (rows.length < desk.most) addRow(note.above, rows.indexOf(row));
        changed();
      }),
    );
  for (const code of note.swap?.likely || []) {
    item.append(
      " ",
      button(`Write ${code} instead`, code, () => {
        const text = row.input.value;
        put(row, text.slice(0, note.swap.at) + code + text.slice(note.swap.end));
      }),
    );
  }
  return item;
}

function tellEnd() {
  const lines = [...desk.closing];
  if (desk.stock && Object.keys(desk.stock.upkeep).length) {
    const now = upkeep(desk.stock.places);
    const then = upkeep(weighed.stock);
    const costs = `${then} ${desk.stock.purse} with these orders, ${now} as they stand`;
    lines.unshift(`Upkeep of your ${desk.stock.many} at the end of the turn: ${costs}.`);
    const bare = Object.keys(weighed.stock).filter((code) => desk.stock.places[code] && !weighed.stock[code]);
    if (bare.length) lines.push(`Left empty by these orders: ${bare.map(named).join(", ")}.`);
  }
  find("closing").replaceChildren(...lines.map((text) => make("li", {}, text)));
}
