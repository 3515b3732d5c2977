"""Figures as JSON and as a Markdown table, with the machine they were measured on."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import recallcore
from benches.quality.bootstrap import RESAMPLES, SEED, Interval, paired_bootstrap
from benches.quality.metrics import METRICS
from benches.quality.run import Outcome, Run
from benches.quality.systems import BASELINES

EVERY: Final = "every question"


def summary(run: Run, *, embedder: Mapping[str, Any] | None, resamples: int = RESAMPLES) -> dict[str, Any]:
    """Returns the figures of a run as JSON values: means by category, intervals against both baselines.

    Args:
        run: What was measured.
        embedder: The embedder's identity, or None without one.
        resamples: Resamples of each interval.
    """
    baselines = {outcome.system.name: outcome for outcome in run.outcomes if outcome.system in BASELINES}
    return {
        "dataset": run.dataset.name,
        "banks": len(run.dataset.banks),
        "memories": run.memories,
        "questions": len(run.categories),
        "notes": list(run.dataset.notes),
        "embedder": embedder,
        "recallcore": recallcore.__version__,
        "machine": machine(),
        "retain_seconds": round(run.retain_seconds, 3),
        "bootstrap": {"resamples": resamples, "seed": SEED, "unit": "question", "interval": "95 %"},
        "systems": [
            _system(outcome, run.categories, baselines, resamples=resamples) for outcome in run.outcomes
        ],
    }


def machine() -> dict[str, Any]:
    """Names the machine: processor, cores that this process may use, system, Python and numpy."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def markdown(figures: Mapping[str, Any]) -> str:
    """Returns the figures as a Markdown page: means, differences with intervals, and means by category."""
    lines = [
        f"# Recall quality on {figures['dataset']}",
        "",
        *_provenance(figures),
        "",
        *_table(
            ["system", *METRICS, "s", "empty arms"],
            [
                [
                    system["name"],
                    *(f"{system['categories'][EVERY]['metrics'][metric]:.4f}" for metric in METRICS),
                    f"{system['seconds']:.1f}",
                    ", ".join(system["empty_arms"]),
                ]
                for system in figures["systems"]
            ],
        ),
    ]
    for baseline in (each.name for each in BASELINES):
        bootstrap = figures["bootstrap"]
        lines += [
            "",
            f"## Difference to {baseline} alone",
            "",
            f"Mean and 95 % interval, paired bootstrap over questions, {bootstrap['resamples']} resamples.",
            "",
            *_table(
                ["system", *METRICS],
                [
                    [system["name"], *(_interval(system["against"][baseline][metric]) for metric in METRICS)]
                    for system in figures["systems"]
                    if baseline in system["against"]
                ],
            ),
        ]
    lines += _by_category(figures)
    return "\n".join(lines) + "\n"


def write(figures: Mapping[str, Any], folder: Path) -> tuple[Path, Path]:
    """Writes `<dataset>.json` and `<dataset>.md` into `folder`, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    as_json, as_markdown = (folder / f"{figures['dataset']}{suffix}" for suffix in (".json", ".md"))
    as_json.write_text(json.dumps(figures, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    as_markdown.write_text(markdown(figures), encoding="utf-8")
    return as_json, as_markdown


def _provenance(figures: Mapping[str, Any]) -> list[str]:
    where, embedder = figures["machine"], figures["embedder"]
    asked = (
        f"{figures['questions']} questions over {figures['memories']} memories in {figures['banks']} banks"
    )
    built = f"recallcore {figures['recallcore']}, embedder {embedder['name'] if embedder else 'none'}"
    hardware = f"{where['processor']}, {where['cores']} cores, {where['system']}, Python {where['python']}"
    return [
        f"{'; '.join([asked, *figures['notes']])}.",
        f"{built}. {hardware}. Retaining took {figures['retain_seconds']:.1f} s.",
    ]


def _system(
    outcome: Outcome, categories: Sequence[str], baselines: Mapping[str, Outcome], *, resamples: int
) -> dict[str, Any]:
    labels = np.array(categories)
    parts = {EVERY: np.ones(len(categories), dtype=np.bool_)}
    if len(set(categories)) > 1:
        parts |= {category: labels == category for category in sorted(set(categories))}
    return {
        "name": outcome.system.name,
        "what": outcome.system.what,
        "arms": list(outcome.system.arms),
        "seconds": round(outcome.seconds, 3),
        "empty_arms": list(outcome.empty_arms),
        "notes": list(outcome.notes),
        "categories": {
            name: {"questions": int(chosen.sum()), "metrics": _named(outcome.scores[chosen].mean(axis=0))}
            for name, chosen in parts.items()
        },
        "against": {
            name: _bounds(paired_bootstrap(outcome.scores, baseline.scores, resamples=resamples))
            for name, baseline in baselines.items()
            if name != outcome.system.name
        },
    }


def _named(values: NDArray[np.float64]) -> dict[str, float]:
    return {metric: float(value) for metric, value in zip(METRICS, values, strict=True)}


def _bounds(interval: Interval) -> dict[str, dict[str, float]]:
    columns = zip(METRICS, interval.difference, interval.low, interval.high, strict=True)
    return {
        metric: {"difference": float(difference), "low": float(low), "high": float(high)}
        for metric, difference, low, high in columns
    }


def _by_category(figures: Mapping[str, Any]) -> list[str]:
    names = [name for name in figures["systems"][0]["categories"] if name != EVERY]
    if not names:
        return []
    lines = []
    for metric in ("recall@10", "ndcg@10"):
        rows = [
            [system["name"], *(f"{system['categories'][name]['metrics'][metric]:.4f}" for name in names)]
            for system in figures["systems"]
        ]
        counts = figures["systems"][0]["categories"]
        headings = [f"{name} ({counts[name]['questions']})" for name in names]
        lines += ["", f"## {metric} by category", "", *_table(["system", *headings], rows)]
    return lines


def _interval(bounds: Mapping[str, float]) -> str:
    return f"{bounds['difference']:+.4f} [{bounds['low']:+.4f}, {bounds['high']:+.4f}]"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(head)} |",
        f"|{'|'.join(['---'] + ['---:'] * (len(head) - 1))}|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _processor() -> str:
    """Returns the processor's name; Linux keeps it where `platform` does not look."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
