"""The tables of `recall --trace`: the arms, the reranker, how scores came about, and where the time went."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from recallcore.cli.screen import printable
from recallcore.types import ARMS, RecallResult, RerankReport, RerankWork, StageTime, Trace


def tables_of(result: RecallResult, trace: Trace) -> tuple[Table, ...]:
    """Lays out what a trace says, in the order in which it is read."""
    return (
        arms_table(result),
        reranker_table(trace.rerank),
        multipliers_table(trace),
        stages_table(trace.stages),
    )


def arms_table(result: RecallResult) -> Table:
    """Lays out what each arm did."""
    table = _table("arm", "state", "found", "ms", "why")
    for arm in ARMS:
        if arm in result.arms:
            report = result.arms[arm]
            milliseconds = "" if report.micros is None else _milliseconds(report.micros)
            table.add_row(arm, report.state, str(report.found), milliseconds, report.reason or "")
    return table


def reranker_table(report: RerankReport) -> Table:
    """Lays out what the reranker did and what that cost, and why it ended or did not run."""
    table = _table("reranker", "scored", "unscored", "batches", "padding", "remembered", "breaker", "why")
    table.add_row(
        Text(printable(report.name or "none")),
        str(report.scored),
        str(report.unscored),
        *_costs(report.work),
        report.breaker or "",
        report.ended or report.reason,
    )
    return table


def multipliers_table(trace: Trace) -> Table:
    """Lays out how the score of each memory that was kept came about."""
    table = _table("rank", "id", "fused", "rerank", "recency", "proximity", "proof", "boost", "combined")
    for column in table.columns:
        column.justify = "left" if column.header == "id" else "right"
    for each in trace.pool:
        if each.decision == "kept":
            table.add_row(
                f"{each.rank} ({each.rank_change:+d})" if each.rank_change else str(each.rank),
                Text(printable(each.id)),
                f"{each.fused:.4f}",
                "" if each.rerank is None else f"{each.rerank:.3f}",
                f"×{each.recency_factor:.3f}",
                f"×{each.proximity_factor:.3f}",
                f"×{each.proof_factor:.3f}",
                f"+{each.strategy_boost:.3f}",
                f"{each.combined:.4f}",
            )
    return table


def stages_table(stages: tuple[StageTime, ...]) -> Table:
    """Lays out how long each stage took."""
    table = _table("stage", "ms")
    for each in stages:
        table.add_row(each.stage, _milliseconds(each.micros))
    return table


def _table(*columns: str) -> Table:
    return Table(*columns, box=None, header_style="bold", pad_edge=False)


def _costs(work: RerankWork | None) -> tuple[str, str, str]:
    """Batches, the share of padding, and what was remembered; nothing where nobody counts."""
    if work is None:
        return "", "", ""
    return str(work.batches), f"{work.waste:.0%}" if work.tokens else "", str(work.cached)


def _milliseconds(micros: int) -> str:
    return f"{micros / 1000:.2f}"
