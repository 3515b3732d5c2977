"""A process that forks writers, each of which writes until it is killed: run by the test, not collected.

`python writer.py BANK`: each line on standard input is a seed, for which one writer is forked. It says on
standard output what it is about to do (`try {…}`) and that it has done it (`done`). Loaded once and forked
often, for to start Python two hundred times would take minutes. No bank is open at a fork.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import recallcore


def write(home: str, seed: int) -> None:
    """Changes a bank at random for ever."""
    chance = random.Random(seed)
    number = 0
    with recallcore.open(home, embedder="hashing", reranker=False, entities=False, optimize="manual") as bank:
        while True:
            number += 1
            step = random_step(chance, f"{seed}-{number}")
            tell(f"try {json.dumps(step)}")
            match step:
                case {"retain": memories}:
                    bank.retain([{"id": name, "text": text} for name, text in memories.items()])
                case {"forget": names}:
                    bank.forget(names)
                case _:
                    bank.optimize()
            tell("done")


def random_step(chance: random.Random, name: str) -> dict[str, Any]:
    """Returns what to do next: write some memories, new and old ones together, forget some, or fold."""
    luck = chance.random()
    known = [f"k{chance.randrange(40)}" for _ in range(3)]
    if luck < 0.6:
        new = {f"{name}-{place}": f"memory {name} number {place}" for place in range(chance.randrange(1, 4))}
        return {"retain": {**new, **{key: f"{key} as of {name}" for key in known}}}
    if luck < 0.8:
        return {"forget": known}
    return {"optimize": []}


def tell(line: str) -> None:
    """Writes one line, all or nothing: a pipe takes so few bytes at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Forks a writer for each seed, and tells its number and its end."""
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            write(sys.argv[1], int(line))
        tell(f"writer {process}")
        os.waitpid(process, 0)
        tell("ended")


if __name__ == "__main__":
    main()
