package io.berth.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.berth.core.model.SequenceShape;
import io.berth.core.model.column.WindowColumns;
import io.berth.core.model.sequence.SequenceNetwork;
import io.berth.core.time.Chance;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.gradient.Loss;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The network that is differentiated and the one that decides are one function. */
class SequenceNetworksTest {
    private static final SequenceShape SHAPE = new SequenceShape(8, 12, 2);

    private final SequenceNetworks networks = new SequenceNetworks(SHAPE);
    private final List<Knapsack> courses = new ArrayList<>();
    private final List<SequenceLesson> lessons = new ArrayList<>();

    SequenceNetworksTest() {
        // Of several sizes, so that they are padded.
        for (long seed = 1; seed <= 6; seed++) {
            Knapsack course = Knapsack.random(seed, 4 + (int) seed, 1 + (int) seed % 3);
            courses.add(course);
            lessons.add(course.lesson());
        }
    }

    private static float[] random(int count) {
        Chance chance = new Chance(1, "parameters", 0);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) (0.3 * chance.normal());
        }
        return numbers;
    }

    @Test
    void deciding_and_learning_score_alike_at_every_step() {
        float[] parameters = random(SHAPE.parameters());
        int steps = lessons.stream().mapToInt(each -> each.steps().size()).max().orElseThrow();
        int jobs = lessons.stream().mapToInt(SequenceLesson::jobs).max().orElseThrow();
        float[] learnt = scores(parameters);

        int compared = 0;
        for (int at = 0; at < lessons.size(); at++) {
            SequenceNetwork plain = new SequenceNetwork(SHAPE, parameters, jobs);
            Knapsack course = courses.get(at);
            course.restart();
            plain.begin(course);
            for (int step = 0; step < lessons.get(at).steps().size(); step++) {
                int row = (at * steps + step) * jobs;
                float[] seen = Arrays.copyOfRange(learnt, row, row + jobs);
                compared += alike(plain, course, step, lessons.get(at).steps().get(step), seen);
            }
        }
        assertThat(compared).isGreaterThan(50);
    }

    /** How many jobs may come at {@code step}, all of which {@code plain} scores as they were {@code seen}. */
    private static int alike(
            SequenceNetwork plain, Knapsack course, int step, SequenceLesson.Step lesson, float[] seen) {
        if (lesson.before() >= 0) {
            course.take(lesson.before());
        }
        float[] decided = new float[course.jobs()];
        plain.score(course, step, lesson.before(), decided);
        int open = 0;
        for (int job = 0; job < seen.length; job++) {
            if (job < course.jobs() && course.open(job)) {
                assertThat(seen[job]).isCloseTo(decided[job], within(1e-4f));
                open++;
            } else {
                assertThat(seen[job]).isLessThan(-1e8f);
            }
        }
        return open;
    }

    private float[] scores(float[] parameters) {
        AtomicReference<float[]> seen = new AtomicReference<>(new float[0]);
        sum(parameters, (at, inputs) -> {
            NDArray scores = networks.scores(at, inputs);
            seen.set(scores.toFloatArray());
            return new NDList(scores.sum());
        });
        return seen.get();
    }

    private GradientSum sum(float[] parameters, Loss loss) {
        try (GradientWorkers workers = new GradientWorkers(1);
                GradientWorkers.Batch batch =
                        workers.batch(1, parameters.length, (manager, _) -> networks.prepare(manager, lessons))) {
            return batch.sum(parameters, loss);
        }
    }

    @Test
    void the_gradient_is_that_of_the_loss() {
        float[] parameters = random(SHAPE.parameters());
        GradientSum sum = sum(parameters, networks::loss);
        Chance chance = new Chance(1, "directions", 0);
        double steepest = 0;
        for (int trial = 0; trial < 5; trial++) {
            float[] more = parameters.clone();
            float[] less = parameters.clone();
            double slope = 0;
            for (int i = 0; i < parameters.length; i++) {
                float step = (float) (2e-4 * chance.normal());
                more[i] += step;
                less[i] -= step;
                slope += sum.gradient()[i] * step;
            }
            double found = (sum(more, networks::loss).figures()[0]
                            - sum(less, networks::loss).figures()[0])
                    / 2;
            assertThat(found).isCloseTo(slope, within(0.05 * Math.abs(slope) + 2e-4));
            steepest = Math.max(steepest, Math.abs(slope));
        }
        assertThat(steepest).isGreaterThan(2e-3);
        assertThat(sum.figures()[0]).isPositive();
    }

    @Test
    void every_part_has_a_gradient() {
        float[] gradient = sum(random(SHAPE.parameters()), networks::loss).gradient();
        int at = 0;
        for (int part = 0; part < SHAPE.parts().size(); part++) {
            double size = 0;
            for (int i = 0; i < SHAPE.parts().get(part).parameters(); i++) {
                size += Math.abs(gradient[at++]);
            }
            assertThat(size).as("part %d", part).isPositive();
        }
    }

    @Test
    void a_seed_draws_its_own_parameters() {
        assertThat(networks.begin(1)).isEqualTo(networks.begin(1)).isNotEqualTo(networks.begin(2));
        assertThat(WindowColumns.ALL).doesNotHaveDuplicates();
    }
}
