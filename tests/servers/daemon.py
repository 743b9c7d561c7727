"""`pbem watch` with a clock that runs fast, as a process of its own: python -m tests.servers.daemon HOME TIMES."""

import os
import random
import signal
import sys
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from pbem.referee.home.sweep import TickResult
from pbem.referee.watch import Runtime, watch


def main(home: Path, times: float) -> None:
    """Run until SIGTERM; print what each tick did."""
    stop, began = threading.Event(), datetime(2026, 11, 2, 12, tzinfo=UTC).timestamp()
    zero = float((home / "began").read_text())
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    runtime = Runtime(
        now=lambda: datetime.fromtimestamp(began + (time.time() - zero) * times, UTC),
        ticks=lambda: time.monotonic() * times,
        sleep=lambda seconds: stop.wait(seconds / times),
        stopped=stop.is_set,
        chance=random.random,
    )

    def tell(result: TickResult) -> None:
        print(runtime.now().isoformat(), result.to_json(), flush=True)

    watch(home, runtime, tell, environment=dict(os.environ))
    print("Stopped.", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
