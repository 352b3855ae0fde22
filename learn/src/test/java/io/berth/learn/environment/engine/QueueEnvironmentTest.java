package io.berth.learn.environment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.sim.run.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueEnvironmentTest {
    private static final int JOBS = 120;

    private static QueueEnvironment environment(Reward reward, boolean dense, String backfill) {
        EngineOptions options = Worlds.options(JOBS)
                .with(StrategySpec.of("s", "fcfs", "best-fit", backfill))
                .with(reward, dense);
        return new QueueEnvironment(options, 16);
    }

    @Test
    void eachQueueHasAnAgentThatSeesItsJobsAlone() {
        QueueEnvironment environment = environment(Reward.BOUNDED_SLOWDOWN, false, "none");
        assertThat(environment.agents()).containsExactly("prod", "team");
        assertThat(environment.mdp(0).actions().count()).isEqualTo(17);
        environment.reset(1);
        List<Integer> turns = new ArrayList<>();
        Chance chance = new Chance(1, "turns", 0);
        while (!environment.over()) {
            int agent = environment.turn();
            turns.add(agent);
            boolean[] mask = mask(environment, agent);
            assertThat(mask).contains(true);
            assertThat(mask(environment, 1 - agent)).containsOnly(false);
            for (int row = 0; row < 16 && mask[row]; row++) {
                assertThat(environment.subjects(agent).job(row).spec().queue())
                        .isEqualTo(environment.agents().get(agent));
            }
            environment.step(any(mask, chance));
        }
        assertThat(turns).contains(0, 1);
        assertThat(environment.turn()).isEqualTo(-1);
        assertThat(environment.figures().get("jobs_finished")).isEqualTo(JOBS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void whoeverPassesAlwaysStillLetsAllJobsEnd(String backfill) {
        QueueEnvironment environment = environment(Reward.BOUNDED_SLOWDOWN, false, backfill);
        environment.reset(2);
        int passes = 0;
        while (!environment.over()) {
            boolean[] mask = mask(environment, environment.turn());
            passes += mask[16] ? 1 : 0;
            environment.step(mask[16] ? 16 : 0);
        }
        assertThat(passes).isPositive();
        assertThat(environment.figures().get("jobs_finished")).isEqualTo(JOBS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachAgentIsRewardedForItsOwnJobs(boolean dense) {
        QueueEnvironment environment =
                environment(Reward.of(Map.of(Goal.JCT, 1.0, Goal.BOUNDED_SLOWDOWN, 1.0)), dense, "none");
        environment.reset(3);
        double[] sums = new double[2];
        int rewarded = 0;
        while (!environment.over()) {
            environment.step(0);
            for (int agent = 0; agent < 2; agent++) {
                double reward = environment.takeReward(agent);
                rewarded += reward != 0 ? 1 : 0;
                sums[agent] += reward;
            }
        }
        assertThat(rewarded).matches(count -> dense ? count > 20 : count == 2);
        for (int agent = 0; agent < 2; agent++) {
            String queue = "queue_" + environment.agents().get(agent);
            double expected = -environment.figures().get(queue + "_jct_mean_s")
                    - environment.figures().get(queue + "_bounded_slowdown_mean");
            assertThat(sums[agent]).isCloseTo(expected, within(1e-6));
            assertThat(environment.takeReward(agent)).isZero();
        }
    }

    @Test
    void theFiguresOfAQueueAreThoseOfItsJobs() {
        QueueEnvironment environment = environment(Reward.BOUNDED_SLOWDOWN, false, "none");
        environment.reset(4);
        List<Frame> frames = new ArrayList<>();
        while (!environment.over()) {
            environment.step(0);
        }
        TreeMap<String, double[]> sums = new TreeMap<>();
        environment.reset(4, frames::add);
        while (!environment.over()) {
            environment.step(0);
        }
        Recovery recovery = Recovery.recover(new State(4), new Observer() {
            @Override
            public void ended(JobEnd end) {
                double[] sum = sums.computeIfAbsent(end.job().spec().queue(), _ -> new double[2]);
                sum[0] += Nanos.toSeconds(end.atNanos() - end.job().submitNanos());
                sum[1]++;
            }
        });
        frames.forEach(recovery::apply);
        for (Map.Entry<String, double[]> queue : sums.entrySet()) {
            assertThat(environment.figures().get("queue_" + queue.getKey() + "_jct_mean_s"))
                    .isCloseTo(queue.getValue()[0] / queue.getValue()[1], within(1e-6));
        }
        assertThat(sums).hasSize(2);
    }

    @Test
    void equalSeedsGiveEqualEpisodes() {
        assertThat(course(5)).isEqualTo(course(5)).isNotEqualTo(course(6));
    }

    private static List<Object> course(long seed) {
        QueueEnvironment environment = environment(Reward.BOUNDED_SLOWDOWN, true, "easy");
        environment.reset(seed);
        List<Object> course = new ArrayList<>();
        Chance chance = new Chance(9, "course", 0);
        float[] seen = new float[environment.mdp(0).observation().size()];
        while (!environment.over()) {
            int agent = environment.turn();
            environment.observe(agent, seen, 0);
            for (float value : seen) {
                course.add(value);
            }
            environment.step(any(mask(environment, agent), chance));
            course.add(environment.takeReward(agent));
        }
        course.add(environment.figures());
        return course;
    }

    @Test
    void jobsOfAQueueWithoutAnAgentTakeTurnsToo() {
        Simulation.Setup setup = Worlds.setup(1, JOBS);
        Episodes episodes = Episodes.of(seed -> seed == 0 ? Worlds.setup(1, 1) : setup, Episodes.ALL, 0);
        QueueEnvironment environment = new QueueEnvironment(EngineOptions.of(episodes), 16);
        assertThat(environment.agents()).hasSize(1);
        environment.reset(1);
        while (!environment.over()) {
            environment.step(0);
        }
        assertThat(environment.figures().get("jobs_finished")).isEqualTo(JOBS);
    }

    @Test
    void whatIsRefusedChangesNothing() {
        QueueEnvironment environment = environment(Reward.BOUNDED_SLOWDOWN, false, "none");
        assertThat(environment.turn()).isEqualTo(-1);
        assertThatThrownBy(() -> environment.step(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("It is nobody's turn; reset comes first.");
        assertThatThrownBy(() -> environment.takeReward(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> environment.mdp(2)).hasMessage("The agent (2) must be from 0 to 1.");
        environment.reset(1);
        int agent = environment.turn();
        assertThatThrownBy(() -> environment.step(17)).isInstanceOf(IllegalArgumentException.class);
        assertThat(environment.turn()).isEqualTo(agent);
        EngineOptions preempting = Worlds.options(5)
                .with(StrategySpec.of("s", "fcfs", "best-fit", "greedy").preempting("by-order"));
        assertThatThrownBy(() -> new QueueEnvironment(preempting, 5)).hasMessageContaining("preempt (by-order)");
        assertThat(Catalog.standard().names(PolicyKind.ORDER)).doesNotContain("agent");
    }

    private static int any(boolean[] mask, Chance chance) {
        int action = chance.below(mask.length);
        while (!mask[action]) {
            action = (action + 1) % mask.length;
        }
        return action;
    }

    private static boolean[] mask(QueueEnvironment environment, int agent) {
        boolean[] mask = new boolean[environment.mdp(agent).actions().count()];
        environment.mask(agent, mask, 0);
        return mask;
    }
}
