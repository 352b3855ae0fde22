"""A subprocess that plays environments, and the frames to and from it.

The protocol is described in ``docs/reference/environment-protocol.md``.
"""

from __future__ import annotations

import contextlib
import enum
import fcntl
import io
import json
import os
import select
import shutil
import struct
import subprocess
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from typing import IO, Any, cast

from .errors import BerthError, ServerError, of_reply

VERSION = 1
_MAGIC = b"BRTH"
_HEADER = struct.Struct("<Ii")
_HELLO, _RESET, _STEP, _CLOSE = 1, 2, 3, 4
_DESCRIPTION, _STATE, _CLOSED, _ERROR = 101, 102, 103, 104
_PATIENCE_S = 5.0

# A step takes milliseconds, the start of a large workload some seconds.
TIMEOUT_S = 60.0

# So much can be written where a pipe has room for anything.
_PIECE_BYTES = 4096

# The most that Linux gives whoever is not root.
_PIPE_BYTES = 1 << 20


class AutoReset(enum.IntEnum):
    """What becomes of an environment whose episode has ended."""

    DISABLED = 0
    NEXT_STEP = 1
    SAME_STEP = 2


def command(berth: str | os.PathLike[str] | Sequence[str] | None) -> list[str]:
    """The command that is Berth: what was given, ``BERTH``, or ``berth``.

    Raises ServerError where there is no such program.
    """
    given = berth if berth is not None else os.environ.get("BERTH") or "berth"
    words = (
        [os.fspath(given)]
        if isinstance(given, (str, os.PathLike))
        else [str(word) for word in given]
    )
    if not words or shutil.which(words[0]) is None:
        raise ServerError(
            f"There is no program {words[0] if words else ''!r}. Put berth "
            "on PATH, or give its path as berth=... or in the variable BERTH."
        )
    return words


def settings(options: Mapping[str, Any]) -> list[str]:
    """Options as arguments; nested ones as ``outer__inner`` or as dicts."""
    words: list[str] = []
    for key, value in options.items():
        path = key.replace("__", ".")
        words += ["--set", f"{path}={json.dumps(value)}"]
    return words


class Client:
    """One server and its pipes.

    For one thread of one process: after a fork, make another. The server ends
    when this is closed or collected, and when this process ends, however it
    does: then its input ends too.
    """

    def __init__(
        self,
        scenario: str | os.PathLike[str],
        options: Mapping[str, Any],
        *,
        environments: int = 1,
        auto_reset: AutoReset = AutoReset.DISABLED,
        berth: str | os.PathLike[str] | Sequence[str] | None = None,
        timeout: float = TIMEOUT_S,
    ):
        if not timeout > 0:
            raise ValueError(f"timeout ({timeout!r}) must be above 0 seconds.")
        # A JVM and a workload are to be loaded first.
        self._timeout = max(timeout, TIMEOUT_S)
        words = command(berth) + ["env", "serve", os.fspath(scenario)]
        words += ["--envs", str(environments), *settings(options)]
        self._owner = os.getpid()
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        # A session of its own: Ctrl-C is for the one who trains.
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            start_new_session=True,
        )
        # Unbuffered, as bufsize says.
        self._in = cast(io.RawIOBase, self._process.stdout)
        self._out = cast(io.RawIOBase, self._process.stdin)
        for pipe in (self._in, self._out):
            _widen(pipe)
        self._end = weakref.finalize(
            self, _end, self._process, self._errors, self._owner
        )
        try:
            hello = struct.pack("<4sii", _MAGIC, VERSION, auto_reset)
            reply = self._ask(_HELLO, hello, _DESCRIPTION)
            self.description: dict[str, Any] = json.loads(bytes(reply))
            self._timeout = timeout
        except BaseException:
            self._end()
            raise

    @property
    def closed(self) -> bool:
        """True once it was closed, or the server has gone."""
        return not self._end.alive

    def reset(self, payload: bytes) -> bytearray:
        """Asks for a reset and returns the state."""
        return self._ask(_RESET, payload, _STATE)

    def step(self, payload: bytes) -> bytearray:
        """Asks for a step and returns the state."""
        return self._ask(_STEP, payload, _STATE)

    def close(self) -> None:
        """Ends the server; once more does nothing."""
        self._end()

    def _ask(self, kind: int, payload: bytes, wanted: int) -> bytearray:
        if self.closed:
            raise ServerError("The environment is closed.")
        if os.getpid() != self._owner:
            raise ServerError(
                "The environment was made in another process; make one in "
                "each process that plays."
            )
        try:
            self._write(_HEADER.pack(len(payload), kind) + payload)
            length, answered = _HEADER.unpack(self._read(_HEADER.size))
            reply = self._read(length)
        except BaseException as error:
            # Half a frame was sent or read, such as at Ctrl-C: what follows
            # could not be told from the rest of it.
            if isinstance(error, (OSError, EOFError)) and not isinstance(
                error, TimeoutError
            ):
                raise self._gone() from None
            self._process.kill()
            self._end()
            if isinstance(error, TimeoutError):
                raise ServerError(
                    f"The server has not answered for {self._timeout:g} s, "
                    "and was ended; timeout=... gives it longer."
                ) from None
            raise
        if answered == _ERROR:
            raise of_reply(json.loads(bytes(reply)))
        if answered != wanted:
            self._end()
            raise ServerError(f"The server answered with kind {answered}.")
        return reply

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            self._await(self._out, select.POLLOUT)
            view = view[self._out.write(view[:_PIECE_BYTES]) or 0 :]

    def _read(self, length: int) -> bytearray:
        data = bytearray(length)
        view = memoryview(data)
        while view:
            self._await(self._in, select.POLLIN)
            got = self._in.readinto(view)
            if not got:
                raise EOFError
            view = view[got:]
        return data

    def _await(self, pipe: io.RawIOBase, event: int) -> None:
        """Waits until ``pipe`` can be used, but not for ever."""
        poll = select.poll()
        poll.register(pipe, event)
        if not poll.poll(self._timeout * 1000):
            raise TimeoutError

    def _gone(self) -> BerthError:
        """The error for a server that ended by itself, in its own words."""
        try:
            code: int | None = self._process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            code = None
        self._errors.seek(0)
        said = self._errors.read().decode("utf-8", "replace").strip()
        self._end()
        last = said.splitlines()[-1] if said else ""
        if not last:
            last = f"The server has gone (exit code {code})."
        return ServerError(last)


def _widen(pipe: io.RawIOBase) -> None:
    """Makes room for a state of many environments, where the system has it.

    With Linux's 64 KiB both sides would wait for each other dozens of times.
    """
    size = getattr(fcntl, "F_SETPIPE_SZ", None)
    if size is not None:
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, size, _PIPE_BYTES)


def _end(
    process: subprocess.Popen[bytes], errors: IO[bytes], owner: int
) -> None:
    """Closes the pipes, which ends the server, and waits for it."""
    errors.close()
    if os.getpid() != owner:
        return
    assert process.stdin and process.stdout
    process.stdin.close()
    process.stdout.close()
    try:
        process.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
