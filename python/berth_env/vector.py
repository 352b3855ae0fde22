"""Many environments stepped together: ``gymnasium.vector.VectorEnv``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import states
from .client import TIMEOUT_S, AutoReset, Client
from .env import Berth, Masked, check_masked
from .errors import ServerError

_MODES = {
    AutoresetMode.DISABLED: AutoReset.DISABLED,
    AutoresetMode.NEXT_STEP: AutoReset.NEXT_STEP,
    AutoresetMode.SAME_STEP: AutoReset.SAME_STEP,
}


class BerthVectorEnv(
    VectorEnv[NDArray[np.float32], NDArray[Any], NDArray[Any]]
):
    """N environments in one process; a step of all is one round trip.

    An environment whose episode ends is reset in the same step
    (``AutoresetMode.SAME_STEP``): no step is lost, and masks always allow
    something. The episode's last observation is in ``info["final_obs"]``, its
    figures in ``info["final_info"]``. Under ``NEXT_STEP``, Gymnasium's own
    default, the step after the end resets, whatever action it is given, and
    the mask allows all; under ``DISABLED`` reset with
    ``options={"reset_mask": ...}``.

    ``reset(seed=s)`` gives environment i the seed s + i, a list one to each.
    Then environment i plays s_i, s_i + N, s_i + 2N and so on; the seeds that
    are played are in ``info["seed"]``. The masks are in
    ``info["action_mask"]``, N by actions; ``masked`` is as of BerthEnv.
    """

    def __init__(
        self,
        scenario: str | os.PathLike[str] = "ordering",
        num_envs: int = 1,
        *,
        berth: Berth = None,
        masked: Masked = "refuse",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        timeout: float = TIMEOUT_S,
        **options: Any,
    ):
        check_masked(masked)
        if render_mode is not None:
            raise ValueError(f"There is no render mode ({render_mode!r}).")
        mode = AutoresetMode(autoreset_mode)
        self._mode = _MODES[mode]
        self._masked = masked
        self._client = Client(
            scenario,
            options,
            environments=num_envs,
            auto_reset=self._mode,
            berth=berth,
            timeout=timeout,
        )
        if self._client.description["shared"]:
            self._client.close()
            raise ServerError(
                f"Agents take turns in {os.fspath(scenario)}; make it with "
                "berth_env.aec or berth_env.parallel."
            )
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.process: dict[str, Any] = self._client.description["processes"][0]
        seen = states.observation_space(self.process)
        done = states.action_space(self.process)
        self.single_observation_space = seen
        self.single_action_space = done
        self._shape = seen.shape
        self._actions = int(done.n)
        self.observation_space = batch_space(
            self.single_observation_space, num_envs
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._masks = np.zeros((num_envs, self._actions), np.int8)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins an episode in all, or those of ``options["reset_mask"]``."""
        if seed is None or isinstance(seed, (int, np.integer)):
            super().reset(seed=None if seed is None else int(seed))
        seeds, which = self._seeds(seed)
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            chosen = np.asarray(chosen)
            if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
                raise ValueError(
                    f'options["reset_mask"] must be {self.num_envs} bools.'
                )
            which[~chosen] = states.LEAVE
        state = self._state(
            self._client.reset(states.reset_payload(seeds, which))
        )
        return state.observations, self._info(state)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Takes an action in each."""
        numbers = np.asarray(actions)
        taken = numbers
        if self._masked == "next" and numbers.shape == (self.num_envs,):
            pairs = zip(self._masks, numbers, strict=True)
            taken = np.array(
                [states.next_allowed(mask, number) for mask, number in pairs]
            )
        reply = self._client.step(states.step_payload(taken))
        state = self._state(reply)
        info = self._info(state)
        if taken is not numbers and (taken != numbers).any():
            info["action"] = taken
            info["_action"] = taken != numbers
        return (
            state.observations,
            state.rewards,
            state.terminated,
            state.truncated,
            info,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed now, N by actions."""
        return self._masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the environments' process."""
        self._client.close()

    def _seeds(
        self, seed: int | Sequence[int | None] | None
    ) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        count = self.num_envs
        each: list[int | None]
        if seed is None:
            each = [None] * count
        elif isinstance(seed, (int, np.integer)):
            each = [int(seed) + i for i in range(count)]
        else:
            each = list(seed)
        if len(each) != count:
            raise ValueError(f"There are {len(each)} seeds, not {count}.")
        seeds = np.zeros(count, np.int64)
        which = np.full(count, states.NEXT_SEED, np.uint8)
        for i, one in enumerate(each):
            if one is not None:
                seeds[i] = states.checked_seed(one)
                which[i] = states.WITH_SEED
        return seeds, which

    def _state(self, reply: bytearray) -> states.VectorState:
        state = states.VectorState.of(
            reply,
            self.num_envs,
            self._shape,
            self._actions,
            self._mode == AutoReset.SAME_STEP,
        )
        self._masks = state.masks.copy()
        return state

    def _info(self, state: states.VectorState) -> dict[str, Any]:
        everyone = np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {
            "action_mask": state.masks,
            "_action_mask": everyone,
            "seed": state.seeds,
            "_seed": everyone.copy(),
        }
        for place, episode in enumerate(state.ended):
            i = episode["environment"]
            told = {"seed": episode["seed"], "figures": episode["figures"]}
            if self._mode == AutoReset.SAME_STEP:
                final = {"final_obs": state.finals[place], "final_info": told}
                info = self._add_info(info, final, i)
            else:
                info = self._add_info(info, {"figures": told["figures"]}, i)
        return info
