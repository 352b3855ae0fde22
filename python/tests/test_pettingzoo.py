"""What PettingZoo asks of environments."""

import unittest

import numpy as np
from pettingzoo.test import api_test, seed_test

import berth_env

SCENARIO = "shared-machine"


def play(env, seed):
    """An episode in which everybody takes the first allowed action."""
    env.reset(seed=seed)
    rewards = dict.fromkeys(env.agents, 0.0)
    figures = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            figures = info["figures"]
            env.step(None)
        else:
            env.step(int(np.argmax(seen["action_mask"])))
    return rewards, figures


class SharedTest(unittest.TestCase):
    def test_pettingzoo_finds_nothing_wrong(self):
        env = berth_env.aec(SCENARIO)
        api_test(env, num_cycles=200)
        env.close()

    def test_equal_seeds_give_equal_games(self):
        seed_test(lambda: berth_env.aec(SCENARIO), num_cycles=100)

    def test_each_agent_gets_its_rewards_and_the_figures(self):
        env = berth_env.aec(SCENARIO)
        rewards, figures = play(env, 4)
        self.assertEqual(play(env, 4), (rewards, figures))
        self.assertNotEqual(play(env, 5)[0], rewards)
        self.assertLess(rewards["training"], 0)
        self.assertEqual(figures, {"jobs_started": 0.0})
        env.close()

    def test_wrong_actions_are_named(self):
        env = berth_env.aec(SCENARIO)
        with self.assertRaisesRegex(berth_env.OrderError, "reset"):
            env.step(0)
        env.reset(seed=1)
        with self.assertRaisesRegex(berth_env.ActionError, "0 to 1"):
            env.step(2)
        with self.assertRaisesRegex(ValueError, "training"):
            env.step(None)
        env.step(1)
        self.assertEqual(env.agent_selection, "inference")
        env.close()
        with self.assertRaisesRegex(berth_env.ServerError, "berth_env.make"):
            berth_env.aec("small-queue")

    def test_all_at_once_counts_the_action_of_the_one_whose_turn_it_is(self):
        env = berth_env.parallel(SCENARIO)
        seen, _ = env.reset(seed=1)
        while env.agents:
            actions = {
                agent: int(np.argmax(seen[agent]["action_mask"]))
                for agent in env.agents
            }
            seen, _, terminated, _, _ = env.step(actions)
        self.assertTrue(all(terminated.values()))
        env.close()


if __name__ == "__main__":
    unittest.main()
