"""The commands as typer sees them: arguments, help and nothing else; the work is in the modules beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from recallcore.cli import banks, importing, quickstarting, recalling
from recallcore.cli.options import (
    BankPath,
    Budget,
    Debug,
    Document,
    EmbedderName,
    FormatChoice,
    Json,
    Kinds,
    Tags,
    TagsMatchChoice,
    TagsMatchOption,
)
from recallcore.cli.screen import Screen

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Keeps an agent's memories in a directory and recalls the ones that matter, offline."""
    screen = _screen(context, json=json, debug=debug)
    if version:
        banks.version(screen)
        raise typer.Exit


@app.command()
def init(
    context: typer.Context,
    *,
    path: BankPath,
    embedder: EmbedderName = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Make an empty bank (a bank that is there already is left as it is)."""
    return banks.init(_screen(context, json=json, debug=debug), path, embedder=embedder)


@app.command("import")
def import_(
    context: typer.Context,
    *,
    path: BankPath,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The files to read.")],
    format_: Annotated[
        FormatChoice, typer.Option("--format", help="The files' format; auto goes by the suffix.")
    ] = FormatChoice.AUTO,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Skip lines of JSONL that are no memories, and name them.")
    ] = False,
    conversation: Annotated[
        str | None,
        typer.Option("--conversation", metavar="ID", help="Only this conversation of a LoCoMo file."),
    ] = None,
    embedder: EmbedderName = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Read files into a bank, which is made if it is not there.

    Formats: jsonl (a memory a line), locomo (a conversation file), text and markdown (a memory a paragraph).
    Every file is read to its end before the first memory is written.
    """
    return importing.import_files(
        _screen(context, json=json, debug=debug),
        path,
        files,
        choice=format_,
        skip_bad=skip_bad,
        conversation=conversation,
        embedder=embedder,
    )


@app.command()
def recall(
    context: typer.Context,
    *,
    path: BankPath,
    query: Annotated[str, typer.Argument(help="What to look for, in any words.")],
    max_tokens: Annotated[
        int | None,
        typer.Option("--max-tokens", help="The budget for the texts; default: the bank's, or 4096."),
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", help="The most memories to return.")] = None,
    budget: Annotated[
        Budget | None, typer.Option("--budget", help="How deep each arm looks; default: the bank's, or mid.")
    ] = None,
    tags: Tags = None,
    tags_match: TagsMatchOption = TagsMatchChoice.ANY_STRICT,
    kinds: Kinds = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="First moment of the time window.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="First moment after the time window.")
    ] = None,
    window: Annotated[
        str | None,
        typer.Option("--window", metavar="START..END", help="The time window at once; 2026-04 is all April."),
    ] = None,
    now: Annotated[
        str | None, typer.Option("--now", metavar="DATE", help="What now means for this query.")
    ] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Say what each stage did.")] = False,
    embedder: EmbedderName = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Recall the memories that belong to a query, best first, with the evidence for each."""
    request = recalling.Request(
        query=query,
        max_tokens=max_tokens,
        limit=limit,
        budget=None if budget is None else budget.value,
        tags=tags,
        tags_match=tags_match.value,
        kinds=None if kinds is None else [kind.value for kind in kinds],
        since=since,
        until=until,
        window=window,
        now=now,
        trace=trace,
    )
    return recalling.recall(_screen(context, json=json, debug=debug), path, request, embedder=embedder)


@app.command()
def show(
    context: typer.Context,
    *,
    path: BankPath,
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="The memories to show.")] = None,
    tags: Tags = None,
    tags_match: TagsMatchOption = TagsMatchChoice.ANY_STRICT,
    kinds: Kinds = None,
    document: Document = None,
    limit: Annotated[int | None, typer.Option("--limit", help="Stop after so many.")] = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Show memories by id, or list the bank's in the order they came in.

    With --json each memory is a line that `import` reads back.
    """
    where = banks.Where(
        tags=tags,
        tags_match=tags_match.value,
        kinds=None if kinds is None else [kind.value for kind in kinds],
        document=document,
    )
    return banks.show(_screen(context, json=json, debug=debug), path, ids or [], where=where, limit=limit)


@app.command()
def forget(
    context: typer.Context,
    *,
    path: BankPath,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="The memories to forget.")
    ] = None,
    tags: Tags = None,
    tags_match: TagsMatchOption = TagsMatchChoice.ANY_STRICT,
    kinds: Kinds = None,
    document: Document = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Forget memories by id, or all that match a filter (asks first); there is no way back."""
    where = banks.Where(
        tags=tags,
        tags_match=tags_match.value,
        kinds=None if kinds is None else [kind.value for kind in kinds],
        document=document,
    )
    return banks.forget(_screen(context, json=json, debug=debug), path, ids or [], where=where, yes=yes)


@app.command()
def stats(context: typer.Context, *, path: BankPath, json: Json = False, debug: Debug = False) -> int:
    """Count what a bank holds."""
    return banks.stats(_screen(context, json=json, debug=debug), path)


@app.command()
def quickstart(
    context: typer.Context,
    *,
    path: Annotated[
        Path | None,
        typer.Option("--path", metavar="DIR", help="Where to make the bank; default: a new folder."),
    ] = None,
    embedder: EmbedderName = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Make a bank of an example conversation in Korean and English and ask it eight questions."""
    return quickstarting.quickstart(_screen(context, json=json, debug=debug), path, embedder=embedder)


def _screen(context: typer.Context, *, json: bool, debug: bool) -> Screen:
    """Returns the process's screen; a flag counts wherever it stands, before the command or after it."""
    screen = context.ensure_object(Screen)
    screen.json |= json
    screen.debug |= debug
    return screen
