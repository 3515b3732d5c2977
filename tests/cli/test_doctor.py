"""`recallcore doctor`."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import recallcore
from recallcore.cli import main


def filled(home: Path, count: int = 300) -> None:
    with recallcore.open(home, embedder="hashing", reranker=False) as bank:
        bank.retain(
            [{"id": f"m{n}", "text": f"Person {n} likes tea", "tags": [f"t{n}"]} for n in range(count)]
        )


def test_doctor_tells_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["installed"]
    assert found["recallcore"] == recallcore.__version__
    assert {"python", "numpy", "onnxruntime", "embedders"} <= found.keys()
    assert main(["doctor"]) == 0
    assert f"recallcore         {recallcore.__version__}" in capsys.readouterr().out


def test_doctor_finds_and_repairs_a_damaged_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(tmp_path)
    assert main(["optimize", str(tmp_path)]) == 0
    assert main(["doctor", str(tmp_path)]) == 0
    assert "the bank is whole" in capsys.readouterr().out
    (folder,) = (tmp_path / "index").iterdir()
    (folder / "filter").unlink()
    assert main(["doctor", str(tmp_path)]) == 4
    captured = capsys.readouterr()
    assert "damaged: index" in captured.out
    assert "error: the bank is damaged" in captured.err
    assert main(["doctor", str(tmp_path), "--repair"]) == 0
    assert "repaired" in capsys.readouterr().out
    assert main(["doctor", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bank"]["ok"] is True


def test_what_is_salvaged_can_be_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(tmp_path / "bank")
    path = tmp_path / "bank" / "memories.sqlite"
    content = bytearray(path.read_bytes())
    found = content.find(b"Person 150 likes tea")
    page = found // 4096
    content[page * 4096 : (page + 1) * 4096] = random.Random(1).randbytes(4096)
    path.write_bytes(content)
    assert main(["doctor", str(tmp_path / "bank")]) == 4
    assert "--salvage" in capsys.readouterr().err
    out = tmp_path / "out.jsonl"
    assert main(["doctor", str(tmp_path / "bank"), "--salvage", str(out), "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert counts["salvaged"] + counts["lost"] == 300
    assert 250 < counts["salvaged"] < 300
    assert path.read_bytes() == bytes(content)
    assert main(["import", str(tmp_path / "new"), str(out)]) == 0
    with recallcore.open(tmp_path / "new", create=False) as bank:
        assert bank.stats().memories == counts["salvaged"]
        memory = bank.get("m3")
        assert memory is not None
        assert (memory.text, memory.tags) == ("Person 3 likes tea", ("t3",))
    assert main(["doctor", str(tmp_path / "bank"), "--salvage", str(out)]) == 3


def test_nothing_can_be_salvaged_from_no_bank(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "memories.sqlite").write_bytes(random.Random(2).randbytes(20_000))
    out = tmp_path / "out.jsonl"
    assert main(["doctor", str(tmp_path), "--salvage", str(out)]) == 4
    assert "damaged" in capsys.readouterr().err
    assert not out.exists()
    assert main(["doctor", str(tmp_path / "nowhere")]) == 3
    assert main(["doctor", "--repair"]) == 3
