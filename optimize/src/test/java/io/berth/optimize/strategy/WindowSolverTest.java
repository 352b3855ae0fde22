package io.berth.optimize.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.policy.Facts.ShapeCount;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.time.Chance;
import io.berth.core.workload.Demand;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowSolverTest {
    private static final long GIB = 1L << 30;
    private static final int CASES = 300;
    private static final long PLENTY = 50_000;

    @ParameterizedTest
    @ValueSource(strings = {"fgd-lookahead", "hungarian", "exchange", "dual", "ilp"})
    void a_plan_fits_as_a_whole_keeps_gangs_whole_and_stays_within_its_work(String method) {
        WindowSolver solver = new WindowSolver();
        for (long seed = 1; seed <= CASES; seed++) {
            WindowQuestion question = RandomWindows.random(seed, method, 500 + 20 * seed);
            NodeTable nodes = question.nodes().copy();
            WindowAnswer answer = solver.plan(question);

            assertThat(answer.work()).isLessThanOrEqualTo(question.planning().work());
            for (WindowStart start : answer.starts()) {
                WindowJob job = question.jobs().stream()
                        .filter(asked -> asked.job() == start.job())
                        .findFirst()
                        .orElseThrow();
                assertThat(start.placements()).hasSize(job.tasks());
                for (Placement placement : start.placements()) {
                    assertThat(nodes.grants().fit(job.shape(), placement.node(), placement.grant()))
                            .as("seed %d: %s", seed, start)
                            .isTrue();
                    nodes.take(job.shape(), placement.node(), placement.grant());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fgd-lookahead", "hungarian", "exchange", "dual", "ilp"})
    void what_a_solver_remembers_changes_no_answer(String method) {
        WindowSolver old = new WindowSolver();
        NodeTable nodes = RandomWindows.random(1, method, PLENTY).nodes();
        Chance chance = new Chance(7, "window", 0);
        List<Shape> shapes = RandomWindows.shapes(chance, nodes);
        for (int question = 0; question < 40; question++) {
            List<WindowJob> jobs = RandomWindows.jobs(chance, shapes);
            WindowAnswer answer = old.plan(RandomWindows.question(method, PLENTY, jobs, nodes.copy(), shapes));

            assertThat(new WindowSolver().plan(RandomWindows.question(method, PLENTY, jobs, nodes.copy(), shapes)))
                    .isEqualTo(answer);
            for (WindowStart start : answer.starts()) {
                Shape shape = jobs.stream()
                        .filter(job -> job.job() == start.job())
                        .findFirst()
                        .orElseThrow()
                        .shape();
                start.placements().forEach(placement -> nodes.take(shape, placement.node(), placement.grant()));
            }
        }
    }

    @Test
    void a_search_never_ends_with_less_than_it_began_with() {
        for (long seed = 1; seed <= CASES; seed++) {
            double inTurn = worth(seed, "fgd-lookahead");
            assertThat(worth(seed, "exchange")).as("seed %d", seed).isGreaterThanOrEqualTo(inTurn - 1e-6);
        }
    }

    @Test
    void where_only_one_of_two_has_room_it_is_the_one_that_uses_more_gpus() {
        NodeTable nodes = new NodeTable();
        nodes.join(0, NodeSpec.of("n0", 8_000, 64 * GIB, 1, "T4"));
        Shape share = new Shape(0, Demand.cpu(1000, GIB).withGpuShare(1, 810));
        Shape whole = new Shape(1, Demand.cpu(1000, GIB).withGpus(1));
        List<WindowJob> jobs = List.of(new WindowJob(1, share, 1, 0, 0), new WindowJob(2, whole, 1, 0, 0));
        for (String method : List.of("hungarian", "exchange", "dual", "ilp")) {
            WindowAnswer answer = new WindowSolver()
                    .plan(RandomWindows.question(method, PLENTY, jobs, nodes.copy(), List.of(share, whole)));
            assertThat(answer.starts()).as(method).extracting(WindowStart::job).containsExactly(2L);
        }
    }

    @Test
    void a_window_that_its_work_does_not_suffice_to_look_at_is_not_planned() {
        assertThat(new WindowSolver().plan(RandomWindows.random(1, "dual", 1)).planned())
                .isFalse();
    }

    @Test
    void tasks_cost_what_they_take_from_the_jobs_to_come() {
        for (long seed = 1; seed <= CASES; seed++) {
            WindowQuestion question = RandomWindows.random(seed, "dual", PLENTY);
            NodeTable nodes = question.nodes();
            Outlook outlook = new Outlook(question.mix(), nodes);
            Shape shape = question.jobs().getFirst().shape();
            for (int node = 0; node < nodes.count(); node++) {
                boolean whole = shape.demand().wholeGpus();
                if (shape.demand().gpus() == 0 || nodes.whyNot(shape, node) != null) {
                    continue;
                }
                int device = whole ? -1 : fitting(nodes, node, shape);
                Grant grant = whole ? nodes.grants().firstIdle(shape, node) : Grant.device(device);
                double growth = outlook.growth(nodes, node, shape, device);
                double before = outlook.lost(nodes, node);
                nodes.take(shape, node, grant);

                assertThat(outlook.lost(nodes, node) - before).isCloseTo(growth, within(1e-6));
                nodes.undo(shape, node, grant);
            }
        }
    }

    @Test
    void a_model_that_somebody_must_have_costs_those_who_need_not() {
        NodeTable nodes = new NodeTable();
        nodes.join(0, NodeSpec.of("n0", 8_000, 64 * GIB, 4, "T4"));
        nodes.join(1, NodeSpec.of("n1", 8_000, 64 * GIB, 4, "A100"));
        Shape any = new Shape(0, Demand.cpu(0, 0).withGpus(1));
        Shape picky = new Shape(1, Demand.cpu(0, 0).withGpus(1).onModels(List.of("T4")));

        double[] even = ModelPrices.of(List.of(new ShapeCount(any, 10)), nodes);
        double[] scarce = ModelPrices.of(List.of(new ShapeCount(any, 5), new ShapeCount(picky, 5)), nodes);

        assertThat(even).containsExactly(0, 0);
        assertThat(scarce[nodes.model(1)]).isZero();
        assertThat(scarce[nodes.model(0)]).isGreaterThan(0.25);
    }

    private static double worth(long seed, String method) {
        WindowQuestion question = RandomWindows.random(seed, method, PLENTY);
        PlacementCosts costs = new PlacementCosts();
        costs.begin(question.mix(), question.nodes());
        Trial trial = new Trial(question, costs);
        switch (method) {
            case "exchange" -> ExchangeSearch.improve(trial);
            default -> Construction.inTurn(trial);
        }
        return trial.worth();
    }

    private static int fitting(NodeTable nodes, int node, Shape shape) {
        int gpu = 0;
        while (!nodes.gpuFits(shape, node, gpu)) {
            gpu++;
        }
        return gpu;
    }
}
