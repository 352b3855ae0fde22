"""Many environments in one round trip for Stable-Baselines3.

    from berth_env.sb3 import BerthVecEnv
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", BerthVecEnv("ordering", 16))
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from .vector import BerthVectorEnv

Indices = int | Iterable[int] | None


class BerthVecEnv(VecEnv):
    """A BerthVectorEnv as Stable-Baselines3 has them.

    Takes its arguments, but for the mode of the automatic reset. At the end
    of an episode its info has ``terminal_observation``, ``figures`` and
    ``seed``.
    """

    def __init__(
        self,
        scenario: str | os.PathLike[str],
        num_envs: int = 1,
        **options: Any,
    ):
        self._envs = BerthVectorEnv(
            scenario,
            num_envs,
            autoreset_mode=AutoresetMode.SAME_STEP,
            **options,
        )
        self._actions: NDArray[Any] = np.zeros(num_envs, np.int64)
        self.render_mode = None
        super().__init__(
            num_envs,
            self._envs.single_observation_space,
            self._envs.single_action_space,
        )

    def reset(self) -> NDArray[np.float32]:
        """Begins an episode in each, of its seed where it was given one."""
        observations, _ = self._envs.reset(seed=list(self._seeds))
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Notes the actions, which step_wait takes."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        list[dict[str, Any]],
    ]:
        """Takes an action in each."""
        observations, rewards, terminated, truncated, info = self._envs.step(
            self._actions
        )
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        dones = terminated | truncated
        for i in np.flatnonzero(dones):
            infos[i] = {
                "terminal_observation": info["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i]),
                "seed": int(info["final_info"]["seed"][i]),
                "figures": {
                    name: float(values[i])
                    for name, values in info["final_info"]["figures"].items()
                    if not name.startswith("_")
                },
            }
        return observations, rewards.astype(np.float32), dones, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed now, environments by actions."""
        return self._envs.action_masks()

    def close(self) -> None:
        """Ends the environments' process."""
        self._envs.close()

    def has_attr(self, attr_name: str) -> bool:
        """True where the environments have it; MaskablePPO asks."""
        return hasattr(self._envs, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The attribute, the same for all."""
        value = getattr(self._envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(
        self, attr_name: str, value: Any, indices: Indices = None
    ) -> None:
        """Refused: the environments are not in this process."""
        raise AttributeError(f"{attr_name} cannot be set.")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: Indices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """The masks; the environments have no other methods here."""
        if method_name != "action_masks":
            raise AttributeError(f"There is no method {method_name}.")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(
        self, wrapper_class: type, indices: Indices = None
    ) -> list[bool]:
        """They are not."""
        return [False for _ in self._get_indices(indices)]
