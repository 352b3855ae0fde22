"""What the rivals share: the recorded rows, the networks, and answering.

A rival is started with the file of rows and a number of threads, says
"ready VERSION" once, and answers each line "BATCH PASSES" with the seconds
that it learnt for, by the clock and of all processors together; "missing REASON" where its packages are not there.
"""

import os
import sys
import time

import numpy as np

ROW_SIZES = (8, 32, 16, 8, 1)
WHOLE_SIZES = (128, 64, 32, 8, 1)
EPISODE = 256
ACTOR_RATE = 3e-4
CRITIC_RATE = 1e-3
DISCOUNT = 1.0
TRACE = 0.97
CLIP = 0.2


class Rows:
    """Steps as Berth recorded them; the first `held` rows hold a job."""

    def __init__(self, file):
        head = np.fromfile(file, "<i4", 3)
        self.count, self.rows, self.features = (int(n) for n in head)
        step = np.dtype([
            ("seen", "<f4", (self.rows, self.features)),
            ("held", "<i4"),
            ("action", "<i4"),
            ("reward", "<f4"),
            ("last", "<i4"),
        ])
        steps = np.fromfile(file, step, offset=head.nbytes)
        self.seen = np.ascontiguousarray(steps["seen"])
        self.held = steps["held"].astype(np.int64)
        self.action = steps["action"].astype(np.int64)
        last = steps["last"].astype(bool)
        total = steps["reward"][last]
        # Berth divides by the deviation of the episodes, too.
        self.reward = steps["reward"] / max(float(total.std()), 1e-8)
        assert last.reshape(-1, EPISODE)[:, -1].all()
        assert last.sum() * EPISODE == self.count

    def mask(self):
        return np.arange(self.rows)[None, :] < self.held[:, None]

    def advantages(self, values):
        """Generalised advantages and returns, for values by step."""
        values = values.reshape(-1, EPISODE)
        rewards = self.reward.reshape(-1, EPISODE)
        later = np.concatenate(
            [values[:, 1:], np.zeros((len(values), 1), values.dtype)], axis=1
        )
        surprise = rewards + DISCOUNT * later - values
        advantages = np.zeros_like(surprise)
        advantage = np.zeros(len(values), surprise.dtype)
        for step in reversed(range(EPISODE)):
            advantage = surprise[:, step] + DISCOUNT * TRACE * advantage
            advantages[:, step] = advantage
        # Each reward comes with the last step of its episode.
        returns = rewards[:, ::-1].cumsum(axis=1)[:, ::-1]
        return advantages.ravel(), returns.ravel().astype(np.float32)


def perceptron(sizes):
    """Linear layers with rectifiers between them."""
    from torch import nn

    layers = []
    for i in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        if i + 2 < len(sizes):
            layers.append(nn.ReLU())
    return nn.Sequential(*layers)


def serve(make):
    """Answers measurements with what `make(rows, threads)` returns: a
    version, and a function of batch (0 for all) and passes that learns from
    new parameters and returns what `timed` does."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    # What libraries print is no answer.
    os.dup2(2, 1)
    try:
        version, learn = make(Rows(sys.argv[1]), int(sys.argv[2]))
    except ImportError as absent:
        print("missing", absent, file=answers)
        return
    print("ready", version, file=answers)
    for line in sys.stdin:
        batch, passes = (int(word) for word in line.split())
        print(*learn(batch, passes), file=answers)


def timed(work):
    """Seconds that `work` takes, and those of all processors together."""
    begin, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begin, time.process_time() - cpu
