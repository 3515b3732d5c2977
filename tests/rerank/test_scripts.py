"""What a text is written in, and whether a model that states its scripts can read it."""

from __future__ import annotations

import pytest

from recallcore.rerank.scripts import script_of, unknown_script

KNOWN = ("Latin", "Hangul", "Han", "Hiragana", "Katakana")


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("where is my key?", None),
        ("¿Dónde está la llave?", None),
        ("열쇠 어디 뒀지", None),
        ("鍵はどこですか", None),
        ("ｶｷﾞ ＡＢＣ", None),
        ("", None),
        ("2024-05-01 :) 🙂", None),
        ("Где мои ключи?", "Cyrillic"),
        ("أين مفاتيحي؟", "Arabic"),
        ("मेरी चाबियाँ कहाँ हैं", "Devanagari"),
        ("Anna: Где мои ключи?", "Cyrillic"),
        ("Anna said спасибо to everybody", None),
    ],
)
def test_text_is_read_by_the_script_of_most_letters(text: str, script: str | None) -> None:
    assert unknown_script(text, KNOWN) == script


def test_model_that_states_no_scripts_reads_everything() -> None:
    assert unknown_script("Где мои ключи?", None) is None


def test_half_the_letters_are_enough() -> None:
    assert unknown_script("ab вг", ["Latin"]) is None
    assert unknown_script("ab вгд", ["Latin"]) == "Cyrillic"


def test_plain_letters_are_unknown_to_a_model_without_latin() -> None:
    assert unknown_script("hello", ["Hangul"]) == "Latin"


def test_beginning_of_a_long_text_decides() -> None:
    assert unknown_script("б" * 600 + "a" * 10_000, ["Latin"]) == "Cyrillic"


@pytest.mark.parametrize(("character", "script"), [("ʰ", None), ("́", None), ("\ud800", None), ("Ǆ", "Latin")])
def test_marks_and_modifiers_say_nothing_of_a_script(character: str, script: str | None) -> None:
    assert script_of(character) == script
