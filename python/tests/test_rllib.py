"""RLlib's PPO trains against Berth's environments as the guide says."""

import math
import os
import unittest

import ray
from gymnasium.wrappers import FlattenObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
from ray.tune.registry import register_env

import berth_env

SCENARIO = "small-queue"
ITERATIONS = 2
STEPS = 512


def make(config):
    return FlattenObservation(
        berth_env.make(SCENARIO, masked="next", **config)
    )


def make_team(config):
    return ParallelPettingZooEnv(
        berth_env.rounds("team", masked="next", **config)
    )


class RLlibTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # The workers find the package where this process does, and make().
        here = os.path.dirname(os.path.abspath(__file__))
        path = [here, os.environ.get("PYTHONPATH", "")]
        seen = {"PYTHONPATH": os.pathsep.join(filter(None, path))}
        if "BERTH" in os.environ:
            seen["BERTH"] = os.environ["BERTH"]
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            runtime_env={"env_vars": seen},
        )
        register_env("berth", make)
        register_env("team", make_team)

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()

    def train(self, runners):
        config = (
            PPOConfig()
            .environment("berth")
            .env_runners(num_env_runners=runners)
            .training(
                train_batch_size_per_learner=STEPS,
                minibatch_size=128,
                num_epochs=2,
            )
            .debugging(seed=1)
        )
        agent = config.build_algo()
        before = agent.get_module().state_dict()
        before = {name: rows.clone() for name, rows in before.items()}
        results = [agent.train() for _ in range(ITERATIONS)]
        after = agent.get_module().state_dict()
        agent.stop()
        return results, before, after

    def check(self, results, before, after):
        self.assertEqual(len(results), ITERATIONS)
        for result in results:
            played = result["env_runners"]
            learnt = result["learners"]["default_policy"]
            self.assertGreater(played["num_episodes"], 0)
            self.assertTrue(math.isfinite(played["episode_return_mean"]))
            self.assertTrue(math.isfinite(learnt["total_loss"]))
        steps = results[-1]["env_runners"]["num_env_steps_sampled_lifetime"]
        self.assertGreaterEqual(steps, ITERATIONS * STEPS)
        moved = [
            name
            for name, rows in before.items()
            if not rows.equal(after[name].to(rows.device))
        ]
        self.assertTrue(moved, "no weight has changed")

    def test_ppo_trains_in_this_process(self):
        self.check(*self.train(0))

    def test_ppo_trains_one_policy_for_the_agents_of_a_team(self):
        for printed in (False, True):
            config = (
                PPOConfig()
                .environment("team", env_config={"printed": printed})
                .multi_agent(
                    policies={"shared"},
                    policy_mapping_fn=lambda agent, *_, **__: "shared",
                )
                .env_runners(num_env_runners=0)
                .training(
                    train_batch_size_per_learner=STEPS,
                    minibatch_size=128,
                    num_epochs=2,
                )
                .debugging(seed=1)
            )
            agent = config.build_algo()
            result = [agent.train() for _ in range(ITERATIONS)][-1]
            agent.stop()
            played = result["env_runners"]
            self.assertGreater(played["num_episodes"], 0)
            self.assertTrue(math.isfinite(played["episode_return_mean"]))
            loss = result["learners"]["shared"]["total_loss"]
            self.assertTrue(math.isfinite(loss))

    def test_ppo_trains_with_a_worker_of_its_own(self):
        self.check(*self.train(1))


if __name__ == "__main__":
    unittest.main()
