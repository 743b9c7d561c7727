"""The doctor: what a mailbox needs, checked one by one, each with what to do about it."""

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
from pbem.game.game import Table, open_table
from pbem.game.paths import SAVES, SECRETS, games
from pbem.gamedata.games import faults
from pbem.gamedata.rulesets import ruleset_names, source_of
from pbem.mail.signatures.pgp import INSTALL
from pbem.referee.home.config import Config, read_config
from pbem.referee.home.notices import explained
from pbem.referee.home.secrets import remedy
from pbem.report.svg.base import metrics
from pbem.save.errors import GitError, SaveError
from pbem.save.git import Git
from pbem.setup.diagnosis import Finding
from pbem.setup.server_check import servers
from pbem.store.database import FULL
from pbem.store.errors import StoreError
from pbem.store.keys import Keys
from pbem.store.store import FILE

ROOM = 50_000_000  # bytes: some hundred reports


def examine(home: Path, environment: Mapping[str, str], now: datetime) -> tuple[Finding, ...]:
    """Check everything that pbem needs in a mailbox folder; mail servers are logged in to, nothing is sent or taken."""
    home = home.resolve()
    found = [_git(environment.get("PATH")), *_fonts(), *_shipped()]
    if not (home / "pbem.toml").exists() and not (home / SAVES).exists():
        return (
            *found,
            Finding("mailbox", f"{home} is no mailbox folder", "'pbem new' makes one; or name one with --home"),
        )
    config = _config(home)
    found.append(config if isinstance(config, Finding) else Finding("pbem.toml"))
    if foreign := _foreign(home):
        return (*found, foreign)
    if isinstance(config, Config):
        found += _spool(home, config) if config.imap is None else servers(home, config, environment, now)
        found += _address(config)
    found += [_secrets(home), *signatures(home), _kept_out(home, environment.get("PATH")), _room(home)]
    for name in games(home):
        found += _examined(home, name)
    return tuple(found)


def _git(search: str | None) -> Finding:
    if shutil.which("git", path=search):
        return Finding("git")
    return Finding("git", "git is not on the PATH", "install git: saves are complete without it, but have no history")


def _fonts() -> Iterator[Finding]:
    try:
        metrics.font_bytes(metrics.FOLDER)
    except Exception as wrong:
        yield Finding("fonts", str(wrong), "install pbem again")
    else:
        yield Finding("fonts")


def _shipped() -> Iterator[Finding]:
    for name in ruleset_names():
        found, package = faults(name), source_of(name).package
        mend = f"install {package} again, or take it out" if package else "install pbem again"
        yield Finding(f"rule set {name}", "; ".join(found), mend if found else "")


def _config(home: Path) -> Config | Finding:
    try:
        return read_config(home)
    except RefereeError as wrong:
        mend = "correct the file, or take it from git or a backup; 'pbem setup mail' writes what is about mail servers"
        return Finding("pbem.toml", str(wrong), f"{mend}. Until then the games wait: nothing is lost.")


def _spool(home: Path, config: Config) -> Iterator[Finding]:
    spool = home / config.spool
    waiting = len(list((spool / "in").glob("*.eml"))) if (spool / "in").is_dir() else 0
    if spool.exists() and not spool.is_dir():
        yield Finding("mail spool", f"{spool} is no folder", "move the file away, or name another spool in pbem.toml")
    else:
        yield Finding(f"mail spool ({waiting} waiting)")


def _address(config: Config) -> Iterator[Finding]:
    if config.host.endswith("localdomain"):
        yield Finding("referee's address", f"{config.address} is nobody's address", "set referee.address in pbem.toml")


def _foreign(home: Path) -> Finding | None:
    """What of the mailbox folder the present user may not use: the rest would only look damaged to him."""
    secrets = home / SECRETS
    wanted = [home, *([secrets] if secrets.exists() else [])]
    if all(os.access(path, os.R_OK | os.W_OK | os.X_OK) for path in wanted):
        wanted = [path for path in sorted(secrets.glob("*")) if path.is_file()]
        wanted = [path for path in wanted if not os.access(path, os.R_OK | os.W_OK)]
    else:
        wanted = [path for path in wanted if not os.access(path, os.R_OK | os.W_OK | os.X_OK)]
    if not wanted:
        return None
    owner = wanted[0].stat().st_uid
    return Finding(
        f"{wanted[0].relative_to(home.parent)}",
        f"it is another user's (number {owner}; you are {os.geteuid()}), and you may not read and write it",
        f"run pbem as that user, or give the folder to yours: sudo chown -R {os.geteuid()} {shlex.quote(str(home))}",
    )


def _secrets(home: Path) -> Finding:
    folder = home / SECRETS
    if (
        not games(home)
        and not (folder / "pbem.db").exists()
        and not (folder.is_dir() and folder.stat().st_mode & 0o077)
    ):
        return Finding(".pbem (no game yet)")
    if not folder.is_dir():
        return Finding(".pbem", f"{folder} is missing", "restore it from a backup: it holds seats, dice keys and mails")
    if folder.stat().st_mode & 0o077:
        return Finding(".pbem", f"others may read {folder}", f"chmod -R go-rwx {folder}")
    try:
        sound = _asked(home, "PRAGMA quick_check")
    except sqlite3.Error as wrong:
        if shutil.disk_usage(home).free < FULL:
            return Finding(
                ".pbem/pbem.db", f"it cannot be opened on a full disk ({wrong})", "make room, then look again"
            )
        return Finding(".pbem/pbem.db", str(wrong), "restore .pbem/ from a backup")
    if sound != "ok":
        return Finding(".pbem/pbem.db", str(sound), "restore .pbem/ from a backup")
    if games(home) and not (folder / "mail.key").exists():
        return Finding(".pbem/mail.key", "it is missing: no mail can be written", "restore .pbem/ from a backup")
    return Finding(".pbem/pbem.db")


def _asked(home: Path, sql: str, *values: str) -> Any:
    """The one value that the database answers; it is only read, whatever its version. Raises sqlite3.Error."""
    file = (home / SECRETS / FILE).resolve().as_uri()
    with closing(sqlite3.connect(f"{file}?mode=ro", uri=True)) as database:
        return database.execute(sql, values).fetchone()[0]


def signatures(home: Path) -> Iterator[Finding]:
    """Whether PGP signatures can be checked, where a seat has a key."""
    try:
        keys = _asked(home, "SELECT COUNT(*) FROM seats WHERE pgp_key IS NOT NULL")
    except sqlite3.Error:  # none yet, one of an older pbem, or a damaged one, which is told elsewhere
        return
    if keys and find_spec("pysequoia") is None:
        yield Finding("PGP signatures", f"{keys} seats have a key, and nothing can check it: their mails wait", INSTALL)
    elif keys:
        yield Finding(f"PGP signatures ({keys} keys)")


def _room(home: Path) -> Finding:
    free = shutil.disk_usage(home).free
    if free < ROOM:
        return Finding("disk", f"only {free // 1_000_000} MB are free", "make room: a turn takes a few MB")
    return Finding("disk")


def _examined(home: Path, name: str) -> list[Finding]:
    """What is wrong with a game, whatever that is: the others are looked at too."""
    try:
        return list(_game(home, name))
    except Exception as wrong:
        return [Finding(f"game {name}", explained(wrong), "'pbem --debug replay' shows where")]


def _game(home: Path, name: str) -> Iterator[Finding]:
    try:
        table = open_table(home / SAVES / name)
    except (SaveError, RefereeError) as wrong:
        yield Finding(f"game {name}", str(wrong), "git or a backup has the file as it was")
        return
    if _unknown(home, name):
        yield Finding(f"game {name}", ".pbem/ knows nothing of its seats", "restore .pbem/ from a backup")
        return
    yield Finding(f"game {name} ({len(table.written)} records)")
    yield _state(table)
    yield _key(home, table)


def _unknown(home: Path, name: str) -> bool:
    """Whether the private side is there, but not of this game."""
    try:
        return not _asked(home, "SELECT COUNT(*) FROM games WHERE name = ?", name)
    except sqlite3.Error:
        return False  # told as such


def _state(table: Table) -> Finding:
    try:
        same = digest(table.folder.read_state()) == digest(table.rules.dump(table.state))
    except SaveError as wrong:
        return Finding(f"state.json of {table.name}", str(wrong), "the next 'pbem tick' writes it anew")
    wrong_ = "" if same else "it is not what the records lead to"
    return Finding(f"state.json of {table.name}", wrong_, "" if same else "the next 'pbem tick' writes it anew")


def _key(home: Path, table: Table) -> Finding:
    about, keys, chain = f"dice key of {table.name}", Keys(home / SECRETS, Effects()), table.position.journal.chain
    try:
        root = keys.read_root(table.name, chain)
    except StoreError as wrong:
        return Finding(about, str(wrong), remedy(table.name))
    if root is None:
        return Finding(about, "it is missing", remedy(table.name))
    made = Chain.from_root(root)
    if made.head != table.position.journal.head:
        return Finding(about, "it does not belong to the head that the players were sent", remedy(table.name))
    file = keys.root_file(table.name, chain)
    if file.stat().st_mode & 0o077:
        return Finding(about, f"others may read {file}", f"chmod 600 {file}; if others may have read it: rekey")
    return Finding(f"{about} ({made.last - 1 - table.position.journal.last_link} links left)")


def _kept_out(home: Path, search: str | None) -> Finding:
    """Whether git keeps its hands off the secrets."""
    about = "secrets are not in git"
    try:
        tracked = Git(home, Effects(), {"PATH": search} if search else {}).tracked(home / SECRETS)
    except GitError:
        return Finding(about)  # no git, no repository: nothing is in it
    if not tracked:
        return Finding(about)
    names = ", ".join(sorted(tracked)[:3])
    return Finding(
        about,
        f"git has {names}: whoever reads the repository knows the dice to come",
        f"git rm --cached -r {SECRETS}, then 'pbem dice rekey' for every game: what was committed stays readable",
    )
