"""The figures as a Markdown page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from benches.quality.metrics import METRICS
from benches.quality.summary import EVERY, SIDES

_MILLISECONDS: Final = (
    "Milliseconds are of whole recalls by one caller, the query's vector remembered; with embedding, "
    "p50 / p95 with what embedding that query alone took."
)
_CURVES: Final = (
    "How well the relevance of a result tells answerable questions from unanswerable ones: the area under "
    "the ROC curve with its 95 % interval, and the threshold of the best balanced accuracy. The last column "
    "is the share of answerable / unanswerable questions that abstain by default."
)

# Figures are JSON values, hence `Any`.
Figures = Mapping[str, Any]


def markdown(figures: Figures) -> str:
    """Returns the page: means with latency, differences with intervals, categories, and abstention."""
    lines = [f"# Recall quality on {figures['dataset']}", "", *provenance(figures)]
    lines += [
        "",
        *_table(["system", *METRICS, "p50 ms", "p95 ms", "with embedding", "empty arms"], _means(figures)),
    ]
    lines += ["", _MILLISECONDS]
    for baseline in figures["baselines"]:
        lines += _against(figures, baseline)
    lines += _by_category(figures)
    lines += _abstention(figures)
    lines += ["", "## Systems", "", *(f"- `{each['name']}`: {each['what']}." for each in figures["systems"])]
    lines += _notes(figures)
    return "\n".join(lines) + "\n"


def provenance(figures: Figures) -> list[str]:
    """Returns what was measured with what, and where, a paragraph a line."""
    where, embedder = figures["machine"], figures["embedder"]
    asked = (
        f"{figures['questions']} questions over {figures['memories']} memories in {figures['banks']} banks"
    )
    built = (
        f"recallcore {figures['recallcore']}, embedder {embedder['name'] if embedder else 'none'}, "
        f"reranker {figures['reranker'] or 'none'}"
    )
    hardware = f"{where['processor']}, {where['cores']} cores, {where['system']}, Python {where['python']}"
    load = "" if where["load"] is None else f", load {where['load']} at the end"
    return [
        f"{'; '.join([asked, *figures['notes']])}.",
        "",
        f"{built}. {hardware}{load}. Retaining took {figures['retain_seconds']:.1f} s.",
    ]


def _means(figures: Figures) -> list[list[str]]:
    rows = []
    for system in figures["systems"]:
        recall, whole = system["latency"]["recall"], system["latency"]["with_embedding"]
        metrics = system["categories"][EVERY]["metrics"]
        rows.append(
            [
                system["name"],
                *(f"{metrics[metric]['mean']:.4f}" for metric in METRICS),
                f"{recall['p50_ms']:.1f}",
                f"{recall['p95_ms']:.1f}",
                f"{whole['p50_ms']:.1f} / {whole['p95_ms']:.1f}",
                ", ".join(system["empty_arms"]),
            ]
        )
    return rows


def _against(figures: Figures, baseline: str) -> list[str]:
    resamples = figures["bootstrap"]["resamples"]
    name = f"the best single arm, {baseline}" if baseline == figures["best_arm"] else f"{baseline} alone"
    return [
        "",
        f"## Difference to {name}",
        "",
        f"Mean and 95 % interval, paired bootstrap over questions, {resamples} resamples.",
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


def _by_category(figures: Figures) -> list[str]:
    names = [name for name in figures["systems"][0]["categories"] if name != EVERY]
    if not names:
        return []
    lines = []
    for metric in ("recall@10", "ndcg@10"):
        rows = [
            [
                system["name"],
                *(f"{system['categories'][name]['metrics'][metric]['mean']:.4f}" for name in names),
            ]
            for system in figures["systems"]
        ]
        counts = figures["systems"][0]["categories"]
        headings = [f"{name} ({counts[name]['questions']})" for name in names]
        lines += ["", f"## {metric} by category", "", *_table(["system", *headings], rows)]
    return lines


def _abstention(figures: Figures) -> list[str]:
    if not figures["abstention"]:
        return []
    head = ["system", "unanswerable", "questions", "AUC", "best threshold", "balanced accuracy"]
    rows = [
        [
            curve["system"],
            curve["unanswerable"],
            " / ".join(str(curve["questions"][side]) for side in SIDES),
            f"{curve['auc']:.4f} [{curve['low']:.4f}, {curve['high']:.4f}]",
            f"{curve['best']['threshold']:.3f}",
            f"{curve['best']['balanced_accuracy']:.4f}",
            " / ".join(f"{curve['default'][f'{side}_abstained']:.1%}" for side in SIDES),
        ]
        for curve in figures["abstention"]
    ]
    return [
        "",
        "## Knowing that it does not know",
        "",
        _CURVES,
        "",
        *_table([*head, "abstain by default"], rows),
    ]


def _notes(figures: Figures) -> list[str]:
    noted = [
        f"- `{each['name']}`, {count} recalls: {note}"
        for each in figures["systems"]
        for note, count in each["notes"].items()
    ]
    return ["", "## Notes of the recalls", "", *noted] if noted else []


def _interval(bounds: Mapping[str, float]) -> str:
    return f"{bounds['mean']:+.4f} [{bounds['low']:+.4f}, {bounds['high']:+.4f}]"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(head)} |",
        f"|{'|'.join(['---'] + ['---:'] * (len(head) - 1))}|",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
