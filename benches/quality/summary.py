"""What was measured, as JSON values: the one form that every report is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import recallcore
from benches.quality.abstention import THRESHOLDS, abstained, auc_interval, best_cut, roc
from benches.quality.bootstrap import RESAMPLES, SEED, Interval, bootstrap, paired_bootstrap
from benches.quality.datasets import ADVERSARIAL
from benches.quality.latency import latency
from benches.quality.machine import machine
from benches.quality.metrics import METRICS
from benches.quality.run import Outcome, Run, Said
from benches.quality.systems import BASELINES

EVERY: Final = "every question"
SIDES: Final = ("answerable", "unanswerable")
_CHOSEN_BY: Final = METRICS.index("ndcg@10")


def summary(
    run: Run,
    *,
    embedder: Mapping[str, Any] | None,
    reranker: str | None,
    resamples: int = RESAMPLES,
) -> dict[str, Any]:
    """Returns the figures of a run: means by category, intervals, latency, and abstention.

    Args:
        run: What was measured.
        embedder: The embedder's identity, or None without one.
        reranker: The reranker's name, or None without one.
        resamples: Resamples of each interval.
    """
    best = best_arm(run.outcomes)
    names = dict.fromkeys([best, *(system.name for system in BASELINES)])
    baselines = {name: _outcome_of(run, name) for name in names}
    return {
        "dataset": run.dataset.name,
        "banks": run.banks,
        "memories": run.memories,
        "questions": len(run.categories),
        "notes": list(run.dataset.notes),
        "embedder": embedder,
        "reranker": reranker,
        "recallcore": recallcore.__version__,
        "machine": machine(),
        "retain_seconds": round(run.retain_seconds, 3),
        "bootstrap": {"resamples": resamples, "seed": SEED, "unit": "question", "interval": "95 %"},
        "best_arm": best,
        "baselines": list(baselines),
        "systems": [
            _system(outcome, run.categories, baselines, resamples=resamples) for outcome in run.outcomes
        ],
        "abstention": [
            _curve(outcome.system.name, what, answerable, unanswerable, resamples=resamples)
            for outcome in run.outcomes
            if outcome.system.name in run.tested
            for what, answerable, unanswerable in _sides(outcome, run)
        ],
    }


def best_arm(outcomes: Sequence[Outcome]) -> str:
    """Returns the name of the single arm with the best nDCG@10, the first of equal ones."""
    single = [each for each in outcomes if len(each.system.arms) == 1 and each.system.reranking is None]
    return max(single, key=lambda each: float(each.scores[:, _CHOSEN_BY].mean())).system.name


def _outcome_of(run: Run, name: str) -> Outcome:
    return next(outcome for outcome in run.outcomes if outcome.system.name == name)


def _system(
    outcome: Outcome, categories: Sequence[str], baselines: Mapping[str, Outcome], *, resamples: int
) -> dict[str, Any]:
    system = outcome.system
    labels = np.array(categories)
    parts = {EVERY: np.ones(len(categories), dtype=np.bool_)}
    if len(set(categories)) > 1:
        parts |= {category: labels == category for category in sorted(set(categories))}
    return {
        "name": system.name,
        "what": system.what,
        "arms": list(system.arms),
        "fusion": system.fusion or "the library's",
        "context": system.context,
        "rerank": None if system.reranking is None else _options(system.reranking.options),
        "empty_arms": list(outcome.empty_arms),
        "notes": dict(outcome.notes),
        "latency": {
            "recall": asdict(latency(outcome.ms)),
            "with_embedding": asdict(latency(outcome.ms + outcome.embedding_ms)),
        },
        "categories": {
            name: {
                "questions": int(chosen.sum()),
                "metrics": _named(bootstrap(outcome.scores[chosen], resamples=resamples)),
            }
            for name, chosen in parts.items()
        },
        "against": {
            name: _named(paired_bootstrap(outcome.scores, baseline.scores, resamples=resamples))
            for name, baseline in baselines.items()
            if name != system.name
        },
    }


def _options(options: Any) -> dict[str, Any]:
    return {} if options is None else dict(options.to_dict())


def _named(interval: Interval) -> dict[str, dict[str, float]]:
    columns = zip(METRICS, interval.mean, interval.low, interval.high, strict=True)
    return {
        metric: {"mean": float(mean), "low": float(low), "high": float(high)}
        for metric, mean, low, high in columns
    }


def _sides(outcome: Outcome, run: Run) -> list[tuple[str, Said, Said]]:
    """What kinds of unanswerable questions there are, each with what was said of both sides."""
    sides: list[tuple[str, Said, Said]] = []
    if run.foreign is not None and outcome.foreign is not None:
        sides.append((run.foreign.what, outcome.said, outcome.foreign))
    adversarial = np.array([category == ADVERSARIAL for category in run.categories])
    if adversarial.any() and not adversarial.all():
        sides.append(
            ("adversarial questions", _part(outcome.said, ~adversarial), _part(outcome.said, adversarial))
        )
    return sides


def _part(said: Said, chosen: NDArray[np.bool_]) -> Said:
    return Said(relevance=said.relevance[chosen], abstained=said.abstained[chosen])


def _curve(system: str, what: str, answerable: Said, unanswerable: Said, *, resamples: int) -> dict[str, Any]:
    right, wrong = answerable.relevance, unanswerable.relevance
    return {
        "system": system,
        "unanswerable": what,
        "questions": {"answerable": len(right), "unanswerable": len(wrong)},
        **asdict(auc_interval(right, wrong, resamples=resamples)),
        "best": asdict(best_cut(right, wrong)),
        "default": {
            "answerable_abstained": float(answerable.abstained.mean()),
            "unanswerable_abstained": float(unanswerable.abstained.mean()),
        },
        "thresholds": [round(float(each), 4) for each in THRESHOLDS],
        "answerable_abstained": [float(each) for each in abstained(right, THRESHOLDS)],
        "unanswerable_abstained": [float(each) for each in abstained(wrong, THRESHOLDS)],
        "roc": [list(point) for point in roc(right, wrong)],
    }
