"""Spaces and states: what the bytes of a reply mean."""

from __future__ import annotations

import json
import operator
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .errors import ActionError

LEAVE, WITH_SEED, NEXT_SEED = 0, 1, 2


def observation_space(process: dict[str, Any]) -> spaces.Box:
    """Rows by features, bounded as each feature is."""
    observation = process["observation"]
    lows, highs = [], []
    for feature in observation["features"]:
        # JSON has no infinities; they come as null.
        low, high = feature["low"], feature["high"]
        low = -np.inf if low is None else low
        high = np.inf if high is None else high
        padding = feature["padding"]
        lows.append(low if padding is None else min(low, padding))
        highs.append(high if padding is None else max(high, padding))
    shape = (int(observation["rows"]), len(lows))
    return spaces.Box(
        np.broadcast_to(np.array(lows, np.float32), shape),
        np.broadcast_to(np.array(highs, np.float32), shape),
        dtype=np.float32,
    )


def action_space(process: dict[str, Any]) -> spaces.Discrete[np.int64]:
    """The numbers of the actions."""
    return spaces.Discrete(int(process["actions"]["count"]))


def picture(
    seen: NDArray[np.float32],
    space: spaces.Box,
    mask: NDArray[np.int8] | None,
) -> NDArray[np.uint8]:
    """Rows by features as 8 by 16 pixels each; those of the mask in yellow."""
    low = np.where(np.isfinite(space.low), space.low, 0)
    high = np.where(np.isfinite(space.high), space.high, 1)
    width = np.maximum(high - low, np.finfo(np.float32).tiny)
    share = np.clip((seen - low) / width, 0, 1)
    grey = np.round(share * 255).astype(np.uint8)
    image = np.repeat(grey[:, :, None], 3, axis=2)
    if mask is not None:
        image[mask[: len(image)] != 0, :, 2] //= 3
    return image.repeat(8, axis=0).repeat(16, axis=1)


def reset_payload(seeds: NDArray[np.int64], which: NDArray[np.uint8]) -> bytes:
    """A request to reset."""
    return seeds.astype("<i8").tobytes() + which.tobytes()


def step_payload(actions: NDArray[Any]) -> bytes:
    """A request to step."""
    if actions.dtype.kind not in "iu":
        raise TypeError(
            f"Actions must be whole numbers, but are {actions.dtype}."
        )
    limits = np.iinfo(np.int32)
    wrong = (actions < limits.min) | (actions > limits.max)
    if wrong.any():
        raise ActionError(
            f"Action {actions[wrong][0]} is none.", "no_such_action"
        )
    return actions.astype("<i4").tobytes()


def checked_seed(seed: int) -> int:
    """A seed as the protocol has it."""
    if not 0 <= int(seed) < 2**63:
        raise ValueError(f"The seed ({seed}) must be from 0 to 2**63 - 1.")
    return int(seed)


class Cursor:
    """Reads arrays from a reply, one after the other, without copying."""

    def __init__(self, reply: bytearray):
        self._reply = reply
        self._at = 0

    def take(self, kind: str, *shape: int) -> NDArray[Any]:
        dtype = np.dtype(kind)
        count = int(np.prod(shape))
        array = np.frombuffer(self._reply, dtype, count, self._at)
        self._at += count * dtype.itemsize
        return array.reshape(shape)

    def json(self) -> Any:
        """The rest; None where there is none."""
        rest = self._reply[self._at :]
        return json.loads(rest) if rest else None


@dataclass
class VectorState:
    """The state of N environments; all arrays are of one reply alone."""

    seeds: NDArray[np.int64]
    rewards: NDArray[np.float64]
    observations: NDArray[np.float32]
    finals: NDArray[np.float32]
    masks: NDArray[np.int8]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    ended: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        reply: bytearray,
        environments: int,
        shape: tuple[int, ...],
        actions: int,
        with_finals: bool,
    ) -> VectorState:
        """Reads a reply; ``with_finals`` under same-step resets."""
        cursor = Cursor(reply)
        ended = int(cursor.take("<i4", 2)[0])
        return cls(
            cursor.take("<i8", environments),
            cursor.take("<f8", environments),
            cursor.take("<f4", environments, *shape),
            cursor.take("<f4", ended if with_finals else 0, *shape),
            cursor.take("i1", environments, actions),
            cursor.take("?", environments),
            cursor.take("?", environments),
            cursor.json() or [],
        )


def next_allowed(mask: NDArray[Any], action: SupportsIndex) -> int:
    """The first allowed action from ``action`` on, counting round."""
    action = operator.index(action)
    if 0 <= action < len(mask) and not mask[action]:
        allowed = np.flatnonzero(mask)
        if len(allowed):
            place = int(np.searchsorted(allowed, action))
            return int(allowed[place % len(allowed)])
    return action
