"""What must hold when a life ends and all has come to rest: everything was sent, once, and every proof holds."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.referee.home.home import Home
from pbem.referee.tick import tick
from pbem.verify.verify import verify
from tests.simulate.faults import striking
from tests.simulate.invariants import look_at_clock, look_at_game, look_at_notices
from tests.simulate.truth import Broken

if TYPE_CHECKING:
    from tests.simulate.world import World


VOID = "the seat has another player"


def look_at_end(world: World) -> None:
    """Look at everything once more, whole."""
    with world.opened(world.path, world.clock, "look at the end", effects=striking("", 0, world.git)) as home:
        again = tick(home, world.clock, compares=True)
        if again.closed or again.reports or again.sent or again.mails or again.faults:
            raise Broken(f"A second tick at the same time finds something to do: {again}")
        look_at_notices(home)
        for name in home.games():
            look_at_clock(home, home.game_row(name), world.clock)
            world.truth.games[name] = home.open_game(name)
            look_at_game(home, world.truth.games[name], world.clock)
            if left := home.git.uncommitted(world.path / "saves" / name):
                raise Broken(f"git does not have {left[0].name}")
        look_at_outbox(world, home)
        mails = keep_mails(world, home)
    for name, folder in mails.items():
        verdict = verify(world.path / "saves" / name, [folder], length=world.truth.links)
        if verdict.fault is not None:
            raise Broken(f"The mails of {name} disprove it, {verdict.fault.code}: {verdict.fault}")


def look_at_outbox(world: World, home: Home) -> None:
    """What was queued went out, as it was queued, or was refused for good; nothing else did; no report twice."""
    network, reports = world.network, Counter[tuple[str, ...]]()
    rows = {row.message_id: row for row in home.store.outbox.where()}
    for row in rows.values():
        if row.state not in ("sent", "failed") or (
            row.state == "failed" and row.message_id not in network.failed and row.why != VOID
        ):
            raise Broken(f"A {row.what} to {row.recipient} was never sent: {row.state} {row.why}")
        if row.state == "sent" and (row.message_id not in network.sent or network.sent[row.message_id].raw != row.raw):
            raise Broken(f"A {row.what} to {row.recipient} went out as something else, or not at all")
        if row.what in ("report", "reminder", "welcome", "start"):
            text = home.store.outbox.text_of(row.message_id) or ""
            to = row.what, str(row.game), str(row.seat), row.recipient  # who plays both sides gets one for each
            reports[*to, hashlib.sha256(text.encode()).hexdigest()] += 1
    if strange := sorted(network.sent.keys() - rows.keys()):
        raise Broken(f"A mail went out that nobody queued: {strange[0]}")
    twice = sum(count - 1 for count in reports.values())
    if twice > world.truth.resent:
        raise Broken(f"{twice} mails were sent twice, {world.truth.resent} by request: {reports.most_common(1)}")


def keep_mails(world: World, home: Home) -> dict[str, Path]:
    """The mails of each game as files, in a folder for each."""
    top, found = world.path.parent / f"{world.path.name}.mails", {}
    shutil.rmtree(top, ignore_errors=True)
    for name in home.games():
        found[name] = top / name
        found[name].mkdir(parents=True)
    for number, row in enumerate(home.store.outbox.where("game IS NOT NULL", order="rowid")):
        (found[str(row.game)] / f"{number:05d}.eml").write_bytes(row.raw)
    return found
