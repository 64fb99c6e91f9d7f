"""The buttons of the desk: what each says before it does anything, what it asks, and the command that it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pbm.errors import GameError
from pbm.web.jobs import FROM, INTO, Command

Values = Mapping[str, str]
Kind = Literal["text", "area", "number", "date", "check", "choice", "hidden"]
LONGEST = 20_000
YES = "yes"


@dataclass(frozen=True)
class Field:
    """A box of a form."""

    name: str
    label: str
    kind: Kind = "text"
    needed: bool = False
    value: str = ""
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Button:
    name: str
    label: str
    says: str
    """What will happen."""
    words: Callable[[str, Values], Sequence[str]]
    fields: tuple[Field, ...] = ()
    lasting: bool = False
    """Whether it cannot be taken back, which its page says."""
    input: str = ""
    """The field with what is handed to the command."""

    def command(self, game: str, values: Values, back: str = "/") -> Command:
        given = {field.name: read(field, values.get(field.name, "")) for field in self.fields}
        words = tuple(word for word in self.words(game, given) if word)
        return Command(words, self.label, game, given.get(self.input, ""), back)


def read(field: Field, text: str) -> str:
    """What was written into a box, if it may stand there."""
    said = text.replace("\r\n", "\n")[:LONGEST].strip()
    if any(not sign.isprintable() and sign not in "\n\t" for sign in said):
        raise GameError(f"{field.label}: there is a sign in it that cannot be printed.")
    if field.needed and not said:
        raise GameError(f"{field.label}: nothing is written here, and it is needed.")
    if field.kind == "number" and said and not said.removeprefix("-").isdecimal():
        raise GameError(f"{field.label}: {said} is no whole number.")
    if field.kind == "choice" and said not in [value for value, _ in field.choices]:
        raise GameError(f"{field.label}: {said or 'nothing'} is none of the choices.")
    return said if field.kind == "area" else " ".join(said.split())


def given(name: str, text: str) -> str:
    """An option with its value in one word, so that no text is read as an option; nothing without a value."""
    return f"--{name}={text}" if text else ""


def flag(name: str, text: str) -> str:
    return f"--{name}" if text else ""


def reason(what: str) -> Field:
    return Field("reason", "Reason", needed=True, help=what)


POWER = Field("power", "Power", needed=True, help="Its code, such as MER.")
ID = Field("id", "Id of the player", needed=True, help="Small letters, digits and -; the same in all their games.")
BUTTONS = {
    button.name: button
    for button in (
        Button(
            "run",
            "Run the office",
            "Letters are taken in and answered, turns that are due are played, reports are made, and mail goes out, in "
            "every game. It is what the timer does; nothing is done twice.",
            lambda _, __: ["run"],
        ),
        Button(
            "preview",
            "Preview",
            "The coming turn is played with the orders that are there now, in a copy. You see every report, the "
            "account, and who gains and loses. Nothing is kept, and nobody is told.",
            lambda game, _: ["adjudicate", game, "--preview", "--out", INTO],
        ),
        Button(
            "play",
            "Play the turn",
            "The coming turn is played with the orders that are there now, and its reports are made. Mail goes out "
            "with the next run. You can undo the turn afterwards; what a player has read they have read.",
            lambda game, said: [
                "adjudicate",
                game,
                given("turn", said["turn"]),
                flag("anyway", said["anyway"]),
                flag("no-orders", said["orders"]),
            ],
            (
                Field("turn", "Turn", "hidden"),
                Field("anyway", "Also if orders are missing, or the game is held", "check"),
                Field("orders", "Also if nobody has sent orders", "check"),
            ),
            lasting=True,
        ),
        Button(
            "collect",
            "Collect",
            "The inbox of the game is read. Each letter is taken once, checked, and its receipt is queued.",
            lambda game, _: ["collect", game],
        ),
        Button(
            "send",
            "Send",
            "All mail that is queued in this game goes out.",
            lambda game, said: ["send", game, flag("failed", said["failed"]), flag("all", said["all"])],
            (
                Field("failed", "Also mail that was refused, to the addresses that are known now", "check"),
                Field("all", "Also if far more than usual is queued", "check"),
            ),
            lasting=True,
        ),
        Button(
            "remind",
            "Remind",
            "Players whose orders are missing get a reminder, once for each deadline.",
            lambda game, said: ["remind", game, given("within", said["within"])],
            (Field("within", "If the deadline is within so many days", "number", value="3"),),
        ),
        Button(
            "extend",
            "Extend",
            "The deadline of the coming turn moves by so many days. The players get a mail, or a letter to print.",
            lambda game, said: ["extend", game, flag("untold", said["untold"]), "--", said["days"]],
            (
                Field("days", "Days", "number", True, "3", "-3 takes three days back."),
                Field("untold", "Do not tell the players", "check"),
            ),
        ),
        Button(
            "hold",
            "Hold",
            "The game is held: letters are taken and answered as before, but no turn is played until you go on.",
            lambda game, said: ["hold", game, given("reason", said["reason"])],
            (reason("For you; players do not read it."),),
        ),
        Button(
            "resume",
            "Go on",
            "The game goes on. If the deadline has passed or come near meanwhile, the players have the time again that "
            "was left, and are told the new deadline.",
            lambda game, _: ["resume", game],
        ),
        Button(
            "notice",
            "Notice",
            "Your note stands at the head of the next reports, for all players of the game.",
            lambda game, said: ["notice", "--", game, said["words"]],
            (Field("words", "The note", "area", True),),
        ),
        Button(
            "print",
            "Print",
            "One PDF of all that is to be posted, an envelope for each person, with a packing list. What is in it "
            "counts as printed. The file is on the page of the game.",
            lambda game, said: [
                "print",
                game,
                given("paper", said["paper"]),
                flag("large", said["large"]),
                flag("ink-saving", said["ink"]),
            ],
            (
                Field("paper", "Paper", "choice", value="a4", choices=(("a4", "A4"), ("letter", "Letter"))),
                Field("large", "In large print", "check"),
                Field("ink", "Black on white, without tints", "check"),
            ),
        ),
        Button(
            "site",
            "Write the site",
            "The public site of the games is written anew, where their settings say. It shows what the roundups told.",
            lambda _, __: ["site"],
        ),
        Button(
            "verify",
            "Verify",
            "Every turn of the game is played again, and every byte compared with the record.",
            lambda game, _: ["verify", game],
        ),
        Button(
            "undo",
            "Undo the turn",
            "The last turn is undone and the game is held. Its result and its orders are kept, with the reason. "
            "Players who have had the report are told, by mail or by a letter to print.",
            lambda game, said: ["undo", game, given("turn", said["turn"]), given("reason", said["reason"])],
            (Field("turn", "Turn", "hidden"), reason("The players read it.")),
            lasting=True,
        ),
        Button(
            "redo",
            "Play the turn again",
            "The last turn is played again with this sheet for one power. The first result and the first sheet are "
            "kept; players get a new report with your reason.",
            lambda game, said: ["redo", given("reason", said["reason"]), "--sheet", FROM, "--", game, said["power"]],
            (POWER, Field("sheet", "The corrected sheet", "area", True), reason("The players read it.")),
            lasting=True,
            input="sheet",
        ),
        Button(
            "correct",
            "Correct the position",
            "A value of the position is corrected at the start of the next turn. The players concerned read it with "
            "its reason. Until the turn is played you can change it in the folder of the turn.",
            lambda game, said: ["correct", given("reason", said["reason"]), "--", game, said["text"]],
            (
                Field("text", "The correction", needed=True, help="For example AREA LES armies=3."),
                reason("The players concerned read it."),
            ),
        ),
        Button(
            "house",
            "Change a house rule",
            "The rule changes from the next turn on, and everyone reads it with its reason in the next report.",
            lambda game, said: [
                "house",
                given("reason", said["reason"]),
                "--",
                game,
                f"{said['rule']}={said['value']}",
            ],
            (
                Field("rule", "Rule", needed=True),
                Field("value", "New value", needed=True),
                reason("Everyone reads it."),
            ),
            lasting=True,
        ),
        Button(
            "away",
            "Away",
            "The player is away in these days. For turns that are due in them the computer plays, unless a sheet is "
            "here; no turn counts as missed.",
            lambda game, said: ["away", "--", game, said["power"], said["first"], said["last"]],
            (
                POWER,
                Field("first", "First day", "date", True),
                Field("last", "Last day", "date", True),
            ),
        ),
        Button(
            "takeover",
            "Give the seat away",
            "The player of the standby list has this power from the next turn on, and gets a first letter.",
            lambda game, said: ["takeover", "--", game, said["power"], said["id"]],
            (POWER, ID),
        ),
        Button(
            "resign",
            "A player leaves",
            "The player leaves the game. The computer plays the power, unless somebody takes it over.",
            lambda game, said: ["resign", "--", game, said["power"]],
            (POWER,),
            lasting=True,
        ),
        Button(
            "signup",
            "Invite a player",
            "The player is put on the list of the game, or on its standby list once it has started.",
            lambda game, said: [
                "signup",
                given("name", said["name"]),
                given("email", said["email"]),
                *(given("address", line) for line in said["address"].split("\n")),
                given("form", said["form"]),
                given("prefers", said["prefers"]),
                flag("desk", said["desk"]),
                "--",
                game,
                said["id"],
            ],
            (
                ID,
                Field("name", "Name", help="By default the id."),
                Field("email", "Email"),
                Field("address", "Postal address", "area", help="For players on paper."),
                Field(
                    "form",
                    "Reports as",
                    "choice",
                    value="pdf",
                    choices=(
                        ("pdf", "PDF"),
                        ("html", "HTML"),
                        ("text", "text"),
                        ("json", "JSON"),
                        ("paper", "paper, by post"),
                    ),
                ),
                Field("prefers", "Preferred powers", help="Best first: MER,WSX. Empty: any."),
                Field("desk", "With an order desk in every report by mail", "check"),
            ),
        ),
        Button(
            "start",
            "Start the game",
            "Powers are given out by preference, in order of sign-up; the computer plays the rest. Every player gets a "
            "first letter with the report, the turnsheet and the rulebook, as soon as mail goes out.",
            lambda game, said: ["start", game, given("first", said["first"])],
            (
                Field(
                    "first", "First deadline", "date", help="Empty: the first day that leaves everybody the full time."
                ),
            ),
            lasting=True,
        ),
        Button(
            "answer",
            "Answer",
            "The answer goes by mail to whoever wrote the letter, from the address of the game, with the letter quoted "
            "below. The letter is off the list then.",
            lambda letter, said: ["letters", "answer", given("text", said["text"]), flag("keep", said["keep"]), letter],
            (
                Field("text", "Your answer", "area", True),
                Field("keep", "Leave the letter on the list", "check"),
            ),
            lasting=True,
        ),
        Button(
            "done",
            "Done",
            "The letter is off the list. It stays in the inbox of the game.",
            lambda letter, _: ["letters", "done", letter],
        ),
        Button(
            "forward",
            "Forward",
            "The letter goes by mail to another address, from the address of the game, with your words above it.",
            lambda letter, said: [
                "letters",
                "forward",
                given("to", said["to"]),
                given("text", said["text"]),
                flag("keep", said["keep"]),
                letter,
            ],
            (
                Field("to", "To", needed=True, help="A mail address."),
                Field("text", "Your words", "area"),
                Field("keep", "Leave the letter on the list", "check"),
            ),
            lasting=True,
        ),
        Button(
            "save",
            "Save as an answer",
            "The text is kept under a name, for other letters.",
            lambda _, said: ["letters", "answers", given("text", said["text"]), "--", said["name"]],
            (Field("name", "Name", needed=True), Field("text", "Text", "area", True)),
        ),
        Button(
            "accept",
            "Take as orders",
            "The sheet is filed for the power, counts from when the letter came, and is answered with a receipt. The "
            "letter is off the list then.",
            lambda letter, said: ["letters", "accept", letter, given("power", said["power"]), "--sheet", FROM],
            (POWER, Field("sheet", "The sheet", "area", True)),
            input="sheet",
        ),
        Button(
            "enter",
            "File the sheet",
            "The sheet is filed for the power, and is answered with a receipt, by mail or with the next envelope.",
            lambda game, said: ["enter", given("arrived", said["arrived"]), "--sheet", FROM, "--", game, said["power"]],
            (POWER, Field("sheet", "The sheet", "area", True), Field("arrived", "When it came (UTC)", "date")),
            input="sheet",
        ),
    )
}


def find(name: str) -> Button:
    if name not in BUTTONS:
        raise GameError("There is no such button.")
    return BUTTONS[name]
