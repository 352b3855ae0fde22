"""What Gymnasium asks of environments, and what this package promises."""

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import time
import unittest
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import berth_env

SCENARIO = os.environ.get("BERTH_SCENARIO", "small-queue")
SMALL = "small-queue"


def first_allowed(mask):
    return int(np.argmax(mask))


def is_gone(pid):
    """True once the process has ended; waits for that up to ten seconds."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False


def stop(pid):
    """Stops the process, and comes back when none of its threads runs."""
    os.kill(pid, signal.SIGSTOP)
    for _ in range(200):
        states = set()
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/stat") as stat:
                states.add(stat.read().rsplit(")", 1)[1].split()[0])
        if states == {"T"}:
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} does not stop: {states}")


class SingleTest(unittest.TestCase):
    def test_gymnasium_finds_nothing_wrong(self):
        made = gymnasium.make(
            "berth_env:Berth-v0", scenario=SCENARIO, masked="next"
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(made.unwrapped)
        made.close()

    def test_equal_seeds_give_equal_episodes(self):
        with berth_env.make(SCENARIO) as one, berth_env.make(SCENARIO) as two:
            for env in (one, two):
                env.rng = np.random.default_rng(7)
            a, info_a = one.reset(seed=11)
            b, info_b = two.reset(seed=11)
            over = False
            while not over:
                np.testing.assert_array_equal(a, b)
                allowed = np.flatnonzero(info_a["action_mask"])
                action = int(one.rng.choice(allowed))
                a, reward_a, over, cut, info_a = one.step(action)
                b, reward_b, _, _, info_b = two.step(action)
                self.assertEqual(reward_a, reward_b)
                over = over or cut
            self.assertEqual(info_a["figures"], info_b["figures"])

    def test_seeds_are_counted_from_the_last_one(self):
        with berth_env.make(SCENARIO) as env:
            self.assertEqual(env.reset()[1]["seed"], 0)
            self.assertEqual(env.reset()[1]["seed"], 1)
            self.assertEqual(env.reset(seed=40)[1]["seed"], 40)
            after, info = env.reset()
            self.assertEqual(info["seed"], 41)
            again, _ = env.reset(seed=41)
            np.testing.assert_array_equal(after, again)

    def test_a_refused_action_changes_nothing(self):
        with berth_env.make(SMALL) as env, berth_env.make(SMALL) as calm:
            env.reset(seed=1)
            calm.reset(seed=1)
            for wrong in (7, 8, -1, 2**32):
                with self.assertRaises(berth_env.ActionError) as caught:
                    env.step(wrong)
                self.assertIn(f"Action {wrong} ", str(caught.exception))
            with self.assertRaises(TypeError):
                env.step(0.5)
            a = env.step(0)
            b = calm.step(0)
            np.testing.assert_array_equal(a[0], b[0])

    def test_the_next_allowed_action_is_taken_where_asked_for(self):
        with berth_env.make(SMALL, masked="next") as env:
            _, info = env.reset(seed=1)
            self.assertEqual(list(np.flatnonzero(info["action_mask"])), [0])
            info = env.step(7)[4]
            self.assertEqual(info["action"], 0)
            with self.assertRaises(berth_env.ActionError):
                env.step(8)

    def test_calls_out_of_order_are_named(self):
        with berth_env.make(SMALL, jobs=1) as env:
            with self.assertRaisesRegex(berth_env.OrderError, "reset"):
                env.step(0)
            env.reset(seed=1)
            self.assertTrue(env.step(0)[2])
            with self.assertRaisesRegex(berth_env.OrderError, "over"):
                env.step(0)
            env.reset()
        with self.assertRaisesRegex(berth_env.ServerError, "closed"):
            env.reset()

    def test_options_are_settings_of_the_scenario(self):
        with berth_env.make(SMALL, jobs=3, limit=2) as env:
            env.reset(seed=1)
            self.assertFalse(env.step(0)[3])
            _, _, terminated, truncated, info = env.step(0)
            self.assertFalse(terminated)
            self.assertTrue(truncated)
            self.assertEqual(info["figures"]["jobs_started"], 2)

    def test_what_berth_refuses_is_said_in_its_words(self):
        with self.assertRaisesRegex(berth_env.ServerError, "did you mean"):
            berth_env.make("small-qeue")
        with self.assertRaisesRegex(berth_env.ServerError, "jobs: must be"):
            berth_env.make(SMALL, jobs=-1)
        with self.assertRaisesRegex(berth_env.ServerError, "no program"):
            berth_env.make(SMALL, berth="/nowhere/berth")
        with self.assertRaisesRegex(berth_env.ServerError, "exit code 1"):
            berth_env.make(SMALL, berth="false")
        with self.assertRaisesRegex(berth_env.ServerError, "berth_env.aec"):
            berth_env.make("shared-machine")
        with self.assertRaisesRegex(ValueError, "masked"):
            berth_env.make(SMALL, masked="never")
        with berth_env.make(SMALL) as env:
            with self.assertRaisesRegex(ValueError, "seed"):
                env.reset(seed=2**63)

    def test_a_copy_is_an_environment_of_its_own(self):
        with berth_env.make(SMALL, jobs=2) as env:
            for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                other.reset(seed=1)
                other.step(0)
                self.assertTrue(other.step(0)[2])
                other.close()


class LifetimeTest(unittest.TestCase):
    def test_the_server_ends_with_its_environment(self):
        env = berth_env.make(SMALL)
        pid = env._client._process.pid
        env.close()
        env.close()
        self.assertTrue(is_gone(pid))

    def test_the_server_ends_when_nobody_holds_the_environment(self):
        env = berth_env.make(SMALL)
        pid = env._client._process.pid
        env.reset()
        del env
        gc.collect()
        self.assertTrue(is_gone(pid))

    def test_the_server_ends_when_python_is_killed(self):
        code = (
            "import berth_env, time\n"
            f"env = berth_env.make({SMALL!r})\n"
            "print(env._client._process.pid, flush=True)\n"
            "time.sleep(60)\n"
        )
        python = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE
        )
        pid = int(python.stdout.readline())
        python.send_signal(signal.SIGKILL)
        python.wait()
        python.stdout.close()
        self.assertTrue(is_gone(pid))

    def test_a_server_that_dies_is_told(self):
        env = berth_env.make(SMALL)
        env.reset()
        env._client._process.kill()
        with self.assertRaisesRegex(berth_env.ServerError, "has gone"):
            env.step(0)
        with self.assertRaisesRegex(berth_env.ServerError, "closed"):
            env.step(0)

    def test_a_server_that_is_stopped_is_ended(self):
        env = berth_env.make(SMALL, timeout=0.5)
        env.reset()
        pid = env._client._process.pid
        stop(pid)
        with self.assertRaisesRegex(berth_env.ServerError, "0.5 s"):
            env.step(0)
        self.assertTrue(is_gone(pid))
        with self.assertRaisesRegex(ValueError, "above 0"):
            berth_env.make(SMALL, timeout=0)

    def test_a_shipped_environment_takes_its_own_keys(self):
        with berth_env.make("ordering", jobs=24, rows=16) as env:
            self.assertEqual(env.observation_space.shape, (16, 8))
        with self.assertRaisesRegex(berth_env.ServerError, "job2.*jobs"):
            berth_env.make("ordering", job2=24)

    def test_it_draws_what_it_sees(self):
        with gymnasium.make(
            "berth_env:Berth-v0", render_mode="rgb_array", rows=16
        ) as env:
            env.reset(seed=1)
            picture = env.render()
            self.assertEqual(picture.dtype, np.uint8)
            self.assertEqual(picture.shape, (16 * 8, 8 * 16, 3))
            self.assertGreater(len(np.unique(picture)), 3)
            env.step(first_allowed(env.unwrapped.action_masks()))
            self.assertFalse(np.array_equal(picture, env.render()))

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_forked_process_is_refused_and_spoils_nothing(self):
        env = berth_env.make(SMALL)
        env.reset(seed=1)
        child = os.fork()
        if child == 0:
            try:
                env.step(0)
                os._exit(1)
            except berth_env.ServerError:
                env.close()
                os._exit(0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        env.step(0)
        env.close()


class VectorTest(unittest.TestCase):
    def test_each_is_as_it_is_by_itself(self):
        count, most = 3, 2000
        rng = np.random.default_rng(3)
        envs = berth_env.make_vec(SCENARIO, count)
        singles = [berth_env.make(SCENARIO) for _ in range(count)]
        seen, info = envs.reset(seed=5)
        alone = [env.reset(seed=5 + i)[0] for i, env in enumerate(singles)]
        played = [5 + i for i in range(count)]
        ended = 0
        for _ in range(most):
            if ended >= 2 * count:
                break
            actions = [
                int(rng.choice(np.flatnonzero(mask)))
                for mask in info["action_mask"]
            ]
            seen, rewards, over, cut, info = envs.step(np.array(actions))
            for i, env in enumerate(singles):
                alone[i], reward, *flags, told = env.step(actions[i])
                self.assertEqual(reward, rewards[i])
                self.assertEqual(flags, [over[i], cut[i]])
                if any(flags):
                    ended += 1
                    np.testing.assert_array_equal(
                        alone[i], info["final_obs"][i]
                    )
                    for name, value in told["figures"].items():
                        final = info["final_info"]["figures"][name]
                        self.assertEqual(value, final[i])
                    played[i] += count
                    alone[i], told = env.reset(seed=played[i])
                np.testing.assert_array_equal(alone[i], seen[i])
                np.testing.assert_array_equal(
                    told["action_mask"], info["action_mask"][i]
                )
                self.assertEqual(info["seed"][i], played[i])
        self.assertGreaterEqual(ended, 2 * count)
        for env in (envs, *singles):
            env.close()

    def test_it_is_as_gymnasiums_own(self):
        """Beside SyncVectorEnv, which resets by counted seeds too."""
        for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
            ours = berth_env.make_vec(
                SMALL, 1, jobs=4, autoreset_mode=mode, masked="next"
            )
            theirs = gymnasium.vector.SyncVectorEnv(
                [lambda: berth_env.make(SMALL, jobs=4, masked="next")],
                autoreset_mode=mode,
            )
            a, _ = ours.reset(seed=9)
            b, _ = theirs.reset(seed=9)
            for _ in range(15):
                np.testing.assert_array_equal(a, b)
                a, *told_a, info_a = ours.step(np.array([0]))
                b, *told_b, info_b = theirs.step(np.array([0]))
                for x, y in zip(told_a, told_b):
                    np.testing.assert_array_equal(x, y)
                self.assertEqual("final_obs" in info_a, "final_obs" in info_b)
                self.assertEqual("figures" in info_a, "figures" in info_b)
            ours.close()
            theirs.close()

    def test_without_automatic_reset_those_that_ended_are_reset_by_mask(self):
        envs = berth_env.make_vec(
            SMALL, 2, jobs=2, autoreset_mode=AutoresetMode.DISABLED
        )
        envs.reset(seed=[1, 2])
        envs.step(np.array([0, 0]))
        _, _, over, _, info = envs.step(np.array([0, 0]))
        self.assertTrue(over.all())
        self.assertEqual(list(info["_figures"]), [True, True])
        with self.assertRaises(berth_env.OrderError):
            envs.step(np.array([0, 0]))
        mask = np.array([True, False])
        _, info = envs.reset(seed=[7, None], options={"reset_mask": mask})
        self.assertEqual(list(info["seed"]), [7, 2])
        with self.assertRaisesRegex(berth_env.OrderError, "environment 1"):
            envs.step(np.array([0, 0]))
        with self.assertRaisesRegex(ValueError, "2 bools"):
            envs.reset(options={"reset_mask": [1]})
        envs.close()

    def test_a_wrong_number_of_actions_is_named(self):
        envs = berth_env.make_vec(SMALL, 2, masked="next")
        envs.reset(seed=1)
        with self.assertRaisesRegex(TypeError, "float64"):
            envs.step(np.zeros(2))
        with self.assertRaisesRegex(berth_env.BerthError, "8 bytes, not 12"):
            envs.step(np.zeros(3, np.int64))
        with self.assertRaisesRegex(ValueError, "1 seeds, not 2"):
            envs.reset(seed=[1])
        envs.step(np.zeros(2, np.int64))
        envs.close()

    def test_gymnasium_makes_them_too(self):
        envs = gymnasium.make_vec(
            "berth_env:Berth-v0",
            num_envs=4,
            vectorization_mode="vector_entry_point",
            scenario=SMALL,
        )
        self.assertEqual(envs.reset(seed=1)[0].shape, (4, 8, 4))
        envs.close()


if __name__ == "__main__":
    unittest.main()
