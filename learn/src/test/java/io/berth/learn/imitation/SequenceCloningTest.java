package io.berth.learn.imitation;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.SequenceShape;
import io.berth.core.model.sequence.Emission;
import io.berth.core.model.sequence.SequenceNetwork;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.imitation.SequenceCloning.Options;
import io.berth.learn.imitation.SequenceCloning.Round;
import io.berth.learn.network.Knapsack;
import io.berth.learn.network.SequenceLesson;
import io.berth.learn.network.SequenceNetworks;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SequenceCloningTest {
    private static final SequenceShape SHAPE = new SequenceShape(16, 32, 1);
    private static final int JOBS = 8;

    /** Windows in which the worth for each unit of room says who comes first. */
    private static final class ByRatio implements SequenceCloning.Teacher {
        private final List<Knapsack> courses = drawn(1, 150);
        private final List<Knapsack> unseen = drawn(1001, 60);

        private static List<Knapsack> drawn(long from, int count) {
            return LongStream.range(from, from + count)
                    .mapToObj(seed -> Knapsack.random(seed, JOBS, 2))
                    .toList();
        }

        @Override
        public List<SequenceLesson> taught() {
            return courses.stream().map(Knapsack::lesson).toList();
        }

        @Override
        public List<SequenceLesson> corrected(float[] parameters) {
            return taught();
        }

        @Override
        public double gap(float[] parameters) {
            Emission emission = new Emission(new SequenceNetwork(SHAPE, parameters, JOBS), 0);
            double gap = 0;
            for (Knapsack course : unseen) {
                double most = course.most();
                emission.emit(course);
                gap += 100 * (most - course.worth()) / most / unseen.size();
            }
            return gap;
        }
    }

    private static SequenceCloning cloning(GradientWorkers workers, int rounds, long seed) {
        return new SequenceCloning(
                new SequenceNetworks(SHAPE), new ByRatio(), workers, new Options(rounds, 15, 16, 0.005, seed));
    }

    @Test
    void a_small_family_is_learnt_to_the_order_that_was_taught() {
        try (GradientWorkers workers = new GradientWorkers(1)) {
            SequenceCloning learnt = cloning(workers, 3, 1);
            double before = new ByRatio().gap(learnt.best());
            learnt.run(() -> {});

            assertThat(before).isGreaterThan(8);
            assertThat(learnt.rounds()).hasSize(3);
            assertThat(new ByRatio().gap(learnt.best())).isLessThan(1.5);
            assertThat(learnt.rounds().getLast().agreement()).isGreaterThan(0.9);
            assertThat(learnt.rounds().stream().mapToDouble(Round::gap).min().orElseThrow())
                    .isEqualTo(new ByRatio().gap(learnt.best()));
        }
    }

    @Test
    void a_seed_learns_the_same_with_any_number_of_threads_and_when_it_is_stopped_between() {
        try (GradientWorkers one = new GradientWorkers(1);
                GradientWorkers two = new GradientWorkers(2)) {
            SequenceCloning whole = cloning(one, 3, 5);
            CheckpointWriter[] states = {new CheckpointWriter()};
            whole.run(() -> {
                if (whole.rounds().size() == 2) {
                    whole.write(states[0]);
                }
            });
            SequenceCloning rest = cloning(two, 3, 5);
            CheckpointReader reader = new CheckpointReader("here", states[0].bytes());
            rest.read(reader);
            assertThat(reader.atEnd()).isTrue();
            rest.run(() -> {});

            assertThat(rest.best()).isEqualTo(whole.best());
            assertThat(rest.rounds()).isEqualTo(whole.rounds());
            assertThat(cloning(one, 3, 6).best()).isNotEqualTo(whole.best());
        }
    }
}
