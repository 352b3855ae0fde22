package io.berth.sim.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RaceTest {
    private static final Objective WAIT = Objective.of("mean-wait", "test");

    /** Waits of candidates whose true means are {@code means}, in seconds, with much chance in common and some of their own. */
    private static Race.Runs runs(List<Race.Run> made, double... means) {
        return wanted -> {
            List<SortedMap<String, Double>> figures = new ArrayList<>();
            for (Race.Run run : wanted) {
                made.add(run);
                double day = StrictMath.exp(new Chance(1, "day", run.draw()).normal());
                double own = StrictMath.exp(0.2 * new Chance(run.candidate(), "own", run.draw()).normal());
                TreeMap<String, Double> of = new TreeMap<>();
                of.put("wait_mean_s", means[run.candidate()] * day * own);
                of.put("wait_p99_s", 100 * day * (run.candidate() == 1 ? 3 : 1));
                figures.add(of);
            }
            return figures;
        };
    }

    private static Race race(List<Race.Run> made, List<Guard> guards, double... means) {
        List<Candidate> candidates = IntStream.range(0, means.length)
                .mapToObj(i -> new Candidate(StrategySpec.of("c" + i), ""))
                .toList();
        return new Race(candidates, 0, new Race.Rules(WAIT, guards, false), runs(made, means));
    }

    @Test
    void the_best_wins_and_most_runs_are_of_the_good_ones() {
        List<Race.Run> made = new ArrayList<>();
        Race.Result result = race(made, List.of(), 1000, 900, 2000, 500, 3000, 1500, 4000, 1100)
                .run(done -> 160 - done, List.of());

        assertThat(result.best()).isEqualTo(3);
        assertThat(result.better()).isTrue();
        assertThat(-WAIT.change(result.compared().gain().mean())).isCloseTo(0.5, within(0.1));
        assertThat(result.runs()).isEqualTo(made.size()).isBetween(120, 160);
        long ofBest = made.stream().filter(run -> run.candidate() == 3).count();
        long ofWorst = made.stream().filter(run -> run.candidate() == 6).count();
        assertThat(ofBest).isGreaterThan(4 * ofWorst);
    }

    @Test
    void what_is_told_at_the_end_was_measured_on_draws_that_had_no_part_in_the_choice() {
        List<Race.Run> made = new ArrayList<>();
        Race.Result result = race(made, List.of(), 1000, 500, 2000).run(done -> 60 - done, List.of());

        int seen = result.rows().get(1).draws();
        long fresh = made.stream()
                .filter(run -> run.candidate() == 1 && run.draw() >= seen)
                .count();
        assertThat(result.compared().gain().draws()).isEqualTo((int) fresh).isGreaterThanOrEqualTo(Race.LEAST_FRESH);
    }

    @Test
    void equal_candidates_make_no_switch() {
        int switches = 0;
        for (int trial = 0; trial < 40; trial++) {
            int first = 1000 * trial;
            Race.Runs shifted = wanted -> runs(new ArrayList<>(), 1000, 1000, 1000)
                    .make(wanted.stream()
                            .map(run -> new Race.Run(run.candidate(), run.draw() + first))
                            .toList());
            List<Candidate> candidates = IntStream.range(0, 3)
                    .mapToObj(i -> new Candidate(StrategySpec.of("c" + i), ""))
                    .toList();
            Race race = new Race(candidates, 0, new Race.Rules(WAIT, List.of(), false), shifted);
            switches += race.run(done -> 60 - done, List.of()).better() ? 1 : 0;
        }
        // One side of a 95 % interval: one in forty on the average.
        assertThat(switches).isLessThanOrEqualTo(4);
    }

    @Test
    void the_better_one_that_breaks_a_guard_is_left_behind() {
        List<Guard> guards = List.of(Guard.parse("p99-wait=1.5", "test"));
        Race.Result result = race(new ArrayList<>(), guards, 1000, 100, 700).run(done -> 90 - done, List.of());

        assertThat(result.best()).isEqualTo(2);
        assertThat(result.rows().get(1).broken()).isEqualTo(guards.getFirst());
        assertThat(result.better()).isTrue();
    }

    @Test
    void a_guard_that_the_only_other_one_breaks_keeps_the_strategy_in_force() {
        List<Guard> guards = List.of(Guard.parse("p99-wait=1.5", "test"));
        Race.Result result = race(new ArrayList<>(), guards, 1000, 100).run(done -> 60 - done, List.of());

        assertThat(result.compared().gain().above(0)).isTrue();
        assertThat(result.broken()).isEqualTo(guards.getFirst());
        assertThat(result.better()).isFalse();
    }

    @Test
    void a_figure_that_runs_do_not_have_is_said_after_the_first() {
        List<Race.Run> made = new ArrayList<>();
        Race race = new Race(
                List.of(new Candidate(StrategySpec.of("a"), ""), new Candidate(StrategySpec.of("b"), "")),
                0,
                new Race.Rules(Objective.of("cost", "test"), List.of(), false),
                runs(made, 1, 1));

        assertThatThrownBy(() -> race.run(done -> 60 - done, List.of()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unknown figure \"cost\"")
                .hasMessageContaining("mean-wait");
        assertThat(made).hasSize(1);
    }

    @Test
    void a_budget_of_nothing_still_ends_with_the_fewest_runs() {
        List<Race.Run> made = new ArrayList<>();
        race(made, List.of(), 1, 2, 3, 4, 5).run(_ -> 0, List.of());

        assertThat(made).hasSizeLessThanOrEqualTo(Race.least(5) + 1);
    }
}
