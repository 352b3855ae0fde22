"""PPO written directly with PyTorch, tuned: whether empty rows are computed
and how many samples go through at once is tried out before each setting,
and the fastest is measured. Gradients of the parts of a batch are added up;
actor and critic learn side by side, each with an Adam of its own.
"""

import torch
from torch import nn

import rollout

NOT_ALLOWED = -1e9
#: Samples that go through at once; 0 for all of the batch.
PARTS = (0, 512, 128)
TRIED_SAMPLES = 5120


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.digest = rollout.perceptron(rollout.ROW_SIZES)
        self.whole = rollout.perceptron(rollout.WHOLE_SIZES)


class Dense:
    """All rows of each sample."""

    name = "dense"

    def __init__(self, rows, order):
        self.seen = torch.from_numpy(rows.seen[order])
        self.forbidden = torch.from_numpy(~rows.mask()[order])

    def part(self, first, end):
        return self.seen[first:end], self.forbidden[first:end]

    @staticmethod
    def scores(actor, part):
        return actor(part[0]).squeeze(-1).masked_fill(part[1], NOT_ALLOWED)

    @staticmethod
    def values(critic, part):
        return critic.whole(critic.digest(part[0]).squeeze(-1)).squeeze(-1)


class Packed:
    """Only rows that hold a job, and one empty row for all others."""

    name = "packed"

    def __init__(self, rows, order):
        mask = torch.from_numpy(rows.mask()[order])
        seen = torch.from_numpy(rows.seen[order])
        self.rows = rows.rows
        self.held = seen[mask]
        self.first = torch.zeros(len(order) + 1, dtype=torch.int64)
        self.first[1:] = mask.sum(1).cumsum(0)
        self.first = self.first.tolist()
        sample, row = mask.nonzero(as_tuple=True)
        self.place = sample * rows.rows + row
        empty = rows.held.argmin()
        self.empty = torch.from_numpy(rows.seen[empty, -1:].copy())

    def part(self, first, end):
        from_row, to_row = self.first[first], self.first[end]
        held = torch.cat([self.held[from_row:to_row], self.empty])
        place = self.place[from_row:to_row] - first * self.rows
        return held, place, end - first

    def scores(self, actor, part):
        held, place, count = part
        flat = torch.full((count * self.rows,), NOT_ALLOWED)
        scores = actor(held[:-1]).squeeze(-1)
        return flat.index_put((place,), scores).view(count, self.rows)

    def values(self, critic, part):
        held, place, count = part
        digests = critic.digest(held).squeeze(-1)
        flat = digests[-1].expand(count * self.rows)
        spread = flat.index_put((place,), digests[:-1])
        return critic.whole(spread.view(count, self.rows)).squeeze(-1)


class Learner:
    """One update from new parameters."""

    def __init__(self, rows, form, size):
        torch.manual_seed(1)
        self.rows = rows
        self.size = size
        self.actor = rollout.perceptron(rollout.ROW_SIZES)
        self.critic = Critic()
        order = torch.randperm(rows.count).numpy()
        self.form = form(rows, order)
        self.action = torch.from_numpy(rows.action[order])[:, None]
        with torch.no_grad():
            values, chances = self.evaluate()
        by_step = torch.empty_like(values)
        by_step[torch.from_numpy(order)] = values
        advantages, returns = rows.advantages(by_step.numpy())
        advantages = torch.from_numpy(advantages[order]).float()
        self.returns = torch.from_numpy(returns[order])
        self.advantages = (advantages - advantages.mean()) / advantages.std()
        self.chances = chances
        self.steps = [
            torch.optim.Adam(network.parameters(), rate, fused=True)
            for network, rate in (
                (self.actor, rollout.ACTOR_RATE),
                (self.critic, rollout.CRITIC_RATE),
            )
        ]

    def evaluate(self):
        values, chances = [], []
        for first in range(0, self.rows.count, 256):
            part = self.form.part(first, min(first + 256, self.rows.count))
            values.append(self.form.values(self.critic, part))
            chances.append(self.chance(part, first, values[-1].shape[0]))
        return torch.cat(values), torch.cat(chances)

    def chance(self, part, first, count):
        scores = self.form.scores(self.actor, part)
        chances = torch.log_softmax(scores, 1)
        return chances.gather(1, self.action[first:first + count])[:, 0]

    def learn(self, batch, passes, samples):
        step = batch or samples
        size = min(self.size or step, step)
        parts = {
            first: self.form.part(first, min(first + size, start + step, samples))
            for start in range(0, samples, step)
            for first in range(start, min(start + step, samples), size)
        }
        for _ in range(passes):
            for start in range(0, samples, step):
                end = min(start + step, samples)
                for first in range(start, end, size):
                    self.part(parts[first], first, min(first + size, end), end - start)
                for optimiser in self.steps:
                    optimiser.step()
                    optimiser.zero_grad(set_to_none=True)

    def part(self, part, first, end, of):
        change = self.chance(part, first, end - first) - self.chances[first:end]
        ratio = change.exp()
        advantage = self.advantages[first:end]
        clipped = ratio.clamp(1 - rollout.CLIP, 1 + rollout.CLIP)
        gain = torch.minimum(ratio * advantage, clipped * advantage)
        (gain.sum() / -of).backward()
        error = self.form.values(self.critic, part) - self.returns[first:end]
        (error.square().sum() / of).backward()


def make(rows, threads):
    torch.set_num_threads(threads)
    best = {}

    def tune(batch):
        tried = {}
        samples = rows.count if batch == 0 else TRIED_SAMPLES
        for form in (Dense, Packed):
            for size in PARTS:
                if batch == 0 or size < batch:
                    learner = Learner(rows, form, size)
                    learner.learn(batch, 1, min(samples, TRIED_SAMPLES))
                    tried[form, size] = rollout.timed(
                        lambda: learner.learn(batch, 1, samples)
                    )
                    rate = samples / tried[form, size][0]
                    print(f"batch {batch}, {form.name} in parts of {size}: {rate:.0f}/s")
        best[batch] = min(tried, key=tried.get)

    def learn(batch, passes):
        if batch not in best:
            tune(batch)
        learner = Learner(rows, *best[batch])
        return rollout.timed(lambda: learner.learn(batch, passes, rows.count))

    version = (
        f"PyTorch {torch.__version__}, the fastest of dense and packed rows, "
        f"{threads} threads"
    )
    return version, learn


if __name__ == "__main__":
    rollout.serve(make)
