"""Berth's scheduling environments for Gymnasium and PettingZoo.

    env = berth_env.make("ordering")
    envs = berth_env.make_vec("ordering", 16)
    game = berth_env.aec("shared-queues")

The environments are played by ``berth env serve``, a subprocess of each
environment. Where Berth is: the argument ``berth`` (a path, or a command as a
list), else the environment variable ``BERTH``, else ``berth`` on ``PATH``.

Options are settings of the scenario, as ``--set`` of Berth's commands takes
them; ``a__b=1`` sets ``a.b``. Of an environment that is named its own keys
need no more than their name: ``make("ordering", jobs=256)``.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import gymnasium

from .client import VERSION as PROTOCOL_VERSION
from .env import BerthEnv
from .errors import (
    ActionError,
    BerthError,
    EnvironmentFailed,
    OrderError,
    ServerError,
)
from .vector import BerthVectorEnv

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv

    from .shared import BerthAECEnv, BerthRoundsEnv

__all__ = [
    "PROTOCOL_VERSION",
    "ActionError",
    "BerthEnv",
    "BerthError",
    "BerthVectorEnv",
    "EnvironmentFailed",
    "OrderError",
    "ServerError",
    "aec",
    "make",
    "make_vec",
    "parallel",
    "rounds",
]

gymnasium.register(
    id="Berth-v0",
    entry_point="berth_env.env:BerthEnv",
    vector_entry_point="berth_env.vector:BerthVectorEnv",
)


def make(scenario: str | os.PathLike[str], **options: Any) -> BerthEnv:
    """One environment; see BerthEnv.

    ``gymnasium.make("berth_env:Berth-v0", scenario=...)`` makes it too.
    """
    return BerthEnv(scenario, **options)


def make_vec(
    scenario: str | os.PathLike[str], num_envs: int = 1, **options: Any
) -> BerthVectorEnv:
    """``num_envs`` environments stepped together; see BerthVectorEnv."""
    return BerthVectorEnv(scenario, num_envs, **options)


def aec(scenario: str | os.PathLike[str], **options: Any) -> BerthAECEnv:
    """An environment whose agents take turns; see BerthAECEnv.

    Needs PettingZoo: ``pip install berth-env[pettingzoo]``.
    """
    from .shared import BerthAECEnv

    return BerthAECEnv(scenario, **options)


def parallel(
    scenario: str | os.PathLike[str], **options: Any
) -> ParallelEnv[str, Any, Any]:
    """The same for libraries that step all agents at once.

    All agents give an action, and only that of the agent whose turn it is
    counts: PettingZoo's ``turn_based_aec_to_parallel``.
    """
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    return turn_based_aec_to_parallel(aec(scenario, **options))


def rounds(
    scenario: str | os.PathLike[str], **options: Any
) -> BerthRoundsEnv:
    """The same in rounds, in which every agent acts; see BerthRoundsEnv.

    Needs PettingZoo: ``pip install berth-env[pettingzoo]``.
    """
    from .shared import BerthRoundsEnv

    return BerthRoundsEnv(scenario, **options)
