"""`pbem desk`: the page, opened for one visitor, until Ctrl-C."""

import threading
import webbrowser
from functools import partial
from pathlib import Path

import click

from pbem.cli.common import DONE, Settings, example, json_option, now, say, say_stopped
from pbem.cli.speech.language import tr


@click.command(epilog=example("pbem desk", "pbem desk --port 8750 --open"))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The port; a free one if left out.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser.")
@json_option
@click.pass_obj
def desk(settings: Settings, port: int, opens: bool, as_json: bool) -> int:
    """A page for the browser of this machine, until Ctrl-C: every game, what waits for you, and buttons to act.

    The address that it prints opens it once, for whoever comes first. Each button runs a command and shows it, with
    what it printed. Nobody on another machine can reach the page, and no other page can.
    """
    from pbem.cli.desk.access import Access
    from pbem.cli.desk.actions import Runs
    from pbem.cli.desk.pages import Pages
    from pbem.cli.desk.server import Desk
    from pbem.cli.stopping import Patient, stopping
    from pbem.errors import RefereeError
    from pbem.referee.home.home import open_home

    home = Path(settings.home).resolve()
    with open_home(home, now(), "pbem desk", locking=False):
        pass  # what is wrong with the folder is told here

    def make(port: int) -> tuple[Access, Pages, Runs]:
        access, runs = Access(port), Runs(str(home))
        return access, Pages(home, access, runs), runs

    farewell = partial(say_stopped, as_json=as_json)
    try:
        server = Desk(port, make)
    except OSError as wrong:
        raise RefereeError("Port {port} cannot be had: {why}.", port=port, why=wrong.strerror) from wrong
    with server, stopping(Patient(), farewell) as stop:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = server.access.address
        text = tr("The desk is open at this address, for one visit:\n  {address}\nCtrl-C ends it.", address=address)
        say({"address": address}, text, as_json=as_json)
        if opens:
            webbrowser.open(address)
        stop.wait()
        server.shutdown()
    farewell()
    return DONE
