package io.berth.learn.environment.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Chance;
import io.berth.learn.environment.OnePolicy;
import io.berth.learn.environment.SharedEnvironment;
import java.util.List;
import org.junit.jupiter.api.Test;

class TeamTest {
    private static final int EPISODES = 50;
    private static final TeamRules EQUAL = new TeamRules(List.of(1.0, 1.0, 1.0), 5, 10, 1, 10, 100);
    private static final TeamRules UNLIKE = new TeamRules(List.of(1.0, 4.0), 5, 10, 1, 10, 100);
    private static final int NOOP = 10;

    /** Plays an episode by chance; what all were rewarded. */
    private static double random(SharedEnvironment team, long seed, boolean idles) {
        Chance chance = new Chance(seed, "test", 0);
        boolean[] mask = new boolean[NOOP + 1];
        double sum = 0;
        team.reset(seed);
        while (!team.over()) {
            team.mask(team.turn(), mask, 0);
            int action = chance.below(mask.length);
            while (!mask[action] || !idles && action == NOOP && mask[0]) {
                action = chance.below(mask.length);
            }
            team.step(action);
            for (int agent = 0; agent < team.agents().size(); agent++) {
                sum += team.takeReward(agent);
            }
        }
        return sum;
    }

    @Test
    void asPrintedWhoTakesWhatMakesNoDifference() {
        for (long seed = 0; seed < EPISODES; seed++) {
            PrintedTeam team = new PrintedTeam(EQUAL);
            int all = EQUAL.tasks(seed).stream().mapToInt(Integer::intValue).sum();
            assertThat(random(team, seed, false)).isEqualTo(-all);
            assertThat(team.figures().get("cost")).isEqualTo(all);
            assertThat(team.figures().get("tasks_left")).isZero();
        }
    }

    @Test
    void asPrintedDoingNothingIsFreeAndNeverEndsButForTheLimit() {
        PrintedTeam team = new PrintedTeam(EQUAL);
        team.reset(1);
        int steps = 0;
        while (!team.over()) {
            team.step(NOOP);
            steps++;
        }
        assertThat(steps).isEqualTo(300);
        assertThat(team.takeReward(0) + team.takeReward(1) + team.takeReward(2)).isZero();
    }

    @Test
    void asPrintedTheHeadIsTakenWhateverIsNamedAndAnEmptyQueueRefuses() {
        TeamRules two = new TeamRules(List.of(2.0, 1.0, 1.0), 2, 2, 1, 10, 100);
        PrintedTeam team = new PrintedTeam(two);
        team.reset(3);
        List<Integer> tasks = two.tasks(3);
        team.step(1);
        assertThat(team.takeReward(0)).isEqualTo(-tasks.get(0) / 2.0);
        team.step(0);
        assertThat(team.takeReward(1)).isEqualTo(-tasks.get(1));
        assertThat(team.over()).isFalse();
        assertThatThrownBy(() -> team.step(0)).isInstanceOf(IllegalArgumentException.class);
        team.step(2);
        assertThat(team.over()).isTrue();
    }

    @Test
    void shortestFirstOnEqualAgentsIsTheLeastThereIsAndNobodyIsBelowIt() {
        for (long seed = 0; seed < EPISODES; seed++) {
            Team team = new Team(EQUAL);
            team.reset(seed);
            float[] seen = new float[(NOOP + 1) * 6];
            while (!team.over()) {
                team.observe(team.turn(), seen, 0);
                int best = 0;
                for (int row = 1; seen[row * 6 + 1] > 0; row++) {
                    best = seen[row * 6] < seen[best * 6] ? row : best;
                }
                team.step(best);
            }
            assertThat(team.figures().get("completion")).isCloseTo(EQUAL.leastCompletion(seed), within(1e-9));
            for (TeamRules rules : List.of(EQUAL, UNLIKE)) {
                assertThat(random(new Team(rules), seed, true))
                        .isLessThanOrEqualTo(-rules.leastCompletion(seed) + 1e-9);
            }
        }
    }

    /** Tasks of 1 and 10 on agents of 1 and 4 CPUs: with waiting, both go to the fast one. */
    @Test
    void theLeastOfUnlikeAgentsIsThatOfAllAssignments() {
        for (long seed = 0; seed < EPISODES; seed++) {
            TeamRules rules = new TeamRules(List.of(1.0, 4.0), 3, 4, 1, 10, 100);
            List<Integer> tasks = rules.tasks(seed);
            double least = Double.MAX_VALUE;
            for (int sides = 0; sides < 1 << tasks.size(); sides++) {
                least = Math.min(least, completion(tasks, sides, 0, 1) + completion(tasks, sides, 1, 4));
            }
            assertThat(rules.leastCompletion(seed)).isCloseTo(least, within(1e-9));
        }
    }

    /** The times of those on one side, shortest first. */
    private static double completion(List<Integer> tasks, int sides, int side, double cpu) {
        double end = 0;
        double sum = 0;
        List<Integer> order = tasks.stream().sorted().toList();
        for (int at = 0; at < order.size(); at++) {
            if ((sides >> at & 1) == side) {
                end += order.get(at) / cpu;
                sum += end;
            }
        }
        return sum;
    }

    @Test
    void nothingIsDoneOnlyWhileAnotherIsAtWork() {
        Team team = new Team(UNLIKE);
        boolean[] mask = new boolean[NOOP + 1];
        team.reset(1);
        team.mask(0, mask, 0);
        assertThat(mask[NOOP]).isFalse();
        assertThatThrownBy(() -> team.step(NOOP)).isInstanceOf(IllegalArgumentException.class);
        team.step(0);
        assertThat(team.turn()).isOne();
        team.mask(1, mask, 0);
        assertThat(mask[NOOP]).isTrue();
        team.step(NOOP);
        assertThat(team.turn()).isZero();
    }

    @Test
    void onePolicyHasEveryTurnAndAllRewards() {
        OnePolicy one = new OnePolicy(new Team(EQUAL));
        double sum = 0;
        one.reset(7);
        while (!one.over()) {
            sum += one.step(0);
        }
        assertThat(sum).isEqualTo(-one.figures().get("completion"));
    }
}
