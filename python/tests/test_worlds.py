"""The environments over the engine of production pass the checkers."""

import unittest
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import berth_env


class EngineTest(unittest.TestCase):
    def test_gymnasium_finds_nothing_wrong(self):
        for name in ("engine-ordering", "engine-placement"):
            with self.subTest(name):
                env = gymnasium.make(
                    "berth_env:Berth-v0", scenario=name, masked="next"
                )
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    check_env(env.unwrapped)
                env.close()

    def test_an_episode_is_played_to_its_figures(self):
        for name in ("engine-ordering", "engine-placement", "dispatch"):
            with self.subTest(name), berth_env.make(name) as env:
                _, info = env.reset(seed=3)
                total = 0.0
                over = False
                while not over:
                    action = int(np.argmax(info["action_mask"]))
                    _, reward, terminated, truncated, info = env.step(action)
                    total += reward
                    over = terminated or truncated
                self.assertLess(total, 0)
                figures = info["figures"]
                if name == "dispatch":
                    self.assertAlmostEqual(total, figures["reward_total"])
                else:
                    slowdown = figures["bounded_slowdown_mean"]
                    self.assertAlmostEqual(total, -slowdown)

    def test_pettingzoo_finds_nothing_wrong_with_the_agents_of_queues(self):
        env = berth_env.aec("engine-queues")
        self.assertEqual(
            env.possible_agents, ["language", "platform", "vision"]
        )
        api_test(env, num_cycles=200)
        env.close()

    def test_scenarios_of_a_user_are_told_what_is_wrong(self):
        with self.assertRaisesRegex(berth_env.ServerError, "did you mean"):
            berth_env.make("engine-placment")
        with self.assertRaisesRegex(berth_env.ServerError, "learn.engine.rows"):
            berth_env.make("engine-placement", learn__engine__rows=0)


if __name__ == "__main__":
    unittest.main()
