"""The figures as charts that a person can read: one drawing a question, and all of them on one sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from benches.quality.summary import EVERY

# Figures are JSON values, hence `Any`.
Figures = Mapping[str, Any]
Sheet = Figure | SubFigure

# Okabe and Ito's colours, which stay apart for colour-blind eyes and in grey.
_GREY: Final = "#8c8c8c"
_BLUE: Final = "#0072b2"
_SKY: Final = "#56b4e9"
_GREEN: Final = "#009e73"
_ORANGE: Final = "#d55e00"
_INK: Final = "#222222"
_PALE: Final = "#d9d9d9"

_GROUPS: Final = {
    "one arm": _GREY,
    "arms together": _BLUE,
    "one arm left out": _GREEN,
    "texts alone, no context": _SKY,
    "with the reranker": _ORANGE,
}
_WIDTH: Final = 13.0
_ROW: Final = 0.27
# Keys are names of matplotlib's settings, values of whatever type each has, hence `Any`.
_STYLE: Final[dict[Any, Any]] = {
    "font.size": 9.5,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _PALE,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "svg.fonttype": "path",
    # Equal figures give equal bytes.
    "svg.hashsalt": "recallcore",
}


def sheet(figures: Figures) -> bytes:
    """Returns every chart below one another, with a title, as PNG."""
    with mpl.rc_context(_STYLE):
        charts = list(_charts(figures).values())
        heights = [height for height, _ in charts]
        figure = Figure(figsize=(_WIDTH, sum(heights) + 0.9), layout="constrained")
        figure.suptitle(f"Recall quality on {figures['dataset']}\n", fontsize=16, fontweight="bold")
        figure.supxlabel(_source(figures), fontsize=8, color="#555555")
        parts = figure.subfigures(len(charts), 1, height_ratios=heights, squeeze=False)
        for part, (_, draw) in zip(parts[:, 0], charts, strict=True):
            draw(part, figures)
        return _saved(figure, "png")


def pictures(figures: Figures) -> dict[str, bytes]:
    """Returns each chart by its title, as SVG."""
    made = {}
    with mpl.rc_context(_STYLE):
        for title, (height, draw) in _charts(figures).items():
            figure = Figure(figsize=(_WIDTH, height), layout="constrained")
            draw(figure, figures)
            made[title] = _saved(figure, "svg")
    return made


def _charts(figures: Figures) -> dict[str, tuple[float, Callable[[Sheet, Figures], None]]]:
    """The charts that the figures have something for, by title: the height in inches, and what draws it."""
    systems = len(figures["systems"]) * _ROW
    charts: dict[str, tuple[float, Callable[[Sheet, Figures], None]]] = {
        "Right memories on top": (systems + 1.5, _quality)
    }
    if len(figures["systems"][0]["categories"]) > 1:
        charts["By kind of question"] = (systems + 1.4, _by_category)
    charts["How long a recall takes"] = (systems + 1.4, _latency)
    if figures["abstention"]:
        charts["Knowing that it does not know"] = (3.4 * len(figures["abstention"]), _abstention)
    return charts


def _saved(figure: Figure, form: str) -> bytes:
    made = BytesIO()
    dated = {"Date": None} if form == "svg" else None
    figure.savefig(made, format=form, dpi=110, facecolor="white", metadata=dated)
    return made.getvalue()


def _source(figures: Figures) -> str:
    embedder, where = figures["embedder"], figures["machine"]
    return (
        f"{figures['questions']} questions, {figures['memories']} memories, {figures['banks']} banks · "
        f"recallcore {figures['recallcore']} · embedder {embedder['name'] if embedder else 'none'} · "
        f"reranker {figures['reranker'] or 'none'} · {where['processor']}, {where['cores']} cores"
    )


def group_of(system: Mapping[str, Any]) -> str:
    """Returns which of the coloured groups a system belongs to."""
    if system["rerank"] is not None:
        return "with the reranker"
    if not system["context"]:
        return "texts alone, no context"
    if len(system["arms"]) == 1:
        return "one arm"
    return "one arm left out" if system["name"].startswith("without-") else "arms together"


def _quality(figure: Sheet, figures: Figures) -> None:
    left, right = figure.subplots(1, 2, sharey=True)
    _bars(left, figures, metric="ndcg@10", title="nDCG@10, with 95 % intervals")
    _bars(right, figures, metric="recall@10", title="Recall@10, with 95 % intervals")
    present = dict.fromkeys(group_of(system) for system in figures["systems"])
    for group in _GROUPS:
        if group in present:
            left.barh([0], [0], color=_GROUPS[group], label=group)
    figure.legend(loc="outside lower center", ncols=len(_GROUPS), frameon=False)


def _bars(axes: Axes, figures: Figures, *, metric: str, title: str) -> None:
    systems = figures["systems"]
    bounds = [system["categories"][EVERY]["metrics"][metric] for system in systems]
    places = np.arange(len(systems))
    means = np.array([each["mean"] for each in bounds])
    reach = np.array([[each["mean"] - each["low"], each["high"] - each["mean"]] for each in bounds]).T
    axes.barh(
        places,
        means,
        height=0.68,
        color=[_GROUPS[group_of(system)] for system in systems],
        xerr=np.maximum(reach, 0.0),
        error_kw={"ecolor": _INK, "elinewidth": 1.0, "capsize": 2},
    )
    best = next(place for place, system in enumerate(systems) if system["name"] == figures["best_arm"])
    axes.axvline(means[best], color=_INK, linewidth=0.9, linestyle=(0, (4, 3)))
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    for place, each in enumerate(bounds):
        axes.text(each["high"] + 0.012, place, _short(each["mean"]), va="center", fontsize=9, bbox=paper)
    axes.set_title(title)
    axes.set_xlim(0, min(1.12, max(each["high"] for each in bounds) + 0.1))
    axes.set_xlabel(f"{metric}   (dashed: the best single arm, {figures['best_arm']})")
    _name_rows(axes, systems)


def _by_category(figure: Sheet, figures: Figures) -> None:
    for axes, metric, title in zip(
        figure.subplots(1, 2, sharey=True),
        ("ndcg@10", "recall@10"),
        ("nDCG@10 by kind of question", "Recall@10 by kind of question"),
        strict=True,
    ):
        _heat(axes, figures, metric=metric, title=title)


def _heat(axes: Axes, figures: Figures, *, metric: str, title: str) -> None:
    systems = figures["systems"]
    counts = systems[0]["categories"]
    names = [name for name in counts if name != EVERY]
    cells = np.array(
        [[system["categories"][name]["metrics"][metric]["mean"] for name in names] for system in systems]
    )
    axes.imshow(cells, cmap="Blues", vmin=0.0, vmax=1.0, aspect="auto")
    best = cells.max(axis=0)
    for (row, column), value in np.ndenumerate(cells):
        axes.text(
            column,
            row,
            _short(value),
            ha="center",
            va="center",
            fontsize=9,
            fontweight="bold" if value == best[column] else "normal",
            color="white" if value > 0.55 else _INK,
        )
    axes.set_xticks(range(len(names)), [f"{name}\n({counts[name]['questions']})" for name in names])
    axes.tick_params(length=0)
    axes.set_title(title)
    axes.set_xlabel("kind (questions); bold is the best of a column")
    _name_rows(axes, systems)


def _latency(figure: Sheet, figures: Figures) -> None:
    systems = figures["systems"]
    for axes, form, title in zip(
        figure.subplots(1, 2, sharey=True, sharex=True),
        ("recall", "with_embedding"),
        ("Whole recalls, the query's vector remembered", "Whole recalls with embedding the query"),
        strict=True,
    ):
        times = [system["latency"][form] for system in systems]
        for place, (system, each) in enumerate(zip(systems, times, strict=True)):
            colour = _GROUPS[group_of(system)]
            axes.plot([each["p50_ms"], each["p95_ms"]], [place, place], color=colour, linewidth=3, alpha=0.5)
            axes.plot([each["p50_ms"]], [place], "o", color=colour, markersize=6)
            axes.plot([each["p95_ms"]], [place], "|", color=colour, markersize=9, markeredgewidth=2)
            label = f"  {_ms(each['p50_ms'])} · {_ms(each['p95_ms'])}"
            axes.text(each["p95_ms"], place, label, va="center", fontsize=9)
        axes.set_xscale("log")
        axes.set_xlim(
            min(system["latency"]["recall"]["p50_ms"] for system in systems) / 1.4,
            max(system["latency"]["with_embedding"]["p95_ms"] for system in systems) * 6,
        )
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_title(title)
        axes.set_xlabel("milliseconds a recall, one caller, log scale; dot p50, tick p95")
        _name_rows(axes, systems)


def _abstention(figure: Sheet, figures: Figures) -> None:
    curves = figures["abstention"]
    rows = figure.subplots(len(curves), 2, squeeze=False, width_ratios=[2, 1])
    for (left, right), curve in zip(rows, curves, strict=True):
        _shares(left, curve)
        _roc(right, curve)


def _shares(axes: Axes, curve: Mapping[str, Any]) -> None:
    thresholds = curve["thresholds"]
    sides: Sequence[tuple[str, str, str]] = (
        ("unanswerable", _ORANGE, "--"),
        ("answerable", _BLUE, "-"),
    )
    for side, colour, line in sides:
        shares = 100 * np.array(curve[f"{side}_abstained"])
        count = curve["questions"][side]
        by_default = curve["default"][f"{side}_abstained"]
        label = f"{side} ({count} questions), {by_default:.0%} abstain by default"
        axes.plot(thresholds, shares, line, color=colour, linewidth=2, label=label)
    axes.fill_between(
        thresholds,
        100 * np.array(curve["answerable_abstained"]),
        100 * np.array(curve["unanswerable_abstained"]),
        color=_PALE,
        alpha=0.4,
        linewidth=0,
    )
    best = curve["best"]
    axes.axvline(
        best["threshold"],
        color=_INK,
        linewidth=0.9,
        linestyle=(0, (4, 3)),
        label=f"best threshold {best['threshold']:.2f}, balanced accuracy {best['balanced_accuracy']:.2f}",
    )
    axes.set_title(f"{curve['system']}: answerable against {curve['unanswerable']}")
    axes.set_xlabel("threshold of relevance")
    axes.set_ylabel("% of recalls that abstain")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 101)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)


def _roc(axes: Axes, curve: Mapping[str, Any]) -> None:
    wrong, right = 100 * np.array(curve["roc"]).T
    axes.plot([0, 100], [0, 100], color=_GREY, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.plot(wrong, right, color=_BLUE, linewidth=2)
    axes.fill_between(wrong, 0, right, color=_SKY, alpha=0.25, linewidth=0)
    axes.text(
        96,
        8,
        f"AUC {_short(curve['auc'])}\n[{_short(curve['low'])}, {_short(curve['high'])}]",
        ha="right",
        fontsize=11,
        fontweight="bold",
    )
    axes.set_title("ROC")
    axes.set_xlabel("% of unanswerable answered")
    axes.set_ylabel("% of answerable answered")
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 101)
    axes.set_box_aspect(1)


def _name_rows(axes: Axes, systems: Sequence[Mapping[str, Any]]) -> None:
    axes.set_yticks(range(len(systems)), [system["name"] for system in systems])
    axes.set_ylim(len(systems) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _ms(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"
