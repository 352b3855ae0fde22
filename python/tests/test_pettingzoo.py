"""What PettingZoo asks of environments."""

import unittest

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, seed_test

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

    def test_rounds_are_as_pettingzoo_wants_them(self):
        for printed in (False, True):
            env = berth_env.rounds("team", masked="next", printed=printed)
            parallel_api_test(env, num_cycles=200)
            env.close()


class TeamTest(unittest.TestCase):
    """The published example, a step of which is an action of each agent."""

    def test_as_printed_whoever_acts_gets_the_head_for_minus_its_duration(
        self,
    ):
        env = berth_env.rounds("team", printed=True, agents=2)
        seen, infos = env.reset(seed=1)
        noop = int(env.action_space("agent_0").n) - 1
        queue = seen["agent_0"].reshape(noop + 1, -1)[:, 0] * 10
        # The last task of the queue is named; the first one is taken.
        seen, rewards, _, _, _ = env.step({"agent_0": 4, "agent_1": noop})
        self.assertAlmostEqual(rewards["agent_0"], -queue[0], places=4)
        self.assertEqual(rewards["agent_1"], 0)
        after = seen["agent_0"].reshape(noop + 1, -1)[:, 0] * 10
        np.testing.assert_allclose(after[: noop - 1], queue[1:noop])
        over = False
        total = -float(queue[0])
        while not over:
            left = int(infos["agent_0"]["action_mask"].sum())
            self.assertGreater(left, 0)
            actions = {"agent_0": 0, "agent_1": noop}
            _, rewards, ended, _, infos = env.step(actions)
            total += rewards["agent_0"]
            over = ended["agent_0"]
        self.assertAlmostEqual(total, -float(queue.sum()), places=3)
        self.assertAlmostEqual(
            infos["agent_0"]["figures"]["cost"], -total, places=3
        )
        env.close()

    def test_as_printed_an_empty_queue_in_the_middle_of_a_step_is_an_error(
        self,
    ):
        env = berth_env.rounds("team", printed=True, agents=4, most_tasks=5)
        env.reset(seed=1)
        everybody = dict.fromkeys(env.possible_agents, 0)
        env.step(everybody)
        with self.assertRaisesRegex(berth_env.ActionError, "allows 5"):
            env.step(everybody)
        env.close()

    def test_mended_the_task_that_is_named_is_taken(self):
        env = berth_env.rounds("team", agents=1)
        seen, _ = env.reset(seed=1)
        rows = seen["agent_0"].reshape(11, -1)
        last = int(rows[:, 1].sum()) - 1
        _, rewards, _, _, _ = env.step({"agent_0": last})
        self.assertAlmostEqual(
            rewards["agent_0"], -float(rows[last, 0] * 10), places=4
        )
        env.close()


if __name__ == "__main__":
    unittest.main()
