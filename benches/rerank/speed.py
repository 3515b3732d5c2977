"""The section on speed: every pair scored, ours beside the usual ways over the very same weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benches.rerank.agreement import kendall_tau, largest_difference
from benches.rerank.loops import FASTEMBED_BATCH, FLASHRANK_BATCH, USUAL_BATCH, Loop
from benches.rerank.ours import full, open_ours
from benches.rerank.prepared import Prepared
from benches.rerank.reading import Side
from benches.rerank.rounds import Measured, take_turns

OURS = "recallcore"
USUAL = "usual loop"
TORCH = "torch, arriving"
# Of one set of fp32 weights, whoever runs them and however they are batched.
SAME = 1e-4


def speed(prepared: Prepared, *, rounds: int, with_torch: bool) -> float:
    """Prints the tables and returns how many times as fast as the usual loop in fp32 our fastest side is."""
    measured = take_turns(sides(prepared, with_torch=with_torch), prepared.asked, rounds=rounds)
    check(measured)
    print_agreement(measured)
    return print_speed(measured, pairs=len(prepared.asked[0].texts))


def sides(prepared: Prepared, *, with_torch: bool) -> list[Side]:
    """Every side in every precision that there is."""
    found = []
    for precision, file in prepared.models.items():
        for name, batch in (
            (USUAL, USUAL_BATCH),
            ("fastembed", FASTEMBED_BATCH),
            ("flashrank", FLASHRANK_BATCH),
        ):
            loop = Loop(file, batch=batch, threads=prepared.threads)
            found.append(Side(name=name, precision=precision, score=loop))
        ours = open_ours(file, threads=prepared.threads)
        found.append(Side(name=OURS, precision=precision, score=full(ours)))
    if with_torch:
        found.extend(torch_sides(prepared.models["fp32"], prepared=prepared))
    return found


def torch_sides(file: Path, *, prepared: Prepared) -> list[Side]:
    """The same weights on torch."""
    # Here, because --without-torch must run where neither is installed.
    from benches.rerank.torch_model import torch_directory
    from benches.rerank.torch_side import TorchCrossEncoder

    directory = torch_directory(file, into=prepared.folder / "torch")
    model = TorchCrossEncoder(directory, threads=prepared.threads)
    return [
        Side(name=TORCH, precision="fp32", score=model.arriving),
        Side(name="torch, sorting", precision="fp32", score=model),
    ]


def check(measured: Sequence[Measured]) -> None:
    """All fp32 sides say the same, and every side has read the same tokens.

    What a quantised file says depends on how it was made, and where activations are quantised by the batch on
    that too: it is printed, not asserted.
    """
    usual = the(measured, USUAL, "fp32")
    for one in measured:
        assert one.tokens == usual.tokens, f"{one.side.name} read {one.tokens} tokens, not {usual.tokens}"
        if one.side.precision == "fp32":
            difference = differences(one, usual)
            assert difference <= SAME, f"{one.side.name} in fp32 differs by {difference:.2g} from the {USUAL}"


def the(measured: Sequence[Measured], name: str, precision: str) -> Measured:
    """The measured side of that name and precision."""
    return next(one for one in measured if (one.side.name, one.side.precision) == (name, precision))


def differences(one: Measured, other: Measured) -> float:
    """The largest difference of two sides' scores over all rounds."""
    rounds = zip(one.readings, other.readings, strict=True)
    return max(largest_difference(mine.scores, theirs.scores) for mine, theirs in rounds)


def mean_tau(one: Measured, other: Measured) -> float:
    """Kendall's tau of two sides' orders, the mean over all rounds."""
    rounds = zip(one.readings, other.readings, strict=True)
    return float(np.mean([kendall_tau(mine.scores, theirs.scores) for mine, theirs in rounds]))


def label(one: Measured) -> str:
    """What a row of a table is called."""
    return f"{one.side.name}, {one.side.precision}"


def print_agreement(measured: Sequence[Measured]) -> None:
    usual = the(measured, USUAL, "fp32")
    print(f"\n{'scores of':24}{'largest difference to the usual loop':>40}{'mean tau to fp32':>20}")
    for one in measured:
        same = the(measured, USUAL, one.side.precision)
        print(f"{label(one):24}{differences(one, same):40.2g}{mean_tau(one, usual):20.4f}")


def print_speed(measured: Sequence[Measured], *, pairs: int) -> float:
    """Prints pairs a second and medians of the ratios within a round; returns ours, the fastest, to fp32."""
    usual = the(measured, USUAL, "fp32")
    on_torch = next((one for one in measured if one.side.name == TORCH), None)
    heads = ("pairs/s", "to fp32", "same", "to torch", "padding", "at most")
    print(f"\n{'':24}" + "".join(f"{head:>10}" for head in heads))
    best = 0.0
    for one in measured:
        same = the(measured, USUAL, one.side.precision)
        ratio = gain(one, usual)
        beside = f"{gain(one, on_torch):9.2f}x" if on_torch is not None else f"{'-':>10}"
        waste = one.padding / (one.tokens + one.padding)
        bound = (same.tokens + same.padding) / (one.tokens + one.padding)
        print(
            f"{label(one):24}{pairs / np.median(one.seconds):10.0f}{ratio:9.2f}x{gain(one, same):9.2f}x"
            f"{beside}{waste:10.1%}{bound:9.2f}x"
        )
        if one.side.name == OURS:
            best = max(best, ratio)
    print(f"to fp32: times as fast as the {USUAL} in fp32; same: as the {USUAL} in the same precision;")
    print(f"to torch: as {TORCH}; at most: what 'same' would be if time went by tokens read, padding too")
    return best


def gain(one: Measured, other: Measured) -> float:
    """How many times as fast as the other, the median over the rounds."""
    return float(np.median(other.seconds / one.seconds))
