"""The inputs that a model of tokens may have; a model that asks for anything else is refused."""

from __future__ import annotations

from typing import Final

from recallcore._onnx import OnnxModel, unsupported_inputs
from recallcore.errors import ModelError
from recallcore.local_models.directory import ModelDirectory

IDS: Final = "input_ids"
MASK: Final = "attention_mask"
TYPES: Final = "token_type_ids"
POSITIONS: Final = "position_ids"
KNOWN: Final = (IDS, MASK, TYPES, POSITIONS)


def check_inputs(model: OnnxModel, stated: ModelDirectory) -> None:
    """Refuses a model whose inputs are not those of the table above, or not those that its maker stated.

    Raises:
        ModelError: An input is unknown, missing or takes no integers.
    """
    given = tuple(model.inputs)
    if stated.inputs is not None and set(stated.inputs) != set(given):
        raise ModelError(
            f"{stated.model}: expected inputs {', '.join(stated.inputs)}, got {', '.join(given)}"
        )
    unknown = [name for name in given if name not in KNOWN]
    if IDS not in given or unknown:
        raise ModelError(
            f"{stated.model}: expected {IDS} and at most {', '.join(KNOWN[1:])} as inputs, "
            f"got {', '.join(given) or 'none'}"
        )
    wrong = unsupported_inputs(model)
    if wrong:
        raise ModelError(f"{stated.model}: expected integer inputs, got {wrong}")
