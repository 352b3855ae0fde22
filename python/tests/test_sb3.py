"""MaskablePPO of sb3-contrib trains against Berth's environments."""

import os
import unittest

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecMonitor

import berth_env
from berth_env.sb3 import BerthVecEnv

SCENARIO = os.environ.get("BERTH_SCENARIO", "small-queue")
STEPS = int(os.environ.get("BERTH_STEPS", "50000"))


def mean_return(choose, episodes=50):
    """The mean return over episodes that no training has seen."""
    returns = []
    with berth_env.make(SCENARIO) as env:
        for episode in range(episodes):
            seen, _ = env.reset(seed=1_000_000_000 + episode)
            total, over = 0.0, False
            while not over:
                seen, reward, ended, cut, _ = env.step(
                    choose(seen, env.action_masks())
                )
                total += reward
                over = ended or cut
            returns.append(total)
    return float(np.mean(returns))


class MaskablePPOTest(unittest.TestCase):
    def test_stable_baselines_finds_nothing_wrong(self):
        with berth_env.make(SCENARIO, masked="next") as env:
            check_env(env)

    def test_its_own_function_makes_environments(self):
        envs = make_vec_env(
            "berth_env:Berth-v0", n_envs=2, env_kwargs={"masked": "next"}
        )
        self.assertEqual(len(envs.reset()), 2)
        PPO("MlpPolicy", envs, n_steps=64, batch_size=64).learn(128)
        envs.close()

    def test_it_trains_and_is_better_than_chance(self):
        envs = VecMonitor(BerthVecEnv(SCENARIO, 8))
        envs.seed(1)
        model = MaskablePPO(
            "MlpPolicy", envs, n_steps=256, batch_size=256, gamma=1.0, seed=1
        )
        model.learn(STEPS)
        envs.close()
        self.assertGreaterEqual(model.num_timesteps, STEPS)

        def learnt(seen, mask):
            action, _ = model.predict(
                seen, action_masks=mask, deterministic=True
            )
            return int(action)

        rng = np.random.default_rng(1)

        def by_chance(seen, mask):
            return int(rng.choice(np.flatnonzero(mask)))

        trained = mean_return(learnt)
        blind = mean_return(by_chance)
        print(
            f"{SCENARIO}: mean return after {model.num_timesteps} steps "
            f"{trained:.3f}, by chance {blind:.3f}"
        )
        # So few steps are enough for a network over all rows in a small
        # world, not over the 128 jobs of a queue.
        if SCENARIO == "small-queue":
            self.assertGreater(trained, blind)
        self.assertTrue(np.isfinite(trained))

    def test_one_environment_trains_by_itself(self):
        with berth_env.make(SCENARIO) as env:
            model = MaskablePPO("MlpPolicy", env, n_steps=64, seed=1)
            model.learn(128)
            self.assertEqual(model.num_timesteps, 128)


if __name__ == "__main__":
    unittest.main()
