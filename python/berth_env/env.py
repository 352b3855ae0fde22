"""One environment: ``gymnasium.Env``."""

from __future__ import annotations

import operator
import os
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from . import states
from .client import TIMEOUT_S, Client
from .errors import ServerError

Berth = str | os.PathLike[str] | Sequence[str] | None
Masked = Literal["refuse", "next"]


def check_masked(masked: str) -> None:
    """Raises ValueError where ``masked`` is no way to treat actions."""
    if masked not in ("refuse", "next"):
        raise ValueError(f'masked ({masked!r}) must be "refuse" or "next".')


class BerthEnv(gymnasium.Env[NDArray[np.float32], np.int64], EzPickle):
    """An environment of Berth.

    Observations are float32, rows by features; ``process`` says what they
    mean. Actions that are allowed now are 1 in ``info["action_mask"]`` (int8)
    and True in ``action_masks()``. At the end of an episode
    ``info["figures"]`` tells what came of it; ``info["seed"]`` is its seed.

    ``reset()`` without a seed plays the seed after the last one, beginning at
    0. An action that the mask does not allow raises ActionError and changes
    nothing; with ``masked="next"`` the next allowed action is taken instead,
    counting round, and ``info["action"]`` says which: for agents that know no
    masks, and for checkers that draw actions blindly.

    A server that has not answered for ``timeout`` seconds is ended, and
    ServerError raised.

    Copies and pickles are new environments made with the same arguments.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 4}

    def __init__(
        self,
        scenario: str | os.PathLike[str] = "ordering",
        *,
        berth: Berth = None,
        masked: Masked = "refuse",
        render_mode: str | None = None,
        timeout: float = TIMEOUT_S,
        **options: Any,
    ):
        EzPickle.__init__(
            self,
            scenario,
            berth=berth,
            masked=masked,
            render_mode=render_mode,
            timeout=timeout,
            **options,
        )
        check_masked(masked)
        if render_mode not in (None, "rgb_array"):
            raise ValueError(
                f'render_mode ({render_mode!r}) must be None or "rgb_array".'
            )
        self.render_mode = render_mode
        self._masked = masked
        self._client = Client(
            scenario, options, berth=berth, timeout=timeout
        )
        if self._client.description["shared"]:
            self._client.close()
            raise ServerError(
                f"Agents take turns in {os.fspath(scenario)}; make it with "
                "berth_env.aec or berth_env.parallel."
            )
        self.process: dict[str, Any] = self._client.description["processes"][0]
        self.observation_space = states.observation_space(self.process)
        actions = states.action_space(self.process)
        self.action_space: spaces.Discrete[np.int64] = actions
        self._shape = self.observation_space.shape
        self._mask = np.zeros(int(actions.n), np.int8)
        self._seen = np.zeros(self._shape, np.float32)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins the episode of ``seed``, or the one after the last."""
        super().reset(seed=seed)
        which = states.NEXT_SEED if seed is None else states.WITH_SEED
        number = 0 if seed is None else states.checked_seed(seed)
        payload = states.reset_payload(
            np.array([number], np.int64), np.array([which], np.uint8)
        )
        state = self._state(self._client.reset(payload))
        return state.observations[0], self._info(state)

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        given = number = operator.index(action)
        if self._masked == "next":
            number = states.next_allowed(self._mask, number)
        payload = states.step_payload(np.array([number]))
        state = self._state(self._client.step(payload))
        info = self._info(state)
        if number != given:
            info["action"] = number
        return (
            state.observations[0],
            float(state.rewards[0]),
            bool(state.terminated[0]),
            bool(state.truncated[0]),
            info,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed now."""
        return self._mask.astype(np.bool_)

    def render(self) -> NDArray[np.uint8] | None:
        """What the agent sees, as a picture; None without a render mode.

        A block of pixels for each feature (across) of each row (down), from
        black, its least, to white, its most. Rows that may be picked are in
        yellow where actions pick rows.
        """
        if self.render_mode is None:
            return None
        picks = self.process["actions"]["picks_row"]
        return states.picture(
            self._seen, self.observation_space, self._mask if picks else None
        )

    def close(self) -> None:
        """Ends the environment's process."""
        self._client.close()

    def _state(self, reply: bytearray) -> states.VectorState:
        actions = int(self.action_space.n)
        state = states.VectorState.of(reply, 1, self._shape, actions, False)
        self._mask = state.masks[0].copy()
        self._seen = state.observations[0]
        return state

    @staticmethod
    def _info(state: states.VectorState) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": state.masks[0],
            "seed": int(state.seeds[0]),
        }
        if state.ended:
            info["figures"] = state.ended[0]["figures"]
        return info
