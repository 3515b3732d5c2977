"""One process of many on one bank: run by the test, not collected.

`python worker.py write|read|fold BANK NUMBER SECONDS`. A writer appends to `BANK.acks/NUMBER` the id of each
memory that `retain` has returned for, and ends with what it holds, as JSON, in `BANK.acks/NUMBER.held`. A
reader picks such an id and must find it at once. Ends non-zero when something is not as promised.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import recallcore

# A writer forgets and replaces only what it wrote so long ago, so that the last acknowledged memories stay.
_FRESH = 30


def main() -> None:
    """Does one worker's part."""
    what, home, number, seconds = sys.argv[1:]
    acks = Path(f"{home}.acks")
    until = time.monotonic() + float(seconds)
    with recallcore.open(
        home, embedder="hashing", reranker=False, entities=False, optimize="manual", busy_timeout=60
    ) as bank:
        if what == "write":
            write(bank, acks, number, until)
        elif what == "read":
            read(bank, acks, random.Random(int(number)), until)
        else:
            while time.monotonic() < until:
                bank.optimize()


def write(bank: recallcore.Bank, acks: Path, number: str, until: float) -> None:
    """Retains, replaces and forgets, each writer its own memories."""
    chance = random.Random(int(number))
    held: dict[str, str] = {}
    count = 0
    with (acks / number).open("a", encoding="utf-8") as told:
        while time.monotonic() < until:
            count += 1
            name = f"w{number}n{count}"
            old = list(held)[:-_FRESH]
            changed = {chosen: f"{chosen} again at {count}" for chosen in old[: chance.randrange(2)]}
            batch = {name: f"the word of writer {number} is {name}", **changed}
            bank.retain([{"id": each, "text": text} for each, text in batch.items()])
            held.update(batch)
            told.write(f"{name}\n")
            told.flush()
            if old and chance.random() < 0.3:
                gone = chance.choice(old)
                bank.forget(gone)
                del held[gone]
                if any(memory.id == gone for memory in bank.recall(gone, limit=20).memories):
                    raise AssertionError(f"{gone} came back after it was forgotten")
    (acks / f"{number}.held").write_text(json.dumps(held), encoding="utf-8")


def read(bank: recallcore.Bank, acks: Path, chance: random.Random, until: float) -> None:
    """Looks for what other processes have just been told is stored."""
    while time.monotonic() < until:
        files = [path for path in acks.iterdir() if not path.suffix]
        lines = chance.choice(files).read_text(encoding="utf-8").split("\n") if files else []
        if len(lines) < 2:
            continue
        name = lines[-2]
        found = [memory.id for memory in bank.recall(f"what is {name}?", limit=50).memories]
        # A slow reader may find that it was forgotten meanwhile; what is lost is seen at the end.
        if name not in found and bank.get(name) is not None:
            raise AssertionError(f"{name} was acknowledged and is not found: {found}")


if __name__ == "__main__":
    main()
