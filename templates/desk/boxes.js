// The standing rows of the sheet: a box that is changed writes a line.

const boxes = [];

function buildForm() {
  const form = find("form");
  for (const row of desk.form) {
    const fields = row.boxes.map((box) => {
      const size = Math.max(6, box.value.length + 1, box.room || 0);
      const input = make("input", {
        type: "text",
        value: box.value,
        size,
        "aria-label": `${row.title} ${box.title}`.trim(),
        oninput: () => changed(),
        autocomplete: "off",
      });
      const why = make("small");
      boxes.push({ input, why, words: box.words, value: box.value });
      return make("label", {}, make("span", {}, box.title), input, why);
    });
    form.append(make("fieldset", {}, make("legend", {}, row.title || " "), ...fields));
  }
  find("form-part").hidden = !desk.form.length;
}

// what is wrong with the boxes that were changed
function checkBoxes() {
  for (const [place, box] of boxes.entries()) {
    const notes = weighed.boxed[place].notes.filter((note) => note.tone !== "plain");
    const wrong = notes.map((note) => note.text).join(" ");
    box.input.classList.toggle("wrong", Boolean(wrong));
    box.input.title = wrong;
    box.why.textContent = wrong;
    box.input.setAttribute("aria-invalid", String(Boolean(wrong)));
  }
  const many = boxLines().length;
  find("form-changed").textContent = many ? `(${many} changed)` : "";
}

function lineOf(box) {
  const value = box.input.value.trim();
  return value && value !== box.value.trim() ? `${box.words} ${value}` : "";
}

const boxLines = () => boxes.map(lineOf).filter(Boolean);
