"""`recallcore quickstart`: a bank of the example conversation, eight questions, and why each answer came."""

from __future__ import annotations

import shlex
import tempfile
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from rich.text import Text

import recallcore
from recallcore.cli.options import embedder_of
from recallcore.cli.screen import Screen, printable
from recallcore.errors import InputError
from recallcore.examples import QUERY_TIME, QUESTIONS, Question, quickstart_memories
from recallcore.types import ARMS, RecallResult

_ANSWERS: Final = 6
_SHOWN: Final = 3
_WIDEST_TEXT: Final = 72


def quickstart(screen: Screen, path: Path | None, *, embedder: str | None) -> int:
    """Makes the bank, asks every question and prints what to try next."""
    folder = _folder(path)
    memories = list(quickstart_memories())
    with recallcore.open(folder, embedder=embedder_of(embedder)) as bank:
        with screen.progress("importing the example conversation", total=len(memories)) as advance:
            # One call, for the memories are linked with each other.
            retained = bank.retain(memories)
            advance(len(memories))
        for note in retained.notes:
            screen.note(note)
        screen.say(f"{len(memories)} memories in Korean and English are in a bank at {folder}")
        results = [
            bank.recall(question.text, limit=_ANSWERS, query_time=QUERY_TIME) for question in QUESTIONS
        ]
    commands = _next_commands(folder)
    if screen.json:
        screen.document(_document(folder, len(memories), results, commands))
        return 0
    for note in dict.fromkeys(note for result in results for note in result.notes):
        screen.note(note)
    for question, result in zip(QUESTIONS, results, strict=True):
        screen.result(
            Text.assemble("\n", (question.text, "bold"), (f"   {question.arm}: {question.why}", "dim"))
        )
        screen.result(answers_table(question, result))
    screen.result("\nA number is the memory's rank in that arm; a dot means that the arm did not find it.")
    screen.result("Try next:")
    for command in commands:
        screen.result(f"  {command}")
    return 0


def answers_table(question: Question, result: RecallResult) -> Table:
    """Lays out the best answers to one question with their rank in each arm."""
    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("", justify="right", width=2)
    table.add_column("memory", max_width=_WIDEST_TEXT, overflow="fold")
    for arm in ARMS:
        table.add_column(arm, justify="right", no_wrap=True, min_width=len(arm))
    for each in result.memories:
        if each.rank > _SHOWN and each.id != question.answer:
            continue
        ranks = [str(each.evidence[arm].rank) if arm in each.evidence else "·" for arm in ARMS]
        # The arm that should find it, where it did so better than the others, stands out.
        cells = [
            Text(rank, style="bold green" if arm == question.arm and each.id == question.answer else "")
            for arm, rank in zip(ARMS, ranks, strict=True)
        ]
        style = "bold" if each.id == question.answer else ""
        table.add_row(str(each.rank), Text(printable(each.text), style=style), *cells)
    return table


def _folder(path: Path | None) -> Path:
    """Returns where to make the bank: the given directory, or a new one that stays for the next commands."""
    if path is None:
        return Path(tempfile.mkdtemp(prefix="recallcore-quickstart-"))
    if path.is_dir() and any(path.iterdir()) and not (path / "memories.sqlite").exists():
        raise InputError(f"the directory is not empty and no bank: {path}")
    return path


def _next_commands(folder: Path) -> list[str]:
    bank = shlex.quote(str(folder))
    return [
        f"recallcore recall {bank} '공방에 닥친 사고들' --window 2025-06..2026-06 --trace",
        f"recallcore recall {bank} 'who brings in new customers?' --kind observation --json",
    ]


def _document(
    folder: Path, memories: int, results: list[RecallResult], commands: list[str]
) -> dict[str, Any]:
    questions = [
        {
            "question": question.text,
            "arm": question.arm,
            "why": question.why,
            "answer": question.answer,
            "result": result.to_dict(),
        }
        for question, result in zip(QUESTIONS, results, strict=True)
    ]
    return {"path": str(folder), "memories": memories, "questions": questions, "next": commands}
