"""The commands as typer sees them: arguments, help and nothing else; the work is in the modules beside it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from recallcore.cli import (
    banks,
    configuring,
    doctoring,
    explaining,
    importing,
    modelling,
    quickstarting,
    recalling,
)
from recallcore.cli.options import (
    BankPath,
    Boosts,
    BudgetOption,
    Debug,
    Document,
    EmbedderName,
    FormatChoice,
    Json,
    Kinds,
    Limit,
    MaxTokens,
    MinScores,
    ModelFile,
    Now,
    PreferObservations,
    Query,
    ReadTime,
    Rerank,
    RerankerName,
    Since,
    Tags,
    TagsMatchChoice,
    TagsMatchOption,
    Until,
    Window,
    Zone,
)
from recallcore.cli.screen import Screen

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


models = typer.Typer(rich_markup_mode=None, help="List the models on this machine, or add one.")
app.add_typer(models, name="models")


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
    context_turns: Annotated[
        int | None,
        typer.Option(
            "--context-turns",
            metavar="N",
            min=0,
            help="How many turns before a turn of a LoCoMo file are its context (2).",
        ),
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
        context_turns=context_turns,
        embedder=embedder,
    )


@app.command()
def recall(
    context: typer.Context,
    *,
    path: BankPath,
    query: Query,
    max_tokens: MaxTokens = None,
    limit: Limit = None,
    budget: BudgetOption = None,
    tags: Tags = None,
    tags_match: TagsMatchOption = TagsMatchChoice.ANY_STRICT,
    kinds: Kinds = None,
    since: Since = None,
    until: Until = None,
    window: Window = None,
    read_time: ReadTime = None,
    tz: Zone = None,
    now: Now = None,
    min_scores: MinScores = None,
    boosts: Boosts = None,
    prefer_observations: PreferObservations = None,
    reranker: RerankerName = None,
    rerank: Rerank = None,
    prompt: Annotated[bool, typer.Option("--prompt", help="Print text to put before a model.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Say what each stage did.")] = False,
    embedder: EmbedderName = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Recall the memories that belong to a query, best first, with the evidence for each."""
    screen = _screen(context, json=json, debug=debug)
    return recalling.recall(screen, path, _request(context), embedder=embedder, prompt=prompt, trace=trace)


@app.command()
def explain(
    context: typer.Context,
    *,
    path: BankPath,
    query: Query,
    memory: Annotated[str, typer.Argument(metavar="ID", help="The memory to explain.")],
    max_tokens: MaxTokens = None,
    limit: Limit = None,
    budget: BudgetOption = None,
    tags: Tags = None,
    tags_match: TagsMatchOption = TagsMatchChoice.ANY_STRICT,
    kinds: Kinds = None,
    since: Since = None,
    until: Until = None,
    window: Window = None,
    read_time: ReadTime = None,
    tz: Zone = None,
    now: Now = None,
    min_scores: MinScores = None,
    boosts: Boosts = None,
    prefer_observations: PreferObservations = None,
    reranker: RerankerName = None,
    rerank: Rerank = None,
    embedder: EmbedderName = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Say why a query recalls a memory, or why not and where it falls out."""
    screen = _screen(context, json=json, debug=debug)
    return explaining.explain(screen, path, _request(context), memory, embedder=embedder)


@app.command()
def settings(
    context: typer.Context,
    *,
    path: BankPath,
    changes: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="What to change; NAME= leaves it to the library."),
    ] = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Show what a bank keeps for every recall, or change it.

    A value is JSON, or a word: budget=low, rerank_depth=100, 'boosts={"graph": "high"}'.
    """
    return configuring.settings(_screen(context, json=json, debug=debug), path, changes or [])


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
def optimize(context: typer.Context, *, path: BankPath, json: Json = False, debug: Debug = False) -> int:
    """Fold a bank's indexes into files, so that it opens in moments.

    A bank that stays open does so by itself when a quarter of it is new.
    """
    return banks.optimize(_screen(context, json=json, debug=debug), path)


@app.command()
def doctor(
    context: typer.Context,
    *,
    path: Annotated[Path | None, typer.Argument(metavar="[PATH]", help="The bank to look at.")] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Make a damaged index anew.")] = False,
    salvage: Annotated[
        Path | None,
        typer.Option("--salvage", metavar="FILE", help="Write what can be read of a damaged bank, as JSONL."),
    ] = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Say what is installed and whether a bank is whole.

    Nothing is changed without --repair, and memories never are. What --salvage writes, `import` reads.
    """
    screen = _screen(context, json=json, debug=debug)
    return doctoring.doctor(screen, path, repair=repair, salvage=salvage)


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


@models.command("list")
def models_list(context: typer.Context, *, json: Json = False, debug: Debug = False) -> int:
    """List the models that can be used by name."""
    return modelling.list_models(_screen(context, json=json, debug=debug))


@models.command("add")
def models_add(
    context: typer.Context,
    *,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The directory of an ONNX model.")],
    name: Annotated[str | None, typer.Option("--name", help="What finds it; default: its own name.")] = None,
    file: ModelFile = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Copy an embedder or a reranker to the models that can be used by name, once it is seen to work."""
    return modelling.add(_screen(context, json=json, debug=debug), directory, name=name, file=file)


@models.command("pull")
def models_pull(
    context: typer.Context,
    *,
    repository: Annotated[str, typer.Argument(metavar="NAME", help="As the hub has it: owner/model.")],
    revision: Annotated[
        str | None, typer.Option("--revision", help="A branch, tag or commit; default: the newest.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="What finds it; default: the model's part of NAME.")
    ] = None,
    file: ModelFile = None,
    json: Json = False,
    debug: Debug = False,
) -> int:
    """Fetch a model with ONNX files from the Hugging Face hub and add it.

    No other command uses the network.
    """
    screen = _screen(context, json=json, debug=debug)
    return modelling.pull(screen, repository, revision=revision, name=name, file=file)


def _request(context: typer.Context) -> recalling.Request:
    """Returns what the options that `recall` and `explain` share say, which typer puts into the context."""
    said = {each.name: context.params[each.name] for each in fields(recalling.Request)}
    return recalling.Request(**said)


def _screen(context: typer.Context, *, json: bool, debug: bool) -> Screen:
    """Returns the process's screen; a flag counts wherever it stands, before the command or after it."""
    screen = context.ensure_object(Screen)
    screen.json |= json
    screen.debug |= debug
    return screen
