"""The doctor: what a mailbox needs, checked one by one, each with what to do about it."""

import json
import os
import shlex
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pbem.canonical import digest
from pbem.dice.chain import Chain
from pbem.effects import Effects
from pbem.errors import RefereeError
from pbem.game.game import Game, open_game
from pbem.game.paths import SAVES, SECRETS, games
from pbem.gamedata.games import faults
from pbem.gamedata.rulesets import ruleset_names, source_of
from pbem.mail.signatures.pgp import INSTALL
from pbem.phrases import Phrase, joined, told_by
from pbem.referee.home.config import Config, read_config
from pbem.referee.home.notices import explain_fault
from pbem.referee.home.past import Past, past_fault, records_in_git
from pbem.referee.home.secrets import lost_key_advice
from pbem.referee.turn.deadlines import CLOCK_MAY_LAG
from pbem.report.svg.base import metrics
from pbem.save.errors import GitError, SaveError
from pbem.save.files import is_of_save
from pbem.save.git import Git
from pbem.setup.diagnosis import Diagnosis
from pbem.setup.server_check import check_servers
from pbem.store.counts import kept_counts
from pbem.store.database import FULL
from pbem.store.errors import StoreError
from pbem.store.keys import Keys
from pbem.store.store import FILE

ROOM = 50_000_000  # bytes: some hundred reports


def examine(home: Path, environment: Mapping[str, str], now: datetime) -> tuple[Diagnosis, ...]:
    """Check everything that pbem needs in a mailbox folder; mail servers are logged in to, nothing is sent or taken."""
    home = home.resolve()
    found = [_git(environment.get("PATH")), *_fonts(), *_shipped()]
    if not (home / "pbem.toml").exists() and not (home / SAVES).exists():
        return (
            *found,
            Diagnosis(
                "mailbox",
                Phrase("{home} is no mailbox folder", home=home),
                "'pbem new' makes one; or name one with --home",
            ),
        )
    config = _config(home)
    found.append(config if isinstance(config, Diagnosis) else Diagnosis("pbem.toml"))
    if foreign := _foreign(home):
        return (*found, foreign)
    if isinstance(config, Config):
        found += _spool(home, config) if config.imap is None else check_servers(home, config, environment, now)
        found += _address(config)
    found += _dates(home, now)
    found += [_secrets(home), *check_signatures(home), _check_ignored(home, environment.get("PATH")), _room(home)]
    if not found[0].wrong:
        found += _history(home, environment)
    for name in games(home):
        found += _examined(home, name, environment.get("PATH"))
    return tuple(found)


def _git(search: str | None) -> Diagnosis:
    if shutil.which("git", path=search):
        return Diagnosis("git")
    return Diagnosis("git", "git is not on the PATH", "install git: saves are complete without it, but have no history")


def _history(home: Path, environment: Mapping[str, str]) -> Iterator[Diagnosis]:
    """Whether git has kept all that was played, and can keep what comes."""
    git = Git(home, Effects(), {"PATH": environment["PATH"]} if "PATH" in environment else {})
    again = Phrase(
        "each 'pbem tick' tries it again, and 'pbem status' tells what git says; the saves themselves are complete"
    )
    names = games(home)
    if not names:
        return
    try:
        if not git.is_there():
            wrong_ = Phrase("there is no git repository here, as after a backup was put back")
            yield Diagnosis("git history", wrong_, "the next 'pbem tick' makes it; the saves themselves are complete")
            return
        left = [str(path) for path in git.left_locks()]
        missing = [path for name in names for path in git.uncommitted(home / SAVES / name) if is_of_save(path)]
    except GitError as wrong:
        yield Diagnosis("git history", told_by(wrong), again)
        return
    if left:
        wrong_ = Phrase(
            "a git that was killed has left {left}: it may keep every other from working", left=", ".join(left)
        )
        yield Diagnosis(
            "git history",
            wrong_,
            Phrase("the next run that opens a game removes it, or: rm {left}", left=shlex.join(left)),
        )
    if missing:
        files = ", ".join(str(path.relative_to(home)) for path in missing[:3])
        yield Diagnosis(
            "git history",
            Phrase("{count} files of the saves are not in it as they are: {files}", count=len(missing), files=files),
            again,
        )
    if not left and not missing:
        yield Diagnosis("git history")


def _fonts() -> Iterator[Diagnosis]:
    try:
        metrics.font_bytes(metrics.FOLDER)
    except Exception as wrong:
        yield Diagnosis("fonts", told_by(wrong), "install pbem again")
    else:
        yield Diagnosis("fonts")


def _shipped() -> Iterator[Diagnosis]:
    for name in ruleset_names():
        found, package = faults(name), source_of(name).package
        mend = (
            Phrase("install {package} again, or take it out", package=package)
            if package
            else Phrase("install pbem again")
        )
        yield Diagnosis(Phrase("rule set {name}", name=name), joined(found, "; "), mend if found else "")


def _config(home: Path) -> Config | Diagnosis:
    try:
        return read_config(home)
    except RefereeError as wrong:
        mend = Phrase(
            "correct the file, or take it from git or a backup; 'pbem setup mail' writes what is about mail servers"
        )
        return Diagnosis(
            "pbem.toml", told_by(wrong), Phrase("{mend}. Until then the games wait: nothing is lost.", mend=mend)
        )


def _spool(home: Path, config: Config) -> Iterator[Diagnosis]:
    spool = home / config.spool
    waiting = len(list((spool / "in").glob("*.eml"))) if (spool / "in").is_dir() else 0
    if spool.exists() and not spool.is_dir():
        yield Diagnosis(
            "mail spool",
            Phrase("{spool} is no folder", spool=spool),
            "move the file away, or name another spool in pbem.toml",
        )
    else:
        yield Diagnosis(Phrase("mail spool ({waiting} waiting)", waiting=waiting))


def _address(config: Config) -> Iterator[Diagnosis]:
    if config.host.endswith("localdomain"):
        yield Diagnosis(
            "referee's address",
            Phrase("{address} is nobody's address", address=config.address),
            "set referee.address in pbem.toml",
        )


def _foreign(home: Path) -> Diagnosis | None:
    """What of the mailbox folder the present user may not use: the rest would only look damaged to him."""
    secrets = home / SECRETS
    inner = (Path(folder, name) for folder, names, _ in os.walk(home) for name in names if ".git" not in folder)
    folders = [home, *([secrets] if secrets.exists() else []), *sorted(inner)]
    wanted = [path for path in folders if not os.access(path, os.R_OK | os.W_OK | os.X_OK)]
    if not wanted:
        files = [path for path in sorted(secrets.glob("*")) if path.is_file()]
        wanted = [path for path in files if not os.access(path, os.R_OK | os.W_OK)]
    if not wanted:
        return None
    about, owner = f"{wanted[0].relative_to(home.parent)}", wanted[0].stat().st_uid
    if os.statvfs(wanted[0]).f_flag & os.ST_RDONLY:
        return Diagnosis(
            about,
            "its file system is mounted read-only: no mail can be taken, and no phase closes",
            "mount it for writing; one that has become so by itself tells of a failing disk: look at that, and copy it",
        )
    if owner == os.geteuid():
        return Diagnosis(
            about, "you may not read and write it", Phrase("chmod -R u+rwX {file}", file=shlex.quote(str(home)))
        )
    return Diagnosis(
        about,
        Phrase(
            "it is another user's (number {owner}; you are {user}), and you may not read and write it",
            owner=owner,
            user=os.geteuid(),
        ),
        Phrase(
            "run pbem as that user, or give the folder to yours: sudo chown -R {user} {file}",
            user=os.geteuid(),
            file=shlex.quote(str(home)),
        ),
    )


def _secrets(home: Path) -> Diagnosis:
    folder = home / SECRETS
    if (
        not games(home)
        and not (folder / "pbem.db").exists()
        and not (folder.is_dir() and folder.stat().st_mode & 0o077)
    ):
        return Diagnosis(".pbem (no game yet)")
    if not folder.is_dir():
        return Diagnosis(
            ".pbem",
            Phrase("{folder} is missing", folder=folder),
            "restore it from a backup: it holds seats, dice keys and mails",
        )
    if folder.stat().st_mode & 0o077:
        return Diagnosis(
            ".pbem",
            Phrase("others may read {folder}", folder=folder),
            Phrase("chmod -R go-rwx {folder}", folder=folder),
        )
    try:
        sound = _query(home, "PRAGMA quick_check")
    except sqlite3.Error as wrong:
        if shutil.disk_usage(home).free < FULL:
            return Diagnosis(
                ".pbem/pbem.db",
                Phrase("it cannot be opened on a full disk ({wrong})", wrong=wrong),
                "make room, then look again",
            )
        return Diagnosis(".pbem/pbem.db", told_by(wrong), "restore .pbem/ from a backup")
    if sound != "ok":
        return Diagnosis(".pbem/pbem.db", str(sound), "restore .pbem/ from a backup")
    if games(home) and not (folder / "mail.key").exists():
        return Diagnosis(".pbem/mail.key", "it is missing: no mail can be written", "restore .pbem/ from a backup")
    return Diagnosis(".pbem/pbem.db")


def _query(home: Path, sql: str, *values: str) -> Any:
    """The one value that the database answers; it is only read, whatever its version. Raises sqlite3.Error."""
    file = (home / SECRETS / FILE).resolve().as_uri()
    with closing(sqlite3.connect(f"{file}?mode=ro", uri=True)) as database:
        return database.execute(sql, values).fetchone()[0]


def check_signatures(home: Path) -> Iterator[Diagnosis]:
    """Whether PGP signatures can be checked, where a seat has a key."""
    try:
        keys = _query(home, "SELECT COUNT(*) FROM seats WHERE pgp_key IS NOT NULL")
    except sqlite3.Error:  # none yet, one of an older pbem, or a damaged one, which is told elsewhere
        return
    if keys and find_spec("pysequoia") is None:
        yield Diagnosis(
            "PGP signatures",
            Phrase("{keys} seats have a key, and nothing can check it: their mails wait", keys=keys),
            INSTALL,
        )
    elif keys:
        yield Diagnosis(Phrase("PGP signatures ({keys} keys)", keys=keys))


def _dates(home: Path, now: datetime) -> Iterator[Diagnosis]:
    """Whether nothing that was done is dated later than now."""
    try:
        latest = _query(home, "SELECT MAX(at) FROM outbox")
    except sqlite3.Error:  # told as such
        return
    if latest is not None and now < datetime.fromisoformat(latest) - CLOCK_MAY_LAG:
        wrong = Phrase(
            "mails are dated up to {latest} UTC, but it is {now:%Y-%m-%d %H:%M}",
            latest=latest[:16].replace("T", " "),
            now=now,
        )
        mend = Phrase("set the clock of this machine; if it is right, and was ahead: 'pbem clock accept --why …'")
        yield Diagnosis("dates", Phrase("{wrong}: no phase closes", wrong=wrong), mend)
    else:
        yield Diagnosis("dates")


def _room(home: Path) -> Diagnosis:
    free = shutil.disk_usage(home).free
    if free < ROOM:
        return Diagnosis(
            "disk", Phrase("only {free} MB are free", free=free // 1_000_000), "make room: a turn takes a few MB"
        )
    return Diagnosis("disk")


def _examined(home: Path, name: str, search: str | None) -> list[Diagnosis]:
    """What is wrong with a game, whatever that is: the others are looked at too."""
    try:
        return list(_game(home, name, search))
    except Exception as wrong:
        return [Diagnosis(Phrase("game {name}", name=name), explain_fault(wrong), "'pbem --debug replay' shows where")]


def _game(home: Path, name: str, search: str | None) -> Iterator[Diagnosis]:
    try:
        game = open_game(home / SAVES / name)
    except (SaveError, RefereeError) as wrong:
        yield Diagnosis(Phrase("game {name}", name=name), told_by(wrong), "git or a backup has the file as it was")
        return
    if _unknown(home, name):
        yield Diagnosis(
            Phrase("game {name}", name=name), ".pbem/ knows nothing of its seats", "restore .pbem/ from a backup"
        )
        return
    fault = _past(home, game, search) and _past(home, open_game(home / SAVES / name), search)  # a tick may have run
    yield Diagnosis(
        Phrase("game {name} ({count} records)", name=name, count=len(game.records)),
        fault,
        "until then it waits, with its mails and clock",
    )
    yield _state(game)
    yield _key(home, game)


def _unknown(home: Path, name: str) -> bool:
    """Whether the private side is there, but not of this game."""
    try:
        return not _query(home, "SELECT COUNT(*) FROM games WHERE name = ?", name)
    except sqlite3.Error:
        return False  # told as such


def _past(home: Path, game: Game, search: str | None) -> str:
    """Why the save and the private side are not of one moment; "" where they are."""
    latest = "MAX(opened_n, COALESCE((SELECT MAX(last_reported) FROM seats WHERE game = name), 0))"
    queued, counted = "(SELECT COUNT(*) FROM outbox WHERE game = name)", kept_counts(home / SAVES).get(game.name, 0)
    sql = f"SELECT json_array({latest}, recorded, recorded_hash, {queued}) FROM games WHERE name = ?"
    try:
        git = Git(home, Effects(), {"PATH": search} if search else {})
        in_git = max(records_in_git(git, game.folder.path), default=0)
        told, recorded, hash_, known = json.loads(_query(home, sql, game.name))
    except sqlite3.Error:
        return ""  # of an older pbem; or damaged, which is told as such
    return past_fault(Past(told, recorded, hash_, in_git, known, counted), game.name, game.records)


def _state(game: Game) -> Diagnosis:
    try:
        same = digest(game.folder.read_state()) == digest(game.rules.dump(game.state))
    except SaveError as wrong:
        return Diagnosis(
            Phrase("state.json of {game}", game=game.name), told_by(wrong), "the next 'pbem tick' writes it anew"
        )
    wrong_ = "" if same else Phrase("it is not what the records lead to")
    return Diagnosis(
        Phrase("state.json of {game}", game=game.name), wrong_, "" if same else "the next 'pbem tick' writes it anew"
    )


def _key(home: Path, game: Game) -> Diagnosis:
    about, keys, chain = (
        Phrase("dice key of {game}", game=game.name),
        Keys(home / SECRETS, Effects()),
        game.position.journal.chain,
    )
    try:
        root = keys.read_root(game.name, chain)
    except StoreError as wrong:
        return Diagnosis(about, told_by(wrong), lost_key_advice(game.name))
    if root is None:
        return Diagnosis(about, "it is missing", lost_key_advice(game.name))
    made = Chain.from_root(root)
    if made.head != game.position.journal.head:
        return Diagnosis(about, "it does not belong to the head that the players were sent", lost_key_advice(game.name))
    file = keys.root_file(game.name, chain)
    if file.stat().st_mode & 0o077:
        return Diagnosis(
            about,
            Phrase("others may read {file}", file=file),
            Phrase("chmod 600 {file}; if others may have read it: rekey", file=file),
        )
    return Diagnosis(
        Phrase("{about} ({last} links left)", about=about, last=made.last - 1 - game.position.journal.last_link)
    )


def _check_ignored(home: Path, search: str | None) -> Diagnosis:
    """Whether git keeps its hands off the secrets."""
    about = Phrase("secrets are not in git")
    try:
        tracked = Git(home, Effects(), {"PATH": search} if search else {}).tracked(home / SECRETS)
    except GitError:
        return Diagnosis(about)  # no git, no repository: nothing is in it
    if not tracked:
        return Diagnosis(about)
    names = ", ".join(sorted(tracked)[:3])
    return Diagnosis(
        about,
        Phrase("git has {names}: whoever reads the repository knows the dice to come", names=names),
        Phrase(
            "git rm --cached -r {secrets}, then 'pbem dice rekey' for every game: what was committed stays readable",
            secrets=SECRETS,
        ),
    )
