"""What can go wrong, each with the sentence of the server."""

from __future__ import annotations


class BerthError(RuntimeError):
    """The root of all errors of this package.

    ``name`` is the error's name in the protocol, such as ``out_of_order``,
    and ``environment`` the index of the environment that it is about, or -1.
    """

    def __init__(self, message: str, name: str = "", environment: int = -1):
        super().__init__(message)
        self.name = name
        self.environment = environment


class ActionError(BerthError, ValueError):
    """There is no such action, or the mask does not allow it now.

    Nothing has changed: another action may be tried.
    """


class OrderError(BerthError):
    """A call that may not come now, such as a step after the end."""


class EnvironmentFailed(BerthError):
    """The environment itself failed; reset it."""


class ServerError(BerthError):
    """The server could not be started, or has gone, or speaks otherwise."""


_CLASSES: dict[str, type[BerthError]] = {
    "no_such_action": ActionError,
    "action_not_allowed": ActionError,
    "out_of_order": OrderError,
    "failed": EnvironmentFailed,
    "wrong_version": ServerError,
    "unknown_kind": ServerError,
    "too_long": ServerError,
    "truncated": ServerError,
}


def of_reply(problem: dict[str, object]) -> BerthError:
    """The exception for an error that the server sent."""
    name = str(problem["error"])
    environment = problem["environment"]
    assert isinstance(environment, int)
    kind = _CLASSES.get(name, BerthError)
    return kind(str(problem["message"]), name, environment)
