// What the players propose: a choice for each proposal that stands, and a line for one of one's own.

const ballots = [];

function buildVotes(kept) {
  ballots.length = 0;
  find("votes-part").hidden = !desk.votes.length && !desk.proposals.length;
  find("votes-part").open = Boolean(desk.votes.length);
  const rowsOf = desk.votes.map((vote) => {
    const select = make("select", { id: `vote-${vote.number}` });
    for (const word of ["", "AGREE", "OPPOSE"])
      select.append(make("option", { value: word ? `${word} ${vote.number}` : "" }, word || "no vote yet"));
    return labelled(select, `Proposal ${vote.number}: ${vote.text}`);
  });
  if (desk.proposals.length) {
    const line = make("input", { id: "propose", type: "text", maxlength: 120, autocomplete: "off" });
    rowsOf.push(labelled(line, `Propose something yourself: ${desk.proposals.join(", ")}`));
  }
  find("votes").replaceChildren(...rowsOf);
  ballots.forEach((ballot, place) => {
    ballot.value = kept[place] || "";
    ballot.addEventListener("input", keep);
  });
}

function labelled(box, text) {
  ballots.push(box);
  const part = make("p");
  part.append(make("label", { for: box.id }, text), " ", box);
  return part;
}

const votesKept = () => ballots.map((ballot) => ballot.value);
const voteLines = () => votesKept().map((line) => line.trim()).filter(Boolean);
