"""A disk that fails on purpose: every step of a command on the disk is counted, and at any one the worst can happen.

A step is a file opened for writing, a write (half of it done), a flush, a rename, a new folder, a removal. The command
is run once, and before every step the folder is copied as a killed process would leave it, and twice more as a power
cut might:

    lost   what was not yet flushed to the disk, file by file and folder by folder, is as it was before
    torn   folders are as they were at that moment, but what files hold is what was flushed

It is also really killed by SIGKILL, and run with a disk that is full from some step on. Afterwards each game must be as
before the command or as after it, must verify, and the command run again must finish the work.

`python -m tests.faults FOLDER STRIDE COMMAND...` does all this for FOLDER/start; with a stride of 1 it really kills and
fills at every step, and with -8 it does so at about eight of them and looks at nothing else.
"""

import builtins
import errno
import hashlib
import io
import json
import os
import pkgutil
import shutil
import signal
import sys
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.helpers.long import times
from tests.helpers.outside import COPY, OUTSIDE, arrange

LOG = "pbm.log"
SCRATCH = (".lock",)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
AUDITED = {"os.rename": "rename", "os.mkdir": "mkdir", "os.remove": "remove", "os.rmdir": "rmdir", "os.truncate": "cut"}
LATE = 12
"""Of the last steps of a command every one is taken up again."""
MOST = times(30, 90)
"""With a stride above 1, so many of the states that a long command leaves are looked at."""
LONG, APART = 100, 8
"""With a stride as long as this, what is left before every eighth step is kept, and before each of the last."""
NEEDS_ROOM = ("open", "write", "fsync", "mkdir", "rename")

Tree = dict[str, bytes | None]
"""What is in a folder, by path, each folder before what it holds; None stands for a folder."""


class Disk:
    """Watches everything that is written under a folder; what is on the disk for good is what was flushed."""

    def __init__(self, root: Path, fatal: int, fault: str) -> None:
        self.root, self.fatal, self.fault = root, fatal, fault
        self.steps = 0
        self.inside = False
        self.known: set[frozenset[tuple[str, bytes | None]]] = set()
        self.folders: dict[int, dict[str, int]] = {}
        self.contents: dict[int, bytes] = {}
        self.remember(root)

    def remember(self, folder: Path) -> None:
        """Whatever is there at the beginning is safe."""
        self.folders[folder.stat().st_ino] = {entry.name: entry.inode() for entry in os.scandir(folder)}
        for path in folder.iterdir():
            if path.is_dir():
                self.remember(path)
            else:
                self.contents[path.stat().st_ino] = path.read_bytes()

    def watches(self, path: Any) -> bool:
        if isinstance(path, int):
            path = os.readlink(f"/proc/self/fd/{path}")
        whole = str(os.path.abspath(os.fsdecode(path)))
        return whole.startswith(str(self.root)) and not whole.startswith(str(self.root / OUTSIDE))

    def step(self, what: str, path: Any) -> None:
        """One step on the disk, before it is taken."""
        if self.inside or not self.watches(path):
            return
        self.inside = True
        try:
            self.steps += 1
            if self.fault == "look" and (self.steps >= self.fatal or self.steps % APART == 0):
                self.look()
            if self.fault == "kill" and self.steps == self.fatal:
                os.kill(os.getpid(), signal.SIGKILL)
            if self.fault == "full" and self.steps >= self.fatal and what in NEEDS_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        finally:
            self.inside = False

    def look(self) -> None:
        """Keep what the end of the process, or of the current, would leave at this moment, if it is anything new."""
        killed = read_tree(self.root)
        outside = {path: content for path, content in killed.items() if is_outside(path)}
        lost = self.lost(self.root.stat().st_ino)
        for kind, left in (("killed", killed), ("lost", lost), ("torn", self.torn(killed))):
            tree = {path: content for path, content in left.items() if not is_outside(path)} | outside
            if (mark := frozenset(tree.items())) not in self.known:
                write_tree(self.root.with_name(f"{kind}-{self.steps:04}"), tree)
            self.known.add(mark)

    def lost(self, folder: int, above: str = "") -> Tree:
        tree: Tree = {above: None}
        for name, inode in self.folders[folder].items():
            path = os.path.join(above, name)
            tree |= self.lost(inode, path) if inode in self.folders else {path: self.contents.get(inode, b"")}
        return tree

    def torn(self, killed: Tree) -> Tree:
        def safe(path: str) -> bytes:
            return self.contents.get((self.root / path).stat().st_ino, b"")

        return {path: content if content is None else safe(path) for path, content in killed.items()}

    def flushed(self, handle: int) -> None:
        inode = os.fstat(handle).st_ino
        if inode in self.folders:
            self.folders[inode] = {entry.name: entry.inode() for entry in os.scandir(handle)}
        else:
            self.contents[inode] = Path(f"/proc/self/fd/{handle}").read_bytes()

    def created(self, inode: int, is_folder: bool) -> None:
        """Numbers of files that are gone are given out again."""
        self.folders.pop(inode, None)
        self.contents.pop(inode, None)
        if is_folder:
            self.folders[inode] = {}


def is_outside(path: str) -> bool:
    """What others have does not depend on our disk."""
    return path.split(os.sep, 1)[0] == OUTSIDE


def read_tree(root: Path) -> Tree:
    tree: Tree = {}
    for folder, _, names in os.walk(root):
        above = "" if folder == str(root) else os.path.relpath(folder, root)
        tree[above] = None
        tree |= {os.path.join(above, name): Path(folder, name).read_bytes() for name in names}
    return tree


def write_tree(place: Path, tree: Tree) -> None:
    for path, content in tree.items():
        if content is None:
            (place / path).mkdir()
        else:
            (place / path).write_bytes(content)


def install(disk: Disk) -> None:
    """Every way of Python to the disk leads past the watch."""
    real_open, real_mkdir, real_fsync = io.open, os.mkdir, os.fsync

    def audit(event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(args[2], int) and args[2] & WRITING and not isinstance(args[0], int):
            disk.step("open", args[0])
        elif event in AUDITED:
            disk.step(AUDITED[event], args[0])

    def watched_open(file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        new = "r" not in mode and not isinstance(file, int) and not os.path.exists(file)
        opened = real_open(file, mode, *args, **kwargs)
        if not disk.inside and ("r" not in mode or "+" in mode) and disk.watches(opened.fileno()):
            if new:
                disk.created(os.fstat(opened.fileno()).st_ino, False)
            watch_writes(disk, opened)
        return opened

    def watched_mkdir(path: Any, *args: Any, **kwargs: Any) -> None:
        real_mkdir(path, *args, **kwargs)
        disk.created(os.stat(path).st_ino, True)

    def watched_fsync(handle: int) -> None:
        disk.step("fsync", handle)
        real_fsync(handle)
        if disk.watches(handle):
            disk.flushed(handle)

    sys.addaudithook(audit)
    builtins.open = io.open = watched_open
    os.mkdir, os.fsync = watched_mkdir, watched_fsync  # type: ignore[assignment]


def watch_writes(disk: Disk, file: Any) -> None:
    """A write that is cut short leaves half of what it should."""
    write, handle = file.write, file.fileno()

    def watched(content: Any) -> int:
        half = len(content) // 2
        write(content[:half])
        file.flush()
        disk.step("write", handle)
        write(content[half:])
        return len(content)

    file.write = watched


def run(folder: Path, words: list[str], fatal: int = 0, fault: str = "") -> tuple[int, int]:
    """Run a command in a process of its own; how it ended, and how many steps it took on the disk."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 99
        try:
            code = played(folder, words, fatal, fault, writing)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    return os.waitstatus_to_exitcode(status), int(told or 0)


def played(folder: Path, words: list[str], fatal: int, fault: str, pipe: int) -> int:
    from pbm.cli import main

    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.chdir(folder)
    arrange(folder)
    disk = Disk(folder, fatal, fault) if fault else None
    if disk:
        install(disk)
    try:
        main(words)
    except SystemExit as end:
        if disk:
            os.write(pipe, str(disk.steps).encode())
        if disk and fault == "look":
            disk.inside, disk.steps, disk.known = True, disk.steps + 1, set()
            disk.look()
        return int(end.code or 0) if isinstance(end.code, int | None) else 1
    return 98


def fingerprint(folder: Path) -> str:
    """All that can be seen in a folder: no unfinished parts, no locks; copies of mail that came back do not count, nor
    what the log tells of each try."""
    seen = hashlib.sha256()
    for path in (path for path in visible(folder) if COPY not in path.name and LOG not in path.name):
        seen.update(path.relative_to(folder).as_posix().encode() + b"\0" + meaning(path) + b"\0")
    return seen.hexdigest()


def meaning(path: Path) -> bytes:
    """What a file says; of the journal of sent mail, what has gone out, however often it was tried."""
    if path.name != "journal.jsonl" or path.parent.name != "outbox":
        return path.read_bytes()
    notes = [json.loads(line) for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    last = {note["id"]: note["what"] in ("sent", "proved", "written") for note in notes}
    return json.dumps(last, sort_keys=True).encode()


def visible(folder: Path) -> Iterator[Path]:
    for place, below, names in os.walk(folder):
        below[:] = sorted(name for name in below if name[0] != ".")
        yield from (Path(place) / name for name in sorted(names) if name[0] != ".")


def step_of(folder: Path, later: Collection[str] = ()) -> str:
    """What has been decided in the games of a folder: results, marks, corrections, rules and files handed out."""
    names = (
        "manifest.json",
        "corrections.toml",
        "game.toml",
        "ledger.jsonl",
        "notices.txt",
        "extension.json",
        "house.toml",
    )
    decided = [p for p in visible(folder) if p.name in names or p.name.startswith("undone-") or p.suffix == ".zip"]
    decided = [path for path in decided if path.name not in later]
    return json.dumps({p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in decided})


def problems(folder: Path) -> list[str]:
    from pbm.record.game import Game
    from pbm.record.proof import prove

    found = sorted(path.parent for path in folder.glob("games/*/game.toml"))
    proofs = [problem for game in found for problem in prove(Game(game))]
    return [*proofs, *(f"{path.name} is damaged: {why}" for path, why in damaged(folder)), *doubled(folder)]


READERS: dict[str, Callable[[bytes], Any]] = {
    ".json": json.loads,
    ".toml": lambda content: tomllib.loads(content.decode()),
    ".jsonl": lambda content: [json.loads(line) for line in content.splitlines(keepends=True) if line.endswith(b"\n")],
    ".eml": lambda content: content.index(b"\n"),
    ".pdf": lambda content: content.rstrip().index(b"%%EOF", -9),
    ".html": lambda content: content.index(b"</html>"),
}
"""How to see that a file of a kind is whole."""


def damaged(folder: Path) -> Iterator[tuple[Path, str]]:
    """Files that cannot be read, though they can be seen."""
    for path in visible(folder):
        try:
            READERS.get(path.suffix, len)(path.read_bytes())
        except ValueError as error:
            yield path, str(error)


def doubled(folder: Path) -> list[str]:
    """Mails that went out more than once."""
    sent = Counter(path.name.rpartition(".")[0] for path in folder.glob(f"{OUTSIDE}/sent/*"))
    return [f"{id} was sent {number} times" for id, number in sent.items() if number > 1]


ADDING = ("notice", "credits", "extend")
"""Commands that do the same once more when they are run again: only one that has not happened is run again."""
STEPWISE = ("run", "--forfeit")
"""Commands and options that decide several things, one after the other."""
AFTERWARDS = dict.fromkeys(("adjudicate", "redo"), ("extension.json",))
"""What a command decides after the rest: the turn is kept, and then the next deadline is set."""


def load_all() -> None:
    """Everything that commands import, so that no process of a campaign has to do it again."""
    for part in ("commands", "mail", "office", "record", "reports", "receipts", "reading"):
        folder = import_module(f"pbm.{part}").__path__
        for module in pkgutil.walk_packages(folder, f"pbm.{part}."):
            import_module(module.name)


class Campaign:
    """One command, with every fault at every step."""

    def __init__(self, place: Path, stride: int, words: list[str]) -> None:
        """`place`/start holds the folder as the command finds it."""
        self.place, self.stride, self.words = place, stride, words
        self.again = ["status"] if words[0] in ADDING else words
        self.start, self.end, self.work = place / "start", place / "end", place / "work"
        self.faults: list[str] = []
        self.runs = self.states = 0
        self.suffered: Counter[str] = Counter()
        self.proved: dict[str, list[str]] = {}

    def fight(self) -> None:
        self.rehearse()
        shutil.copytree(self.start, self.end)
        code, self.steps = run(self.end, self.words, self.late(), "look")
        assert code == 0, f"the command itself fails: {self.words}"
        assert (wrong := problems(self.end)) == [], wrong
        self.before, self.after, self.goal = self.step_of(self.start), self.step_of(self.end), fingerprint(self.end)
        places = sorted(self.place.glob("*-????"))
        apart = 1 if self.stride == 1 else max(1, len(places) // MOST)
        for number, place in enumerate(places):
            step = int(place.name[-4:])
            if number % apart and step <= self.steps - LATE:
                continue
            allowed = (self.before, self.after) if step <= self.steps else (self.after,)
            again = step > self.steps - LATE or number % max(1, self.stride // 5) == 0
            self.check(place, f"{place.name} of {self.steps}", allowed, again)
            shutil.rmtree(place)
        for fault in ("kill", "full"):
            for fatal in {*range(1, self.steps + 1, self.stride), self.steps, self.steps - 1}:
                self.suffer(fault, fatal)

    def fight_shortly(self, number: int) -> None:
        """Really kill it, and fill its disk, at about so many of its steps, and look at nothing between."""
        self.run_once()
        for fault in ("kill", "full"):
            for fatal in sorted({1 + self.steps * part // number for part in range(number)} | {self.steps}):
                self.suffer(fault, min(fatal, self.steps))

    def fill_at_every_step(self) -> None:
        self.run_once()
        for fatal in range(1, self.steps + 1):
            self.suffer("full", fatal)

    def run_once(self) -> None:
        """See how many steps it takes, and what is there when it is done."""
        self.rehearse()
        shutil.copytree(self.start, self.end)
        code, self.steps = run(self.end, self.words, 0, "count")
        assert code == 0, f"the command itself fails: {self.words}"
        assert (wrong := problems(self.end)) == [], wrong
        self.before, self.after, self.goal = self.step_of(self.start), self.step_of(self.end), fingerprint(self.end)

    def rehearse(self) -> None:
        """Whatever is made once in a process, such as grammars and templates, is made before it is divided."""
        shutil.copytree(self.start, self.work)
        here, streams = os.getcwd(), [os.dup(number) for number in range(3)]
        played(self.work, self.words, 0, "", 0)
        os.chdir(here)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        problems(self.work)
        shutil.rmtree(self.work)

    def late(self) -> int:
        """From which step on every one is looked at; for a long command it is run once to know where its end is."""
        if self.stride < LONG:
            return 0
        shutil.copytree(self.start, self.work)
        _, steps = run(self.work, self.words, 0, "count")
        shutil.rmtree(self.work)
        return steps - LATE

    def suffer(self, fault: str, fatal: int) -> None:
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.start, self.work)
        code, _ = run(self.work, self.words, fatal, fault)
        self.suffered[fault] += 1
        assert code in ((-signal.SIGKILL,) if fault == "kill" else (0, 1)), (fault, fatal, code)
        self.check(self.work, f"{fault} at {fatal} of {self.steps}", (self.before, self.after))

    def check(self, folder: Path, what: str, allowed: tuple[str, ...], again: bool = True) -> None:
        """Whether a folder is as it may be, and, if asked, whether the work can be finished from there."""
        self.states += 1
        if self.step_of(folder) not in allowed and not {*self.words} & {*STEPWISE}:
            self.faults.append(f"{what}: neither before nor after, or lost though the command had ended")
        self.faults += [f"{what}: {problem}" for problem in self.problems(folder)]
        if again:
            run(folder, self.words if self.before == self.step_of(folder) else self.again)
            self.runs += 1
        if again and fingerprint(folder) != self.goal:
            self.faults.append(f"{what}: the command run again does not finish the work")

    def step_of(self, folder: Path) -> str:
        return step_of(folder, AFTERWARDS.get(self.words[0], ()))

    def problems(self, folder: Path) -> list[str]:
        """What is wrong with the games there; the same files are proved once."""
        mark = fingerprint(folder)
        if mark not in self.proved:
            self.proved[mark] = problems(folder)
        return self.proved[mark]


def make_books(words: list[str]) -> None:
    """A newcomer gets the rulebook: it takes seconds to make, and the same one is good for all."""
    from pbm.office.rulebook_copy import rules_pdf

    if words[0] == "takeover":
        rules_pdf("darkage")


if __name__ == "__main__":
    load_all()
    make_books(sys.argv[3:])
    campaign = Campaign(Path(sys.argv[1]), abs(int(sys.argv[2])), sys.argv[3:])
    if int(sys.argv[2]) < 0:
        campaign.fight_shortly(campaign.stride)
    else:
        campaign.fight()
    told = {"steps": campaign.steps, "states": campaign.states, "runs": campaign.runs, "faults": campaign.faults}
    print(json.dumps(told | campaign.suffered))
