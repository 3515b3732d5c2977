"""Thresholds are quantiles of unrelated pairs, whatever range an embedder's cosines lie in."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from recallcore.embed import (
    CallableEmbedder,
    EmbedderIdentity,
    HashingEmbedder,
    Precomputed,
    Thresholds,
    fit,
    fit_from_vectors,
)
from recallcore.embed.probes import PROBES
from recallcore.embed.thresholds import FEWEST_VECTORS, REFERENCE
from recallcore.errors import ConfigError, InputError, ModelError


def narrow_cone(texts: list[str]) -> NDArray[np.float32]:
    """Like e5: every text points the same way, give or take a little."""
    return HashingEmbedder(dimension=256).embed(texts, role="passage").vectors * 0.5 + 1 / 16


def hangul_blind(texts: list[str]) -> NDArray[np.float32]:
    """Like an English model: whatever it cannot read looks the same."""
    readable = ["".join(character if character.isascii() else "#" for character in text) for text in texts]
    letters = HashingEmbedder(dimension=256).embed(readable, role="passage").vectors
    return np.where([[text.count("#") > len(text) / 3] for text in readable], np.float32(1), letters)


def test_probes_are_many_topics_each_said_once() -> None:
    texts = [text for pair in PROBES for text in pair]
    assert len(texts) == len(set(texts)) == 96
    korean = sum(any("가" <= character <= "힣" for character in other) for _, other in PROBES)
    assert korean >= len(PROBES) // 2


def test_thresholds_move_with_the_range_of_the_cosines() -> None:
    wide = fit(HashingEmbedder(dimension=256))
    narrow = fit(CallableEmbedder(narrow_cone, name="narrow"))
    assert wide.link < 0.7
    assert narrow.temporal > 0.75
    assert narrow.link < 1.0


def test_language_that_the_model_cannot_read_does_not_raise_them() -> None:
    blind = fit(CallableEmbedder(hangul_blind, name="blind"))
    assert blind.link < 0.8
    assert blind.seed < blind.link


def test_fit_from_vectors_gives_the_quantiles_of_their_pairs() -> None:
    vectors = np.random.default_rng(3).normal(size=(60, 12)) * 7.0
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = [float(units[i] @ units[j]) for i in range(60) for j in range(60) if i != j]
    fitted = fit_from_vectors(vectors)
    assert fitted.link == pytest.approx(np.quantile(cosines, 0.995), abs=1e-4)
    assert fitted.seed == pytest.approx(np.quantile(cosines, 0.90), abs=1e-4)
    assert fitted.temporal == pytest.approx(np.quantile(cosines, 0.50), abs=1e-4)


def test_many_vectors_are_sampled_evenly() -> None:
    vectors = np.random.default_rng(4).normal(size=(3000, 24))
    sampled, every_fourth = fit_from_vectors(vectors), fit_from_vectors(vectors[::6])
    assert sampled.link == pytest.approx(every_fourth.link, abs=0.05)


def test_few_vectors_give_the_reference() -> None:
    assert fit_from_vectors(np.eye(FEWEST_VECTORS - 1)) == REFERENCE
    assert fit_from_vectors(np.zeros((0, 5))) == REFERENCE
    assert fit_from_vectors(np.eye(FEWEST_VECTORS)) != REFERENCE


def test_equal_vectors_give_thresholds_in_order() -> None:
    fitted = fit_from_vectors(np.ones((FEWEST_VECTORS, 3)))
    assert fitted == Thresholds(seed=1.0, link=1.0, temporal=1.0)


def test_vectors_without_direction_are_refused() -> None:
    with pytest.raises(ModelError, match="zero vector"):
        fit_from_vectors(np.zeros((FEWEST_VECTORS, 3)))


def test_fitting_happens_once_for_all_threads() -> None:
    calls: list[int] = []
    lock = threading.Lock()

    def counted(texts: list[str]) -> NDArray[np.float32]:
        with lock:
            calls.append(len(texts))
        return narrow_cone(texts)

    embedder = CallableEmbedder(counted, name="counted", dimension=256)
    with ThreadPoolExecutor(max_workers=4) as pool:
        found = list(pool.map(lambda _: embedder.thresholds(), range(8)))
    assert len(set(found)) == 1
    assert sum(calls) == 2 * 96


def test_precomputed_says_how_to_pass_vectors() -> None:
    embedder = Precomputed(name="ada", dimension=3, revision="2")
    with pytest.raises(InputError, match=r"'ada' is precomputed.*vector.*3 dimensions"):
        embedder.embed(["a"], role="passage")
    with pytest.raises(InputError, match="recall"):
        embedder.embed(["a"], role="query")
    assert embedder.thresholds() == REFERENCE
    vectors = np.random.default_rng(5).normal(size=(40, 3))
    assert embedder.thresholds_from(vectors) == fit_from_vectors(vectors)
    known = Thresholds(seed=0.2, link=0.4, temporal=0.0)
    assert Precomputed(name="ada", dimension=3, thresholds=known).thresholds_from(vectors) == known


@pytest.mark.parametrize(
    "values", [(0.5, 0.4, 0.1), (0.3, 0.7, 0.35), (0.3, 1.2, 0.1), (float("nan"), 0.7, 0.1)]
)
def test_thresholds_out_of_order_are_refused(values: tuple[float, float, float]) -> None:
    seed, link, temporal = values
    with pytest.raises(ConfigError, match="temporal <= seed <= link"):
        Thresholds(seed=seed, link=link, temporal=temporal)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"dimension": 3}, "lacks name"),
        ({"name": "a"}, "lacks dimension"),
        ({"name": "a", "dimension": "3"}, "dimension must be int, got str"),
        ({"name": "a", "dimension": True}, "dimension must be int, got bool"),
        ({"name": 1, "dimension": 3}, "name must be str, got int"),
        ({"name": "", "dimension": 3}, "name is empty"),
        ({"name": "a", "dimension": 0}, "at least 1"),
    ],
)
def test_stored_identity_is_checked(record: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        EmbedderIdentity.from_json(record)


def test_identity_and_thresholds_survive_json() -> None:
    identity = EmbedderIdentity(name="a", revision="1", dimension=3, query_prefix="q: ", pooling="mean")
    assert EmbedderIdentity.from_json({**identity.to_json(), "later": 1}) == identity
    assert Thresholds.from_json(REFERENCE.to_json()) == REFERENCE
    with pytest.raises(ConfigError, match="link must be a number"):
        Thresholds.from_json({"seed": 0.1, "temporal": 0.1})
