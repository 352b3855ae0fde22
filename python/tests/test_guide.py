"""The examples of the guide do what they say."""

import os
import pathlib
import re
import unittest

SCENARIO = os.environ.get("BERTH_SCENARIO", "small-queue")
GUIDE = (
    pathlib.Path(__file__).parents[2]
    / "docs"
    / "guide"
    / "environments-from-python.md"
)


class GuideTest(unittest.TestCase):
    def test_each_example_runs(self):
        text = GUIDE.read_text(encoding="utf-8")
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
        space = {}
        ran = 0
        for block in blocks:
            if "ray." in block:
                continue
            code = (
                block.replace('"ordering"', repr(SCENARIO))
                .replace('"shared-queues"', '"shared-machine"')
                .replace("50_000", "2_048")
                .replace("verbose=1", "verbose=0")
            )
            exec(compile(code, str(GUIDE), "exec"), space)
            ran += 1
        for name in ("envs", "game"):
            space[name].close()
        self.assertGreaterEqual(ran, 4)
        self.assertEqual(space["model"].num_timesteps, 2_048)


if __name__ == "__main__":
    unittest.main()
