"""The ordering of a queue in numpy: a twin of Berth's QueueOrdering, to be
timed beside it. It has the same loop (no backfill), the same 128 x 8 matrix
made anew with each step, and no copy of it for the agent.

usage: queue_numpy.py LOG    answers each line
  "play START"    with the mean bounded slowdown of the episode from START on
                  with a fixed choice of rows, and the sum of all it showed
  "measure STEPS" with the steps it made at random, the seconds they took by
                  the clock, and of the processor
"""

import gzip
import heapq
import math
import sys
import time

import numpy as np

EPISODE = 256
ROWS = 128
MOST_JOBS = 10_000
MOST = np.float32(1 - 1e-5)
LEAST = np.float32(1e-5)
MAX_WAIT = 12 * 3600.0
#: Any number that shares no divisor with how many rows there are.
STRIDE = 7919


class Log:
    """The jobs of a log in Standard Workload Format that ran."""

    def __init__(self, file):
        with gzip.open(file, "rt") as lines:
            text = lines.readlines()
        head = dict(
            line.lstrip("; ").split(":", 1)
            for line in text if line.startswith(";") and ":" in line
        )
        self.machine = int(head.get("MaxNodes", head.get("MaxProcs")))
        processors = float(head.get("MaxProcs", self.machine))
        jobs = np.array([
            [float(word) for word in line.split()]
            for line in text if line.strip() and not line.startswith(";")
        ])
        jobs = jobs[jobs[:, 3] != 0]
        jobs = jobs[np.argsort(jobs[:, 0], kind="stable")]
        run = np.where(jobs[:, 3] < 0, 10, jobs[:, 3])
        wide = np.maximum(jobs[:, 4], jobs[:, 7])
        expected = np.where(jobs[:, 8] < 0, run, jobs[:, 8])
        fixed = np.zeros((len(jobs), 8), np.float32)
        fixed[:, 1] = np.minimum(expected / run.max(), MOST)
        fixed[:, 2] = np.minimum(wide / processors, MOST)
        for column, field in ((3, 9), (4, 11), (5, 12), (6, 13)):
            fixed[:, column] = share(jobs[:, field])
        nodes = np.ceil(wide / (processors / self.machine))
        self.count = min(MOST_JOBS, len(jobs))
        self.submit = jobs[:self.count, 1]
        self.run = run[:self.count]
        self.expected = expected[:self.count]
        self.wide = wide[:self.count]
        self.fixed = fixed[:self.count]
        self.nodes = nodes[:self.count].astype(np.int64)


def share(values):
    """Of the most; 1 where it is not known."""
    most = values.max()
    if most <= 0:
        return np.ones(len(values), np.float32)
    return np.where(values < 0, 1, values / most).astype(np.float32)


class Queue:
    def __init__(self, log):
        self.log = log
        # Plain lists are faster than arrays where one number is asked for.
        self.submit = log.submit.tolist()
        self.run = log.run.tolist()
        self.nodes = log.nodes.tolist()
        self.waiting = np.zeros(EPISODE, np.int64)
        self.seen = np.zeros((ROWS, 8), np.float32)

    def begin(self, start):
        self.next, self.last = start, start + EPISODE
        self.count = self.shown = self.begun = 0
        self.running = []
        self.free = self.log.machine
        self.now = self.slowdowns = 0.0
        self.seen[:] = [0, 1, 1, 1, 1, 1, 1, 0]
        self.to_arrival()
        self.look()

    def over(self):
        return self.count == 0 and self.next == self.last

    def step(self, row):
        place = row if self.places is None else self.places[row]
        job = int(self.waiting[place])
        while self.nodes[job] > self.free:
            self.advance()
        self.waiting[place:self.count - 1] = self.waiting[place + 1:self.count]
        self.count -= 1
        run = self.run[job]
        slowdown = (self.now - self.submit[job] + run) / max(run, 10)
        self.slowdowns += max(1, slowdown)
        self.free -= self.nodes[job]
        # Of those that end together the one that began first goes first.
        self.begun += 1
        heapq.heappush(
            self.running, (self.now + run, self.begun, self.nodes[job])
        )
        self.to_arrival()
        self.look()

    def to_arrival(self):
        while self.count == 0 and self.next < self.last:
            self.advance()

    def advance(self):
        end = self.running[0][0] if self.running else math.inf
        if self.next < self.last and self.submit[self.next] <= end:
            self.now = max(self.now, self.submit[self.next])
            self.waiting[self.count] = self.next
            self.count += 1
            self.next += 1
        else:
            self.now = max(self.now, end)
            self.free += heapq.heappop(self.running)[2]

    def look(self):
        """Writes the matrix; after the last step it stays."""
        shown = min(self.count, ROWS)
        self.places = self.in_turn() if self.count > ROWS else None
        jobs = self.waiting[:shown] if self.places is None else self.waiting[self.places]
        seen = self.seen[:shown]
        self.log.fixed.take(jobs, 0, seen, "clip")
        waited = (self.now - self.log.submit.take(jobs)) / MAX_WAIT
        np.minimum(waited, MOST, out=seen[:, 0], casting="same_kind")
        seen[:, 7] = np.where(self.log.nodes.take(jobs) <= self.free, MOST, LEAST)
        if shown < self.shown:
            self.seen[shown:self.shown] = [0, 1, 1, 1, 1, 1, 1, 0]
        self.shown = shown

    def in_turn(self):
        """The shortest and the smallest by turns, each once."""
        waiting = self.waiting[:self.count]
        orders = [
            iter(np.argsort(key.take(waiting), kind="stable").tolist())
            for key in (self.log.expected, self.log.wide)
        ]
        places, taken = [], set()
        while len(places) < ROWS:
            place = next(p for p in orders[len(places) % 2] if p not in taken)
            taken.add(place)
            places.append(place)
        return np.array(places)


def play(queue, start):
    queue.begin(start)
    shown, step = 0.0, 0
    while not queue.over():
        shown += float(queue.seen.sum(dtype=np.float64))
        queue.step(step * STRIDE % queue.shown)
        step += 1
    return queue.slowdowns / EPISODE, shown


def measure(queue, steps, random):
    starts = random.integers(0, queue.log.count - EPISODE + 1, steps // EPISODE + 1)
    picks = random.random(steps + EPISODE).tolist()
    made = 0
    begin, cpu = time.perf_counter(), time.thread_time()
    for start in starts:
        queue.begin(int(start))
        while not queue.over():
            queue.step(int(picks[made] * queue.shown))
            made += 1
        if made >= steps:
            break
    return made, time.perf_counter() - begin, time.thread_time() - cpu


def main():
    queue = Queue(Log(sys.argv[1]))
    random = np.random.default_rng(1)
    print("ready numpy", np.__version__, flush=True)
    for line in sys.stdin:
        what, number = line.split()
        answer = play(queue, int(number)) if what == "play" else measure(queue, int(number), random)
        print(*answer, flush=True)


if __name__ == "__main__":
    main()
