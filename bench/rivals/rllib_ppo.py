"""PPO of Ray RLlib with Berth's networks: only Learner.update() is timed.

The learner runs in this process, on prepared advantages, without loss of
divergence, as Berth has none. Rows are dense: all 128 of each sample.
"""

import os

import numpy as np

import rollout

os.environ.setdefault("RAY_DEDUP_LOGS", "0")
NOT_ALLOWED = -1e9


def make(rows, threads):
    import gymnasium
    import ray
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.learner.training_data import TrainingData
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.evaluation.postprocessing import Postprocessing
    from ray.rllib.policy.sample_batch import MultiAgentBatch, SampleBatch

    torch.set_num_threads(threads)
    spaces = gymnasium.spaces
    seen_space = spaces.Dict({
        "seen": spaces.Box(0, 1, (rows.rows, rows.features), np.float32),
        "mask": spaces.Box(0, 1, (rows.rows,), bool),
    })
    action_space = spaces.Discrete(rows.rows)

    class Networks(TorchRLModule, ValueFunctionAPI):
        def setup(self):
            self.actor = rollout.perceptron(rollout.ROW_SIZES)
            self.digest = rollout.perceptron(rollout.ROW_SIZES)
            self.whole = rollout.perceptron(rollout.WHOLE_SIZES)

        def _forward(self, batch, **options):
            seen = batch[Columns.OBS]
            scores = self.actor(seen["seen"]).squeeze(-1)
            scores = scores.masked_fill(~seen["mask"], NOT_ALLOWED)
            return {Columns.ACTION_DIST_INPUTS: scores}

        def compute_values(self, batch, embeddings=None):
            digests = self.digest(batch[Columns.OBS]["seen"]).squeeze(-1)
            return self.whole(digests).squeeze(-1)

    def config(batch, passes):
        return (
            PPOConfig()
            .environment(
                observation_space=seen_space, action_space=action_space
            )
            .rl_module(rl_module_spec=RLModuleSpec(module_class=Networks))
            .learners(num_learners=0, num_gpus_per_learner=0)
            .training(
                train_batch_size_per_learner=rows.count,
                minibatch_size=batch or rows.count,
                num_epochs=passes,
                lr=rollout.ACTOR_RATE,
                gamma=rollout.DISCOUNT,
                lambda_=rollout.TRACE,
                clip_param=rollout.CLIP,
                use_kl_loss=False,
                entropy_coeff=0.0,
                grad_clip=None,
            )
        )

    def evaluate(module, seen, mask):
        scores, values = [], []
        with torch.no_grad():
            for first in range(0, rows.count, 1024):
                part = {
                    Columns.OBS: {
                        "seen": seen[first:first + 1024],
                        "mask": mask[first:first + 1024],
                    }
                }
                scores.append(
                    module.forward_train(part)[Columns.ACTION_DIST_INPUTS]
                )
                values.append(module.compute_values(part))
        return torch.cat(scores), torch.cat(values)

    def data(module):
        seen, mask = torch.from_numpy(rows.seen), torch.from_numpy(rows.mask())
        action = torch.from_numpy(rows.action)
        scores, values = evaluate(module, seen, mask)
        chances = torch.log_softmax(scores, 1).gather(1, action[:, None])[:, 0]
        advantages, returns = rows.advantages(values.numpy())
        advantages = (advantages - advantages.mean()) / advantages.std()
        return MultiAgentBatch(
            {
                "default_policy": SampleBatch({
                    Columns.OBS: {"seen": seen, "mask": mask},
                    Columns.ACTIONS: action,
                    Columns.ACTION_LOGP: chances,
                    Columns.ACTION_DIST_INPUTS: scores,
                    Postprocessing.ADVANTAGES: torch.tensor(
                        advantages, dtype=torch.float32
                    ),
                    Postprocessing.VALUE_TARGETS: torch.from_numpy(returns),
                })
            },
            rows.count,
        )

    def learn(batch, passes):
        settings = config(batch, passes)
        learner = settings.build_learner(
            spaces={"default_policy": (seen_space, action_space)}
        )
        batch_of_all = data(learner.module["default_policy"])
        return rollout.timed(
            lambda: learner.update(
                training_data=TrainingData(batch=batch_of_all),
                timesteps={"num_env_steps_sampled_lifetime": 0},
                num_epochs=passes,
                minibatch_size=batch or rows.count,
                shuffle_batch_per_epoch=True,
            )
        )

    version = (
        f"PPO learner, ray {ray.__version__}, torch {torch.__version__}, "
        f"dense rows, {threads} threads"
    )
    return version, learn


if __name__ == "__main__":
    rollout.serve(make)
