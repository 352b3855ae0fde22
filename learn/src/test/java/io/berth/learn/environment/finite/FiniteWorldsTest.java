package io.berth.learn.environment.finite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.learn.environment.finite.FiniteMdp.Outcome;
import org.junit.jupiter.api.Test;

class FiniteWorldsTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    /** The shipped problem textbook-b: seconds by agent and task; index does not fit the small agent. */
    static final double[][] TEXTBOOK_B = {{15, 7, INFINITE}, {12.5, 6, 24}, {11.25, 5.5, 22}};

    @Test
    void theChainIsWorthItsEndWhenItIsWalkedThrough() {
        ValueIteration.Solution best = ValueIteration.solve(SmallWorlds.chain(8), 1e-12);
        assertThat(best.atStart()).isCloseTo(StrictMath.pow(0.95, 7), within(1e-11));
        assertThat(best.policy()).containsOnly(1);
    }

    @Test
    void evaluationAgreesWithValueIteration() {
        FiniteMdp grid = SmallWorlds.grid();
        ValueIteration.Solution best = ValueIteration.solve(grid, 1e-12);
        assertThat(ValueIteration.evaluate(grid, best.policy())).containsExactly(best.values(), within(1e-10));
    }

    @Test
    void textbookTasksAreSolvedAsTheSolverDoes() {
        FiniteMdp oneEach = Assignment.oneEach(TEXTBOOK_B, 1000).asFiniteMdp("textbook");
        assertThat(ValueIteration.solve(oneEach, 1e-9).atStart()).isEqualTo(-41.5);
        FiniteMdp queued = Assignment.queued(TEXTBOOK_B).asFiniteMdp("textbook-completion");
        assertThat(ValueIteration.solve(queued, 1e-9).atStart()).isEqualTo(-41.5);
    }

    @Test
    void capacitiesAreKeptAsInTheTextbook() {
        double[] values = {7, 6, 5, 4, 3};
        double[][] sizes = {values, values, values};
        double[] gain = {-7, -6, -5, -4, -3};
        Assignment harder =
                new Assignment(new double[][] {gain, gain, gain}, sizes, new double[] {10, 8, 6}, 5, false, 0);
        assertThat(ValueIteration.solve(harder.asFiniteMdp("textbook-a-harder"), 1e-9)
                        .atStart())
                .isEqualTo(22);
    }

    @Test
    void greedyChoicesAreNotBestForUnlikeAgents() {
        FiniteMdp world = SmallWorlds.unlikeAgents();
        assertThat(world.states()).isEqualTo(256);
        double best = ValueIteration.solve(world, 1e-12).atStart();
        int[] greedy = new int[world.states()];
        for (int state = 0; state < greedy.length; state++) {
            double most = Double.NEGATIVE_INFINITY;
            for (int action = 0; action < world.actions(); action++) {
                double now = world.allowed(state, action)
                        ? world.outcomes(state, action).getFirst().reward()
                        : Double.NEGATIVE_INFINITY;
                greedy[state] = now > most ? action : greedy[state];
                most = StrictMath.max(most, now);
            }
        }
        assertThat(best).isEqualTo(-13);
        assertThat(world.atStart(ValueIteration.evaluate(world, greedy))).isEqualTo(-14);
    }

    @Test
    void wrongProcessesAreNamed() {
        assertThatThrownBy(() ->
                        new FiniteMdp.Builder("x", "", 1, 1, 1).start(0, 1).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("State 0");
        FiniteMdp.Builder half = new FiniteMdp.Builder("x", "", 1, 1, 1).start(0, 1);
        half.leads(0, 0, new Outcome(0.5, FiniteMdp.END, 0));
        assertThatThrownBy(half::build).hasMessageContaining("0.5");
        assertThatThrownBy(() -> half.leads(0, 0, new Outcome(0.5, 1, 0))).hasMessageContaining("next=1");
        FiniteMdp endless = new FiniteMdp.Builder("endless", "", 1, 1, 1)
                .start(0, 1)
                .leads(0, 0, new Outcome(1, 0, 1))
                .build();
        assertThatThrownBy(() -> ValueIteration.solve(endless, 1e-9)).hasMessageContaining("endless");
        assertThatThrownBy(() -> ValueIteration.evaluate(endless, new int[1])).hasMessageContaining("for ever");
    }

    @Test
    void episodesAreCutOffAtTheLimit() {
        FiniteEnvironment world = new FiniteEnvironment(SmallWorlds.chain(5), 3);
        assertThatThrownBy(() -> world.step(0)).isInstanceOf(IllegalStateException.class);
        world.reset(1);
        assertThat(world.step(0) + world.step(1) + world.step(1)).isEqualTo(0.01);
        assertThat(world.over()).isTrue();
        assertThat(world.truncated()).isTrue();
        float[] seen = new float[5];
        world.observe(seen, 0);
        assertThat(seen).containsExactly(0, 0, 1, 0, 0);
        assertThatThrownBy(() -> world.step(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void outcomesComeAsOftenAsTheyShould() {
        FiniteEnvironment world = new FiniteEnvironment(SmallWorlds.grid(), FiniteEnvironment.FOR_EVER);
        float[] seen = new float[16];
        int[] met = new int[16];
        for (int seed = 0; seed < 10_000; seed++) {
            world.reset(seed);
            world.step(1);
            world.observe(seen, 0);
            for (int state = 0; state < 16; state++) {
                met[state] += (int) seen[state];
            }
        }
        // Headed right from a corner: 0.8 right, 0.1 down, 0.1 stays; five standard errors.
        assertThat(met[1]).isCloseTo(8000, within(200));
        assertThat(met[4]).isCloseTo(1000, within(150));
        assertThat(met[0]).isCloseTo(1000, within(150));
    }

    @Test
    void assignmentsArePlayedPairByPair() {
        AssignmentEnvironment world = new AssignmentEnvironment(Assignment.oneEach(TEXTBOOK_B, 1000));
        assertThat(world.over()).isTrue();
        world.reset(0);
        boolean[] allowed = new boolean[9];
        world.mask(allowed, 0);
        assertThat(allowed).containsExactly(true, true, true, true, true, true, false, true, true);
        assertThatThrownBy(() -> world.step(6)).hasMessageContaining("(6)");
        assertThat(world.step(7)).isEqualTo(-24);
        // Small and large are left for the other two tasks.
        assertThat(world.step(0)).isEqualTo(-15);
        assertThat(world.step(5)).isEqualTo(-5.5);
        assertThat(world.over()).isTrue();
        assertThat(world.figures().get("cost")).isEqualTo(44.5);
    }

    @Test
    void tasksThatNobodyHasRoomForCostTheirPenalty() {
        AssignmentEnvironment world = new AssignmentEnvironment(Assignment.oneEach(TEXTBOOK_B, 1000));
        world.reset(0);
        world.step(1);
        assertThat(world.step(5)).isEqualTo(-1005.5);
        assertThat(world.over()).isTrue();
        assertThat(world.figures().get("tasks_left")).isEqualTo(1);
    }

    @Test
    void observationsOfAssignmentsAreWithinTheirBounds() {
        AssignmentEnvironment world = new AssignmentEnvironment(Assignment.queued(TEXTBOOK_B));
        world.reset(0);
        float[] seen = new float[world.mdp().observation().size()];
        boolean[] allowed = new boolean[9];
        while (!world.over()) {
            world.observe(seen, 0);
            for (float number : seen) {
                assertThat(number).isBetween(-1f, 1f);
            }
            world.mask(allowed, 0);
            int action = 0;
            while (!allowed[action]) {
                action++;
            }
            world.step(action);
        }
        assertThat(world.figures().get("tasks_left")).isZero();
    }
}
