"""The tables as SQL, by version. A new version adds a script to MIGRATIONS; what is there is never edited.

PRAGMA user_version counts the scripts that a database has been through. Times are ISO 8601 texts in UTC with
microseconds, so that they sort; JSON is text; truth is 0 or 1.
"""

_GLANCED = ("seats", "sections", "sheets", "answers", "locks")
_DROP_GLANCES = "".join(
    f"CREATE TRIGGER {table}_{event.lower()} AFTER {event} ON {table} "
    f"BEGIN DELETE FROM glances WHERE game IN ({games}); END;\n"
    for table in _GLANCED
    for event, games in (("INSERT", "NEW.game"), ("UPDATE", "OLD.game, NEW.game"), ("DELETE", "OLD.game"))
)
"""A glance goes, in the same step, with any change of what it was worked out from, whoever makes it."""

MIGRATIONS = (
    """
    CREATE TABLE games (
      name TEXT PRIMARY KEY, path TEXT NOT NULL, created TEXT NOT NULL, length INTEGER NOT NULL,
      settle INTEGER NOT NULL, grace INTEGER NOT NULL, deadline TEXT, opened_at TEXT, paused_at TEXT,
      opened_n INTEGER NOT NULL, started TEXT, ended TEXT) WITHOUT ROWID;
    CREATE TABLE seats (
      game TEXT NOT NULL, seat TEXT NOT NULL, side TEXT NOT NULL, addresses TEXT NOT NULL, token TEXT NOT NULL UNIQUE,
      token_serial INTEGER NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL, zone TEXT NOT NULL, passphrase TEXT,
      wait INTEGER NOT NULL, nowait INTEGER NOT NULL, conceded INTEGER NOT NULL, nonce TEXT, nonce_mail_id TEXT,
      nonce_at TEXT, answered_welcome TEXT, reminded_at TEXT, last_reported INTEGER NOT NULL,
      dkim_seen INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
    CREATE TABLE sheets (
      game TEXT NOT NULL, seat TEXT NOT NULL, serial INTEGER NOT NULL, turn INTEGER NOT NULL, received TEXT NOT NULL,
      source TEXT NOT NULL, identity TEXT NOT NULL, sections TEXT NOT NULL, hash TEXT NOT NULL,
      complete INTEGER NOT NULL, problems TEXT NOT NULL, PRIMARY KEY (game, seat, serial));
    CREATE TABLE sections (
      game TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL, phase TEXT NOT NULL, serial INTEGER NOT NULL,
      lines TEXT NOT NULL, hash TEXT NOT NULL, complete INTEGER NOT NULL,
      PRIMARY KEY (game, seat, turn, phase)) WITHOUT ROWID;
    CREATE TABLE standing (
      game TEXT NOT NULL, seat TEXT NOT NULL, lines TEXT NOT NULL, since TEXT NOT NULL,
      PRIMARY KEY (game, seat)) WITHOUT ROWID;
    CREATE TABLE answers (
      game TEXT NOT NULL, phase TEXT NOT NULL, question TEXT NOT NULL, seat TEXT NOT NULL, answer TEXT NOT NULL,
      at TEXT NOT NULL, PRIMARY KEY (game, phase, question)) WITHOUT ROWID;
    CREATE TABLE mails (
      identity TEXT PRIMARY KEY, message_id TEXT NOT NULL, sender TEXT NOT NULL, outcome TEXT NOT NULL,
      reason TEXT NOT NULL, at TEXT NOT NULL, raw BLOB, game TEXT, seat TEXT);
    CREATE INDEX mails_by_id ON mails (message_id);
    CREATE TABLE outbox (
      message_id TEXT PRIMARY KEY, game TEXT, seat TEXT, recipient TEXT NOT NULL, raw BLOB NOT NULL, at TEXT NOT NULL,
      what TEXT NOT NULL, record INTEGER NOT NULL, state TEXT NOT NULL
      CHECK (state IN ('ready', 'sending', 'sent', 'failed')), tries INTEGER NOT NULL, next_try TEXT,
      changed TEXT, why TEXT NOT NULL);
    CREATE INDEX outbox_open ON outbox (state) WHERE state IN ('ready', 'sending');
    CREATE INDEX outbox_by_change ON outbox (state, changed);
    CREATE TABLE sent (message_id TEXT PRIMARY KEY, game TEXT, seat TEXT, text TEXT NOT NULL, at TEXT NOT NULL);
    CREATE TABLE bounces (
      game TEXT NOT NULL, seat TEXT NOT NULL, address TEXT NOT NULL, count INTEGER NOT NULL, status TEXT NOT NULL,
      last TEXT NOT NULL, PRIMARY KEY (game, seat, address)) WITHOUT ROWID;
    CREATE TABLE refusals (sender TEXT NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL);
    CREATE INDEX refusals_by_sender ON refusals (sender, at);
    CREATE TABLE proposals (
      game TEXT NOT NULL, serial INTEGER NOT NULL, what TEXT NOT NULL, seat TEXT NOT NULL, at TEXT NOT NULL,
      state TEXT NOT NULL, PRIMARY KEY (game, serial)) WITHOUT ROWID;
    CREATE TABLE votes (
      game TEXT NOT NULL, serial INTEGER NOT NULL, seat TEXT NOT NULL, yes INTEGER NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY (game, serial, seat)) WITHOUT ROWID;
    CREATE TABLE notices (
      serial INTEGER PRIMARY KEY, at TEXT NOT NULL, code TEXT NOT NULL, args TEXT NOT NULL, game TEXT,
      told INTEGER NOT NULL);
    """,
    """
    ALTER TABLE seats ADD COLUMN nonce_chain INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE locks (
      game TEXT NOT NULL, n INTEGER NOT NULL, phase TEXT NOT NULL, at TEXT NOT NULL, sheets TEXT NOT NULL,
      standing TEXT NOT NULL, nonces TEXT NOT NULL, beacon TEXT, source TEXT, given TEXT,
      PRIMARY KEY (game, n)) WITHOUT ROWID;
    """,
    """
    ALTER TABLE mails ADD COLUMN dkim TEXT NOT NULL DEFAULT '';
    CREATE INDEX mails_by_seat ON mails (game, seat, at);
    """,
    """
    ALTER TABLE seats ADD COLUMN pgp_key TEXT;
    ALTER TABLE seats ADD COLUMN pgp_print TEXT NOT NULL DEFAULT '';
    ALTER TABLE seats ADD COLUMN pgp_only INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seats ADD COLUMN pgp_at TEXT;
    ALTER TABLE mails ADD COLUMN pgp TEXT NOT NULL DEFAULT '';
    """,
    """
    DROP INDEX mails_by_seat;
    CREATE INDEX mails_by_outcome ON mails (game, seat, outcome, at);
    CREATE INDEX mails_by_time ON mails (at);
    CREATE INDEX mails_kept ON mails (game, seat, at)
    WHERE raw IS NOT NULL AND outcome NOT IN ('orders', 'held', 'confirmed');
    CREATE INDEX mails_kept_long ON mails (at) WHERE raw IS NOT NULL AND outcome NOT IN ('orders', 'confirmed');
    CREATE INDEX outbox_by_seat ON outbox (game, seat, what, at);
    CREATE INDEX outbox_by_time ON outbox (at);
    """,
    """
    ALTER TABLE games ADD COLUMN stuck_at TEXT;
    """,
    f"""
    CREATE TABLE glances (
      game TEXT PRIMARY KEY, files TEXT NOT NULL, stamp TEXT NOT NULL, n INTEGER NOT NULL, ruleset TEXT NOT NULL,
      turn INTEGER NOT NULL, phase TEXT NOT NULL, waits TEXT NOT NULL, since TEXT, seats TEXT NOT NULL, winner TEXT,
      level TEXT NOT NULL, hint TEXT NOT NULL, owing INTEGER NOT NULL, settled INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TRIGGER games_started AFTER UPDATE ON games WHEN OLD.started IS NOT NEW.started
    BEGIN DELETE FROM glances WHERE game = NEW.name; END;
    {_DROP_GLANCES}
    """,
    """
    CREATE INDEX mails_taken ON mails (message_id) WHERE outcome IN ('orders', 'confirmed', 'held');
    """,
    """
    ALTER TABLE seats DROP COLUMN nowait;
    ALTER TABLE seats ADD COLUMN done TEXT NOT NULL DEFAULT '';
    ALTER TABLE seats ADD COLUMN done_after INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
    ALTER TABLE games ADD COLUMN per_phase INTEGER NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE games ADD COLUMN recorded INTEGER;
    ALTER TABLE games ADD COLUMN recorded_hash TEXT NOT NULL DEFAULT '';
    """,
    """
    CREATE TABLE decisions (
      game TEXT NOT NULL, serial INTEGER NOT NULL, n INTEGER NOT NULL, turn INTEGER NOT NULL, at TEXT NOT NULL,
      what TEXT NOT NULL, who TEXT NOT NULL, why TEXT NOT NULL, deadline_before TEXT, deadline_after TEXT,
      PRIMARY KEY (game, serial)) WITHOUT ROWID;
    """,
    """
    CREATE TABLE silences (
      game TEXT NOT NULL, seat TEXT NOT NULL, deadline TEXT NOT NULL, n INTEGER NOT NULL, turn INTEGER NOT NULL,
      phase TEXT NOT NULL, waiting INTEGER NOT NULL, PRIMARY KEY (game, seat, deadline)) WITHOUT ROWID;
    """,
    """
    ALTER TABLE decisions ADD COLUMN seat TEXT NOT NULL DEFAULT '';
    """,
    """
    ALTER TABLE sections DROP COLUMN complete;
    ALTER TABLE seats ADD COLUMN asked TEXT NOT NULL DEFAULT '[]';
    """,
    """
    ALTER TABLE games ADD COLUMN silence_limit INTEGER NOT NULL DEFAULT 0;
    """,
    """
    CREATE TABLE press (
      game TEXT NOT NULL, serial INTEGER NOT NULL, seat TEXT NOT NULL, recipients TEXT NOT NULL, text TEXT NOT NULL,
      at TEXT NOT NULL, n INTEGER NOT NULL, turn INTEGER NOT NULL, identity TEXT NOT NULL, unsigned INTEGER NOT NULL,
      PRIMARY KEY (game, serial)) WITHOUT ROWID;
    ALTER TABLE seats ADD COLUMN press_seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seats ADD COLUMN press_digest INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN house TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE decisions ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
    """,
    """
    CREATE TABLE absences (
      game TEXT NOT NULL, seat TEXT NOT NULL, serial INTEGER NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL,
      days INTEGER NOT NULL, at TEXT NOT NULL, withdrawn INTEGER NOT NULL, PRIMARY KEY (game, seat, serial)
    ) WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN paused_until TEXT;
    ALTER TABLE games ADD COLUMN wake_at TEXT;
    ALTER TABLE proposals ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
    """,
    """
    ALTER TABLE seats ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
    """,
    """
    CREATE TABLE guests (
      game TEXT NOT NULL, word TEXT NOT NULL, address TEXT NOT NULL, role TEXT NOT NULL, state TEXT NOT NULL,
      at TEXT NOT NULL, seat TEXT NOT NULL, language TEXT NOT NULL, zone TEXT NOT NULL, name TEXT NOT NULL,
      seen INTEGER NOT NULL, PRIMARY KEY (game, word)) WITHOUT ROWID;
    """,
    """
    DELETE FROM glances;
    ALTER TABLE glances ADD COLUMN places INTEGER NOT NULL DEFAULT 0;
    """,
    """
    ALTER TABLE games ADD COLUMN handed_at TEXT;
    """,
    """
    ALTER TABLE seats ADD COLUMN kept_back TEXT NOT NULL DEFAULT '[]';
    """,
    """
    ALTER TABLE decisions ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
    """,
)
VERSION = len(MIGRATIONS)
