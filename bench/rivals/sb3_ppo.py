"""MaskablePPO of sb3-contrib with Berth's networks: only train() is timed.

Rows are dense: all 128 of each sample, as Stable-Baselines3 has them.
"""

import gymnasium
import numpy as np

import rollout


def make(rows, threads):
    import sb3_contrib
    import stable_baselines3
    import torch
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.policies import (
        MaskableActorCriticPolicy,
    )
    from torch import nn

    torch.set_num_threads(threads)
    shape = (rows.rows, rows.features)
    episodes = rows.count // rollout.EPISODE

    class Networks(nn.Module):
        """What MlpPolicy has an MlpExtractor for."""

        latent_dim_pi = rows.rows
        latent_dim_vf = rows.rows

        def __init__(self):
            super().__init__()
            self.actor = rollout.perceptron(rollout.ROW_SIZES)
            self.digest = rollout.perceptron(rollout.ROW_SIZES)

        def forward(self, seen):
            return self.forward_actor(seen), self.forward_critic(seen)

        def forward_actor(self, seen):
            return self.actor(seen.view(-1, *shape)).squeeze(-1)

        def forward_critic(self, seen):
            return self.digest(seen.view(-1, *shape)).squeeze(-1)

    class Policy(MaskableActorCriticPolicy):
        def _build_mlp_extractor(self):
            self.mlp_extractor = Networks()

        def _build(self, schedule):
            super()._build(schedule)
            self.action_net = nn.Identity()
            self.value_net = rollout.perceptron(rollout.WHOLE_SIZES)
            self.optimizer = self.optimizer_class(
                self.parameters(), lr=schedule(1), **self.optimizer_kwargs
            )

    class Recorded(gymnasium.Env):
        """Only its spaces are asked for: nothing is played."""

        observation_space = gymnasium.spaces.Box(0, 1, shape, np.float32)
        action_space = gymnasium.spaces.Discrete(rows.rows)

        def action_masks(self):
            raise NotImplementedError

        def reset(self, seed=None, options=None):
            raise NotImplementedError

        def step(self, action):
            raise NotImplementedError

    def fill(model):
        """By episode and step, as n_envs environments would have it."""
        buffer = model.rollout_buffer
        buffer.reset()

        def parted(values):
            split = values.reshape(episodes, rollout.EPISODE, *values.shape[1:])
            return np.swapaxes(split, 0, 1)

        seen, action, mask = rows.seen, rows.action, rows.mask()
        values, chances = evaluate(model, seen, action, mask)
        starts = np.arange(rows.count) % rollout.EPISODE == 0
        columns = [
            parted(column)
            for column in (seen, action, rows.reward, starts, values, chances, mask)
        ]
        for step in range(rollout.EPISODE):
            seen, action, reward, start, value, chance, mask = (
                column[step] for column in columns
            )
            buffer.add(
                seen, action, reward, start, torch.tensor(value),
                torch.tensor(chance), action_masks=mask,
            )
        buffer.compute_returns_and_advantage(
            torch.zeros(episodes), np.ones(episodes, dtype=bool)
        )

    def evaluate(model, seen, action, mask):
        values, chances = [], []
        with torch.no_grad():
            for first in range(0, rows.count, 1024):
                part = slice(first, first + 1024)
                value, chance, _ = model.policy.evaluate_actions(
                    torch.tensor(seen[part]), torch.tensor(action[part]),
                    action_masks=mask[part],
                )
                values.append(value.flatten().numpy())
                chances.append(chance.numpy())
        return np.concatenate(values), np.concatenate(chances)

    def learn(batch, passes):
        from stable_baselines3.common.logger import Logger
        from stable_baselines3.common.vec_env import DummyVecEnv

        model = MaskablePPO(
            Policy,
            DummyVecEnv([Recorded] * episodes),
            n_steps=rollout.EPISODE,
            batch_size=batch or rows.count,
            n_epochs=passes,
            gamma=rollout.DISCOUNT,
            gae_lambda=rollout.TRACE,
            learning_rate=rollout.ACTOR_RATE,
            clip_range=rollout.CLIP,
            seed=1,
            device="cpu",
        )
        model.set_logger(Logger(None, []))
        fill(model)
        return rollout.timed(model.train)

    version = (
        f"MaskablePPO, stable-baselines3 {stable_baselines3.__version__}, "
        f"sb3-contrib {sb3_contrib.__version__}, torch {torch.__version__}, "
        f"dense rows, {threads} threads"
    )
    return version, learn


if __name__ == "__main__":
    rollout.serve(make)
