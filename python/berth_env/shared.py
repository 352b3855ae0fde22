"""Agents that share an environment: ``pettingzoo.AECEnv``, ``ParallelEnv``."""

from __future__ import annotations

import operator
import os
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from . import states
from .client import TIMEOUT_S, Client
from .env import Berth, Masked, check_masked
from .errors import OrderError, ServerError

Observation = dict[str, NDArray[Any]]


class BerthAECEnv(AECEnv[str, Observation, int]):
    """An environment of Berth in which several agents take turns.

    An observation is ``{"observation": float32 rows by features,
    "action_mask": int8}``, as in PettingZoo's own games; the mask of those
    whose turn it is not allows nothing. All agents terminate together, and
    their ``info["figures"]`` tells what came of the episode. ``reset`` and
    ``masked`` are as of BerthEnv.
    """

    def __init__(
        self,
        scenario: str | os.PathLike[str],
        *,
        berth: Berth = None,
        masked: Masked = "refuse",
        timeout: float = TIMEOUT_S,
        **options: Any,
    ):
        super().__init__()
        check_masked(masked)
        self.render_mode = None
        self._masked = masked
        self._client = Client(
            scenario, options, berth=berth, timeout=timeout
        )
        description = self._client.description
        if not description["shared"]:
            self._client.close()
            raise ServerError(
                f"One agent plays {os.fspath(scenario)}; make it with "
                "berth_env.make or berth_env.make_vec."
            )
        self.possible_agents: list[str] = list(description["agents"])
        self.agents: list[str] = []
        self.processes: dict[str, dict[str, Any]] = dict(
            zip(self.possible_agents, description["processes"], strict=True)
        )
        name = description["processes"][0]["name"]
        self.metadata = {
            "name": name,
            "render_modes": [],
            "is_parallelizable": False,
        }
        self._observation_spaces = {
            agent: _space(process) for agent, process in self.processes.items()
        }
        self._action_spaces = {
            agent: states.action_space(process)
            for agent, process in self.processes.items()
        }
        self._seen: dict[str, Observation] = {}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The state as ``agent`` sees it, and its mask."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """What ``agent`` may do."""
        return self._action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Begins the episode of ``seed``, or the one after the last."""
        which = states.NEXT_SEED if seed is None else states.WITH_SEED
        number = 0 if seed is None else states.checked_seed(seed)
        payload = states.reset_payload(
            np.array([number], np.int64), np.array([which], np.uint8)
        )
        reply = self._client.reset(payload)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {} for agent in self.agents
        }
        self._skip_agent_selection = None
        self._take(reply)

    def step(self, action: int | None) -> None:
        """Takes an action of the agent whose turn it is."""
        if not self.agents:
            raise OrderError("There is no episode; reset it first.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"It is {agent}'s turn, who needs an action.")
        number = operator.index(action)
        if self._masked == "next":
            mask = self._seen[agent]["action_mask"]
            number = states.next_allowed(mask, number)
        reply = self._client.step(states.step_payload(np.array([number])))
        self._cumulative_rewards[agent] = 0.0
        self._take(reply)
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What ``agent`` sees now."""
        seen = self._seen[agent]
        return {key: array.copy() for key, array in seen.items()}

    def close(self) -> None:
        """Ends the environment's process."""
        self._client.close()

    def render(self) -> None:
        """There is nothing to show."""

    def _take(self, reply: bytearray) -> None:
        cursor = states.Cursor(reply)
        turn, over = (int(number) for number in cursor.take("<i4", 2))
        seed = int(cursor.take("<i8", 1)[0])
        rewards = cursor.take("<f8", len(self.possible_agents))
        observations = [
            cursor.take("<f4", *self._box(agent).shape)
            for agent in self.possible_agents
        ]
        masks = [
            cursor.take("i1", int(self._action_spaces[agent].n))
            for agent in self.possible_agents
        ]
        figures = cursor.json()
        for i, agent in enumerate(self.possible_agents):
            self._seen[agent] = {
                "observation": observations[i],
                "action_mask": masks[i],
            }
            self.rewards[agent] = float(rewards[i])
            self.terminations[agent] = bool(over)
            self.infos[agent] = {"seed": seed}
            if over:
                self.infos[agent]["figures"] = dict(figures or {})
        if over:
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[turn]

    def _box(self, agent: str) -> spaces.Box:
        box = self._observation_spaces[agent]["observation"]
        assert isinstance(box, spaces.Box)
        return box


class BerthRoundsEnv(ParallelEnv[str, NDArray[np.float32], int]):
    """The same environment in rounds: a step is an action of every agent.

    In the order of the turns each agent whose turn it is takes its action,
    once a round. Actions of those whose turn does not come are left, so all
    give one. Observations are flat float32, as RLlib's
    ``ParallelPettingZooEnv`` and its default networks take them; the mask is
    in ``infos[agent]["action_mask"]``.
    """

    def __init__(self, scenario: str | os.PathLike[str], **options: Any):
        self.render_mode = None
        self._turns = BerthAECEnv(scenario, **options)
        self.possible_agents: list[str] = self._turns.possible_agents
        self.agents: list[str] = []
        self.processes = self._turns.processes
        self.metadata = {
            "name": self._turns.metadata["name"],
            "render_modes": [],
        }
        self._spaces = {
            agent: spaces.flatten_space(states.observation_space(process))
            for agent, process in self.processes.items()
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The state as ``agent`` sees it, in one row."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """What ``agent`` may do."""
        return self._turns.action_space(agent)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, NDArray[np.float32]], dict[str, dict[str, Any]]]:
        """Begins the episode of ``seed``, or the one after the last."""
        self._turns.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, NDArray[np.float32]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Takes the action of each agent whose turn comes in this round."""
        if not self.agents:
            raise OrderError("There is no episode; reset it first.")
        rewards = dict.fromkeys(self.possible_agents, 0.0)
        acted: set[str] = set()
        over = False
        while not over and self._turns.agent_selection not in acted:
            agent = self._turns.agent_selection
            acted.add(agent)
            self._turns.step(actions[agent])
            over = all(self._turns.terminations.values())
            for each, reward in self._turns.rewards.items():
                rewards[each] += reward
        seen, infos = self._seen()
        ended = dict.fromkeys(self.possible_agents, over)
        cut_off = dict.fromkeys(self.possible_agents, False)
        if over:
            self.agents = []
        return seen, rewards, ended, cut_off, infos

    def close(self) -> None:
        """Ends the environment's process."""
        self._turns.close()

    def render(self) -> None:
        """There is nothing to show."""

    def _seen(
        self,
    ) -> tuple[dict[str, NDArray[np.float32]], dict[str, dict[str, Any]]]:
        seen, infos = {}, {}
        for agent in self.possible_agents:
            now = self._turns.observe(agent)
            seen[agent] = now["observation"].reshape(-1)
            infos[agent] = {
                **self._turns.infos[agent],
                "action_mask": now["action_mask"],
            }
        return seen, infos


def _space(process: dict[str, Any]) -> spaces.Dict:
    actions = int(process["actions"]["count"])
    return spaces.Dict(
        {
            "observation": states.observation_space(process),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
