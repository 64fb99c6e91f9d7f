"use strict";
// A page works without this: it saves looking again, and checks a line as it is typed.
(() => {
  const find = (id) => document.getElementById(id);

  // a command at work: every window that shows its page follows it
  const said = find("said");
  const words = {
    "at work": "It is at work.",
    done: "It is done.",
    "needs you": "It was not done, or something needs you: read below.",
  };
  async function watch() {
    try {
      const now = await (await fetch(said.dataset.watch)).json();
      said.textContent = now.said;
      find("stands").textContent = now.stands;
      if (!now.works) {
        find("outcome").firstChild.textContent = `${words[now.outcome]} `;
        location.reload();
        return;
      }
    } catch {
      find("stands").textContent = "The desk does not answer: is pbm serve still running?";
    }
    setTimeout(watch, 700);
  }
  if (said?.dataset.watch) setTimeout(watch, 400);

  // a line of a sheet
  const sheet = find("sheet");
  async function check(input) {
    const line = input.value.trim();
    const told = find(input.getAttribute("aria-describedby"));
    if (!line) {
      told.textContent = "";
      input.closest("li").classList.remove("wrong");
      return;
    }
    const body = new URLSearchParams({ token: sheet.elements.token.value, line: `${input.dataset.words || ""} ${line}` });
    const now = await (await fetch(sheet.dataset.check, { method: "POST", body })).json();
    told.textContent = now.said;
    input.closest("li").classList.toggle("wrong", now.wrong);
  }
  if (sheet) {
    const lines = [...sheet.querySelectorAll(".lines input")];
    for (const input of lines) {
      input.addEventListener("change", () => check(input));
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const next = lines[lines.indexOf(input) + 1];
        (next || find("message")).focus();
      });
    }
    lines.find((input) => !input.value)?.focus();
  }

  // a text that is offered
  for (const button of document.querySelectorAll("[data-fill]"))
    button.addEventListener("click", () => {
      const box = find(button.dataset.fill);
      box.value = button.dataset.text;
      box.focus();
      box.dispatchEvent(new Event("change"));
    });
})();
