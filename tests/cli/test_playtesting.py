"""`pbem playtest`: the same answer however many play, words in two languages, exit codes."""

from tests.cli.making import ran

SHORT = ("playtest", "legion", "--turns", "1")


def test_the_number_of_jobs_changes_nothing() -> None:
    one, two = (ran(*SHORT, "--games", "2", "--seed", "a test", "--jobs", jobs, "--json") for jobs in ("1", "2"))
    assert (one.code, one.err) == (0, "")
    assert one.out == two.out
    assert (one.data["games"], one.data["seed"], one.data["bots"]["spanish"]) == (2, "a test", "heuristic")


def test_a_game_can_be_played_again_alone() -> None:
    found = ran(*SHORT, "--only", "17", "--lang", "es", "--bot", "spanish=chance")
    assert (found.code, found.err) == (0, "")
    assert found.out.startswith("legion, versión ")
    assert "partidas: 1; semilla: annual\nBots: marroquíes: heuristic, españoles: chance\n" in found.out
    assert "LL-5.2" in found.out


def test_what_is_not_there_is_bad_usage() -> None:
    for words, said in (
        (("playtest", "chess"), "There is no rule set 'chess'"),
        (("playtest", "legion", "annual"), "legion has no scenario 'annual'"),
        (("playtest", "legion", "--bot", "spanish"), "write NAME=VALUE"),
        (("playtest", "legion", "--option", "panic=never"), "The option panic is optional or compulsory"),
    ):
        found = ran(*words)
        assert (found.code, found.out) == (2, "")
        assert said in found.err
