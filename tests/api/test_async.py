"""The twins: the event loop goes on while the bank works, and cancelling harms nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import recallcore
from recallcore import Bank, CallableEmbedder, InputError, StorageError


class Gate:
    """An embedder's function that stops at a gate, so that a test decides how long a recall takes."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.entered = threading.Semaphore(0)
        self.threads: set[str] = set()

    def __call__(self, texts: list[str]) -> list[list[float]]:
        if texts[0].startswith("slow"):
            self.threads.add(threading.current_thread().name)
            self.entered.release()
            assert self.opened.wait(60)
        return [[1.0, float(len(text))] for text in texts]


async def gated(path: Path) -> tuple[Bank, Gate]:
    gate = Gate()
    embedder = CallableEmbedder(gate, name="gate", dimension=2)
    bank = await recallcore.aopen(path, embedder=embedder, reranker=False)
    await bank.aretain(["Minji likes tea", "The key is under the mat"])
    return bank, gate


def test_loop_beats_on_during_a_hundred_recalls(tmp_path: Path) -> None:
    async def main() -> tuple[int, int, int]:
        bank, gate = await gated(tmp_path)
        async with bank:
            recalls = [asyncio.create_task(bank.arecall(f"slow tea {place}")) for place in range(100)]
            await asyncio.to_thread(gate.entered.acquire)
            # Not one recall can end before the gate opens: whatever beats here, beats beside all of them.
            beats = 0
            for _ in range(1000):
                await asyncio.sleep(0)
                beats += 1
            ended = sum(task.done() for task in recalls)
            gate.opened.set()
            results = await asyncio.gather(*recalls)
            assert all(result.texts[0] == "Minji likes tea" for result in results)
            return beats, ended, len(gate.threads)

    beats, ended, threads = asyncio.run(main())
    assert (beats, ended) == (1000, 0)
    assert 1 <= threads <= 4


def test_cancelled_recall_frees_its_caller_and_the_bank_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        bank, gate = await gated(tmp_path)
        async with bank:
            running = asyncio.create_task(bank.arecall("slow tea"))
            await asyncio.to_thread(gate.entered.acquire)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            assert (await bank.arecall("tea")).texts[0] == "Minji likes tea"
            gate.opened.set()

    asyncio.run(main())


def test_closing_waits_for_what_runs_and_refuses_what_waits(tmp_path: Path) -> None:
    async def main() -> None:
        bank, gate = await gated(tmp_path)
        recalls = [asyncio.create_task(bank.arecall(f"slow tea {place}")) for place in range(10)]
        await asyncio.to_thread(gate.entered.acquire)
        closing = asyncio.create_task(bank.aclose())
        while not repr(bank).endswith("closed>"):  # noqa: ASYNC110  # `aclose` has no event to wait for
            await asyncio.sleep(0)
        gate.opened.set()
        await closing
        outcomes = await asyncio.gather(*recalls, return_exceptions=True)
        assert all(isinstance(outcome, recallcore.RecallResult | StorageError) for outcome in outcomes)
        assert any(isinstance(outcome, StorageError) for outcome in outcomes)
        await bank.aclose()

    asyncio.run(main())


def test_every_twin_answers_as_its_method_does(tmp_path: Path) -> None:
    async def main() -> None:
        async with await recallcore.aopen(tmp_path, embedder="hashing:64", reranker=False) as bank:
            ids = (await bank.aretain(["A storm came", "The power went out"])).ids
            await bank.alink(ids[0], ids[1], "causes")
            await bank.alink_many([recallcore.Link(source=ids[1], target=ids[0], relation="caused_by")])
            assert await bank.aget(ids[0]) == bank.get(ids[0])
            assert await bank.aget(ids) == bank.get(ids)
            assert await bank.astats() == bank.stats()
            options: dict[str, Any] = {"query_time": "2026", "limit": 1}
            assert await bank.arecall("storm", **options) == bank.recall("storm", **options)
            assert await bank.arecall_many(["storm"], **options) == bank.recall_many(["storm"], **options)
            assert [memory async for memory in bank.aiterate(batch=1)] == list(bank.iterate())
            assert await bank.areembed("hashing:32") == 2
            assert await bank.aforget(ids[0]) == (ids[0],)
            with pytest.raises(InputError, match='did you mean "limit"'):
                await bank.arecall("storm", limits=1)  # type: ignore[call-arg]  # what must fail

    asyncio.run(main())


def test_threads_share_a_bank(tmp_path: Path) -> None:
    def worker(bank: Bank, number: int) -> Callable[[], None]:
        def work() -> None:
            for place in range(10):
                mine = bank.retain(f"worker {number} wrote line {place}").id
                assert mine in bank.recall(f"worker {number} line {place}", max_tokens=100_000).ids

        return work

    with recallcore.open(tmp_path, embedder="hashing:64", reranker=False) as bank:
        failures: list[BaseException] = []

        def guarded(work: Callable[[], None]) -> None:
            try:
                work()
            except BaseException as error:  # noqa: BLE001  # told by the main thread
                failures.append(error)

        threads = [threading.Thread(target=guarded, args=(worker(bank, number),)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert bank.stats().memories == 60


@pytest.mark.parametrize(
    "elsewhere", [False, True], ids=["in a loop of its own", "in the loop of the caller"]
)
def test_reranker_may_ask_the_bank_in_its_turn_on_every_thread(tmp_path: Path, elsewhere: bool) -> None:
    loop: asyncio.AbstractEventLoop | None = None
    together = threading.Barrier(4)

    def ask(query: str, texts: list[str]) -> list[float]:
        if query != "inner":
            together.wait(60)  # all threads of the bank are taken
            if elsewhere and loop is not None:
                asyncio.run_coroutine_threadsafe(bank.arecall("inner"), loop).result(60)
            else:
                asyncio.run(asyncio.wait_for(bank.arecall("inner"), 60))
        return [0.5] * len(texts)

    async def main() -> list[int]:
        nonlocal loop
        loop = asyncio.get_running_loop()
        return [len(result) for result in await asyncio.gather(*[bank.arecall("tea") for _ in range(4)])]

    with recallcore.open(tmp_path, embedder="hashing:64", reranker=ask) as bank:
        bank.retain(["tea", "mat"])
        assert asyncio.run(main()) == [2] * 4
