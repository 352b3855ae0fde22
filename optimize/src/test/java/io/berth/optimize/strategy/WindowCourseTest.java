package io.berth.optimize.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.decision.Placement;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.SequenceModel;
import io.berth.core.model.SequenceShape;
import io.berth.core.model.column.WindowColumns;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowPlanning.LearntOrder;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WindowCourseTest {
    private static final int CASES = 150;
    private static final long PLENTY = 2_000_000;

    private static WindowQuestion question(long seed) {
        return RandomWindows.random(
                new Chance(seed, "course", 1), "ilp", PLENTY, new RandomWindows.Size(1 + (int) (seed % 6), 10));
    }

    /** A course beside the parts that it is made of. */
    private static final class Scene {
        final Trial trial;
        final WindowProblem problem;
        final WindowCourse course;

        Scene(WindowQuestion question) {
            PlacementCosts costs = new PlacementCosts();
            costs.begin(question.mix(), question.nodes());
            trial = new Trial(question, costs);
            problem = new WindowProblem(trial, question.nodes(), costs);
            problem.open();
            course = new WindowCourse(trial, problem);
        }

        /** Takes jobs by chance until none may come. */
        List<Integer> wander(long seed) {
            Chance chance = new Chance(seed, "wander", 1);
            List<Integer> order = new ArrayList<>();
            List<Integer> open = open();
            while (!open.isEmpty()) {
                int job = open.get(chance.below(open.size()));
                course.take(job);
                order.add(job);
                open = open();
            }
            return order;
        }

        private List<Integer> open() {
            List<Integer> open = new ArrayList<>();
            for (int job = 0; job < course.jobs(); job++) {
                if (course.open(job)) {
                    open.add(job);
                }
            }
            return open;
        }
    }

    @Test
    void an_order_is_worth_what_the_plan_that_it_leaves_is_worth() {
        for (long seed = 1; seed <= CASES; seed++) {
            Scene scene = new Scene(question(seed));
            List<Integer> order = scene.wander(seed);
            long told = scene.course.worth();
            Placement[][] plan = scene.trial.snapshot();
            scene.trial.clear();

            assertThat(scene.problem.worth(plan)).as("seed %d", seed).isEqualTo(told);
            assertThat(scene.course.worth(order.stream().mapToInt(i -> i).toArray()))
                    .isEqualTo(told);
        }
    }

    @Test
    void a_job_comes_once_and_only_where_there_is_room() {
        int refused = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            Scene scene = new Scene(question(seed));
            List<Integer> order = scene.wander(seed);

            assertThat(order).doesNotHaveDuplicates();
            for (int job = 0; job < scene.course.jobs(); job++) {
                int closed = job;
                assertThatThrownBy(() -> scene.course.take(closed)).isInstanceOf(IllegalStateException.class);
                boolean placed = scene.trial.isPlaced(job);
                assertThat(placed).isEqualTo(order.contains(job));
                if (!placed) {
                    refused++;
                    boolean room = scene.trial.place(job, _ -> scene.problem.options(closed));
                    assertThat(room && scene.trial.wished(job) >= 0)
                            .as("seed %d, job %d", seed, job)
                            .isFalse();
                    scene.trial.remove(job);
                }
            }
        }
        assertThat(refused).as("jobs without room").isGreaterThan(CASES);
    }

    @Test
    void a_pilot_tells_what_the_order_comes_to_and_changes_nothing() {
        for (long seed = 1; seed <= CASES; seed++) {
            Scene scene = new Scene(question(seed));
            WindowCourse course = scene.course;
            float[] before = course.stepRows().clone();
            for (int job : scene.open()) {
                List<Integer> rest = new ArrayList<>(scene.open());
                rest.remove((Integer) job);
                rest.sort((a, b) -> Double.compare(scene.trial.value(b), scene.trial.value(a)));
                rest.addFirst(job);

                long pilot = course.pilot(job);
                assertThat(pilot)
                        .isEqualTo(course.worth(rest.stream().mapToInt(i -> i).toArray()));
            }
            assertThat(course.stepRows()).isEqualTo(before);
        }
    }

    @Test
    void what_is_seen_is_from_0_to_1_and_begins_again() {
        for (long seed = 1; seed <= CASES; seed++) {
            WindowCourse course = new Scene(question(seed)).course;
            float[] begun = course.stepRows().clone();
            for (float[] rows : List.of(course.jobRows(), course.nodeRows(), begun, course.stateRow())) {
                for (float number : rows) {
                    assertThat(number).isBetween(0f, 1f);
                }
            }
            assertThat(course.nodes()).isLessThanOrEqualTo(WindowColumns.MAX_NODES);
            if (course.open(0)) {
                course.take(0);
                assertThat(course.stepRows()).isNotEqualTo(begun);
            }
            course.restart();
            assertThat(course.stepRows()).isEqualTo(begun);
        }
    }

    @Test
    void lessons_come_to_the_optimum_of_nearly_all_windows() {
        int equal = 0;
        int choices = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            WindowLesson lesson = WindowLesson.of(question(seed));
            int[] order = lesson.order().stream().mapToInt(i -> i).toArray();

            assertThat(lesson.proved()).as("seed %d", seed).isTrue();
            assertThat(lesson.course().worth(order)).isEqualTo(lesson.taught()).isLessThanOrEqualTo(lesson.optimum());
            assertThat(lesson.order()).hasSize(lesson.course().jobs()).doesNotHaveDuplicates();
            equal += lesson.taught() == lesson.optimum() ? 1 : 0;
            for (int step = 0; step < order.length; step++) {
                for (int job = 0; job < order.length; job++) {
                    choices += lesson.good().get(step)[job] && job != order[step] ? 1 : 0;
                }
            }
        }
        assertThat(equal).isGreaterThanOrEqualTo(CASES * 97 / 100);
        assertThat(choices).as("jobs that might have come as well").isGreaterThan(CASES);
    }

    @Test
    void after_the_order_that_is_taught_nothing_is_better_than_it() {
        for (long seed = 1; seed <= CASES; seed++) {
            WindowLesson lesson = WindowLesson.of(question(seed));
            List<boolean[]> better = lesson.better(lesson.order());
            for (int step = 0; step < better.size(); step++) {
                int job = lesson.order().get(step);
                assertThat(better.get(step)[job] || lesson.taught() < lesson.optimum())
                        .as("seed %d, step %d", seed, step)
                        .isTrue();
            }
        }
    }

    @Test
    void a_plan_by_a_network_keeps_to_room_and_work_and_does_not_depend_on_what_came_before() {
        LearntOrder order = new LearntOrder(model(), 3);
        WindowSolver solver = new WindowSolver();
        for (long seed = 1; seed <= CASES; seed++) {
            WindowAnswer answer = solver.plan(learnt(seed, order, PLENTY));
            WindowAnswer again = new WindowSolver().plan(learnt(seed, order, PLENTY));
            WindowAnswer exact = new WindowSolver().plan(question(seed));

            assertThat(again).as("seed %d", seed).isEqualTo(answer);
            assertThat(answer.planned()).isTrue();
            long most = Objects.requireNonNull(exact.worth()).value();
            assertThat(Objects.requireNonNull(answer.worth()).value()).isLessThanOrEqualTo(most);
            WindowAnswer little = new WindowSolver().plan(learnt(seed, order, 400));
            assertThat(little.planned() ? little.work() : 0).isLessThanOrEqualTo(400);
        }
    }

    @Test
    void an_order_keeps_to_caps_and_sees_utilities() {
        LearntOrder order = new LearntOrder(model(), 3);
        for (long seed = 1; seed <= CASES; seed++) {
            WindowQuestion asked = RandomWindows.bound(seed, "learnt", PLENTY);
            WindowAnswer answer = new WindowSolver()
                    .plan(asked.planned(new WindowPlanning("learnt", 10, PLENTY, 0, 0)
                            .withTerms(asked.planning().terms())
                            .withOrder(order)));
            WindowAnswer exact = new WindowSolver().plan(RandomWindows.bound(seed, "ilp", PLENTY));

            long most = Objects.requireNonNull(exact.worth()).value();
            assertThat(Objects.requireNonNull(answer.worth()).value()).isLessThanOrEqualTo(most);
            for (WindowCap cap : asked.caps()) {
                long given = answer.starts().stream()
                        .map(start -> asked.jobs().get((int) start.job() - 1))
                        .filter(job -> cap.jobs().contains(job.job()))
                        .mapToLong(job -> cap.of(job.milli()))
                        .sum();
                assertThat(given).as("seed %d", seed).isLessThanOrEqualTo(cap.milli());
            }
        }
    }

    private static WindowQuestion learnt(long seed, LearntOrder order, long work) {
        WindowQuestion asked = question(seed);
        return asked.planned(new WindowPlanning("learnt", 10, work, 0, 0).withOrder(order));
    }

    private static SequenceModel model() {
        SequenceShape shape = new SequenceShape(8, 8, 1);
        Chance chance = new Chance(1, "weights", 0);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) (0.3 * chance.normal());
        }
        return new SequenceModel(new LearntNetwork<>(shape, weights, new TreeMap<>()));
    }
}
