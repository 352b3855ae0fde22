package io.berth.learn.environment.deeprm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.column.Feature;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeepRmTest {
    private static final int PASS = 2;

    /** Two slots; lengths and demands of the jobs that come at steps 1, 2, ... */
    private static DeepRm world(Rules.End end, int[]... jobs) {
        return world(Rules.published(PASS, end), jobs);
    }

    private static DeepRm world(Rules rules, int[]... jobs) {
        int[][] columns = new int[3][jobs.length + 1];
        for (int job = 0; job < jobs.length; job++) {
            for (int column = 0; column < 3; column++) {
                columns[column][job + 1] = jobs[job][column];
            }
        }
        DeepRm world = new DeepRm(rules, JobSets.of(List.of(new JobSet(columns[0], columns[1], columns[2]))));
        world.reset(0);
        return world;
    }

    private static int[] job(int length, int first, int second) {
        return new int[] {length, first, second};
    }

    @Test
    void aJobGetsTheEarliestTimeThatFitsEvenALaterOne() {
        DeepRm world = world(Rules.End.ALL_DONE, job(3, 6, 1), job(2, 6, 1));
        assertThat(world.step(PASS)).isEqualTo(-1.0 / 3);
        assertThat(world.step(0)).isZero();
        assertThat(world.step(PASS)).isEqualTo(-1.0 / 3 - 1.0 / 2);
        assertThat(world.fitsNow(0)).isFalse();
        assertThat(world.step(0)).isZero();
        assertThat(play(world, Baseline.sjf())).isEqualTo(4);
        assertThat(world.truncated()).isFalse();
        // The first waits 0 of 3; the second comes at 2, starts at 4 and ends at 6: 4 / 2.
        assertThat(world.figures().get("slowdown_mean")).isEqualTo(1.5);
        assertThat(world.figures().get("jobs_finished")).isEqualTo(2);
    }

    @Test
    void emptyAndUnfitSlotsLetAStepPass() {
        DeepRm world = world(Rules.End.ALL_DONE, job(15, 10, 10), job(15, 10, 10));
        assertThat(world.step(1)).isEqualTo(-1.0 / 15);
        world.step(0);
        // The second would end after the horizon.
        world.step(PASS);
        assertThat(world.step(0)).isEqualTo(-2.0 / 15);
    }

    @Test
    void rewardIsMinusTheTotalSlowdown() {
        DeepRm world = new DeepRm(
                Rules.published(5, Rules.End.ALL_DONE).withPromptRemoval(), JobSets.drawn(0.7, JobSets.STEPS));
        world.reset(7);
        play(world, Baseline.sjf());
        double slowdown = world.figures().get("slowdown_mean") * world.figures().get("jobs_finished");
        assertThat(world.figures().get("jobs_unfinished")).isZero();
        assertThat(world.figures().get("reward_total")).isCloseTo(-slowdown, within(1e-9));
    }

    @Test
    void lateRemovalChargesTheSecondOfTwoNeighboursOneStepMore() {
        for (boolean late : new boolean[] {true, false}) {
            Rules rules = Rules.published(PASS, Rules.End.ALL_DONE);
            DeepRm world = world(late ? rules : rules.withPromptRemoval(), job(2, 5, 1), job(1, 5, 1));
            world.step(PASS);
            world.step(0);
            world.step(PASS);
            world.step(0);
            assertThat(world.step(PASS)).isEqualTo(late ? -1 : 0);
            assertThat(world.over()).isEqualTo(!late);
        }
    }

    @Test
    void jobsBeyondTheSlotsWaitInTheBacklogAndMoveUp() {
        DeepRm world = world(
                Rules.published(PASS, Rules.End.ALL_DONE).seenAs(Rules.View.COMPACT),
                job(1, 5, 1),
                job(2, 5, 1),
                job(3, 5, 1));
        for (int i = 0; i < 3; i++) {
            world.step(PASS);
        }
        assertThat(observed(world)).endsWith(1 / 15f, 0.5f, 0.1f, 2 / 15f, 0.5f, 0.1f, 1 / 60f);
        world.step(0);
        assertThat(observed(world))
                .endsWith(3 / 15f, 0.5f, 0.1f, 2 / 15f, 0.5f, 0.1f, 0f)
                .startsWith(1 / 80f, 0f);
    }

    @Test
    void theImageShowsBlocks() {
        DeepRm world = world(Rules.End.ALL_DONE, job(2, 3, 1), job(1, 1, 9), job(1, 1, 5), job(1, 1, 6), job(1, 1, 6));
        for (int i = 0; i < 5; i++) {
            world.step(PASS);
        }
        world.step(0);
        int width = (10 + 10 * PASS) * 2 + 3 + 1;
        float[] seen = observed(world);
        assertThat(world.mdp().observation().rows()).isEqualTo(20);
        assertThat(seen).hasSize(20 * width);
        assertThat(columns(seen, 0, width)).isEqualTo("0-2 10 20 30 40-44 50-58 60-61");
        assertThat(columns(seen, 1, width)).isEqualTo("0-2 30");
        assertThat(columns(seen, 2, width)).isEmpty();
    }

    /** The places of numbers above 0 in a row. */
    private static String columns(float[] seen, int row, int width) {
        List<String> runs = new ArrayList<>();
        for (int at = 0; at < width; at++) {
            int from = at;
            while (at < width && seen[row * width + at] > 0) {
                at++;
            }
            if (at > from) {
                runs.add(at - 1 == from ? "" + from : from + "-" + (at - 1));
            }
        }
        return String.join(" ", runs);
    }

    @Test
    void colouredJobsAreToldApart() {
        DeepRm world = world(Rules.published(PASS, Rules.End.ALL_DONE).coloured(), job(3, 5, 1), job(3, 5, 1));
        world.step(PASS);
        world.step(PASS);
        world.step(0);
        world.step(1);
        float[] seen = observed(world);
        assertThat(seen[0]).isBetween(1 / 40f, 39 / 40f).isEqualTo(seen[4]).isNotEqualTo(seen[5]);
        assertThat(seen[5]).isBetween(1 / 40f, 39 / 40f);
    }

    @Test
    void episodesThatAreNotPlayedAreCutOff() {
        DeepRm world = world(Rules.End.ALL_DONE, job(1, 1, 1));
        int steps = play(world, w -> w.pass());
        assertThat(steps).isEqualTo(Rules.CAP + 1);
        assertThat(world.truncated()).isTrue();
        assertThat(world.figures().get("jobs_unfinished")).isEqualTo(1);
        assertThat(world.figures().get("slowdown_mean")).isNaN();
    }

    @Test
    void theMaskForbidsOnlyWhereAskedFor() {
        boolean[] allowed = new boolean[PASS + 1];
        DeepRm open = world(Rules.End.ALL_DONE, job(1, 1, 1));
        open.mask(allowed, 0);
        assertThat(allowed).containsExactly(true, true, true);
        DeepRm masked = world(Rules.published(PASS, Rules.End.ALL_DONE).masked(), job(1, 1, 1));
        masked.step(PASS);
        masked.mask(allowed, 0);
        assertThat(allowed).containsExactly(true, false, true);
        assertThatThrownBy(() -> masked.step(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(1)");
        assertThat(masked.step(0)).isZero();
        masked.step(PASS);
        masked.mask(allowed, 0);
        assertThat(masked.over()).isTrue();
        assertThat(allowed).containsOnly(false);
    }

    @Test
    void callsOutOfOrderAreNamed() {
        DeepRm world = new DeepRm(Rules.published(PASS, Rules.End.NO_NEW_JOB), JobSets.drawn(0.5, 1));
        assertThat(world.over()).isTrue();
        assertThatThrownBy(() -> world.step(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> observed(world)).isInstanceOf(IllegalStateException.class);
        world.reset(1);
        assertThatThrownBy(() -> world.step(-1)).hasMessageContaining("(-1)");
        assertThatThrownBy(() -> world.step(3)).hasMessageContaining("(3)");
        world.step(PASS);
        assertThat(world.over()).isTrue();
        assertThatThrownBy(() -> world.step(PASS)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource(Rules.View.class)
    void equalSeedsGiveEqualEpisodesWithinTheBounds(Rules.View view) {
        DeepRm world = new DeepRm(
                Rules.published(10, Rules.End.ALL_DONE).seenAs(view).coloured(), JobSets.drawn(1, JobSets.STEPS));
        List<Integer> first = hashes(world, 3);
        assertThat(hashes(world, 4)).isNotEqualTo(first);
        assertThat(hashes(world, 3)).isEqualTo(first);
        assertThat(world.mdp().observation().features().stream()
                        .map(Feature::name)
                        .distinct())
                .hasSize(
                        switch (view) {
                            case IMAGE -> 224;
                            case COMPACT -> 91;
                            case SLOTS -> 22;
                        });
    }

    @Test
    void aRowTellsOfItsSlotAndOfAll() {
        Rules rules = Rules.published(PASS, Rules.End.ALL_DONE).seenAs(Rules.View.SLOTS);
        DeepRm world = world(rules, job(2, 6, 1), job(3, 5, 2), job(3, 1, 1), job(1, 1, 1));
        for (int i = 0; i < 4; i++) {
            world.step(PASS);
        }
        world.step(0);
        assertThat(told(world, 0, "pass", "length", "urgency", "cells_0", "delay", "later", "left_0", "left_1"))
                .containsExactly(0f, 3 / 15f, 1 / 3f, 0.1f, 0f, 0f, 0.3f, 0.8f);
        assertThat(told(world, 1, "length", "delay", "later", "alignment", "shorter", "equal"))
                .containsExactly(3 / 15f, 2 / 20f, 1f, (5 * 4 + 2 * 9) / 200f, 0f, 0.5f);
        assertThat(told(world, PASS, "pass", "length", "waiting", "backlog", "shortest", "free_0", "soon_0", "ahead_1"))
                .containsExactly(1f, 0f, 1f, 1 / 60f, 3 / 15f, 0.4f, (4 + 4 + 30) / 50f, (9 + 9 + 180) / 200f);
    }

    private static List<Float> told(DeepRm world, int row, String... names) {
        List<String> features =
                world.mdp().observation().features().stream().map(Feature::name).toList();
        float[] seen = observed(world);
        return Arrays.stream(names)
                .map(name -> seen[row * features.size() + features.indexOf(name)])
                .toList();
    }

    private static List<Integer> hashes(DeepRm world, long seed) {
        world.reset(seed);
        Chance chance = new Chance(seed, "test", 0);
        List<Integer> hashes = new ArrayList<>();
        while (!world.over()) {
            float[] seen = observed(world);
            for (float number : seen) {
                assertThat(number).isBetween(0f, 1f);
            }
            hashes.add(Arrays.hashCode(seen));
            world.step(Baseline.random(chance::below).pick(world));
        }
        return hashes;
    }

    private static float[] observed(DeepRm world) {
        float[] seen = new float[world.mdp().observation().size()];
        world.observe(seen, 0);
        return seen;
    }

    /** Plays to the end and returns the count of steps. */
    private static int play(DeepRm world, Baseline player) {
        int steps = 0;
        while (!world.over()) {
            world.step(player.pick(world));
            steps++;
        }
        return steps;
    }
}
