package io.berth.core.model.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.SequenceShape;
import io.berth.core.time.Chance;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SequenceNetworkTest {
    private static final SequenceShape SHAPE = new SequenceShape(8, 12, 2);
    private static final int JOBS = 7;
    private static final int NODES = 5;
    private static final int BITS = -348514295;

    static float[] parameters(SequenceShape shape, long seed) {
        Chance chance = new Chance(seed, "parameters", 0);
        float[] parameters = new float[shape.parameters()];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) (0.3 * chance.normal());
        }
        return parameters;
    }

    private static float[] scores(SequenceNetwork network, Course course, int... emitted) {
        float[] scores = new float[course.jobs()];
        network.begin(course);
        course.restart();
        network.score(course, 0, -1, scores);
        for (int step = 0; step < emitted.length; step++) {
            course.take(emitted[step]);
            network.score(course, step + 1, emitted[step], scores);
        }
        return scores;
    }

    @Test
    void the_order_in_which_jobs_and_nodes_are_given_says_nothing() {
        SequenceNetwork network = new SequenceNetwork(SHAPE, parameters(SHAPE, 1), JOBS);
        int[] order = {3, 0, 6, 5, 1, 4, 2};
        for (long seed = 1; seed <= 20; seed++) {
            TestCourse course = TestCourse.random(seed, JOBS, NODES);
            float[] scores = scores(network, course, 3);
            float[] others = scores(network, course.reordered(order), 0);
            for (int i = 0; i < JOBS; i++) {
                assertThat(others[i]).as("seed %d, job %d", seed, i).isCloseTo(scores[order[i]], within(1e-4f));
            }
        }
    }

    @Test
    void what_was_emitted_and_in_which_order_counts() {
        SequenceNetwork network = new SequenceNetwork(SHAPE, parameters(SHAPE, 1), JOBS);
        TestCourse course =
                new TestCourse(100, new int[] {1, 1, 1, 1, 1, 1, 1}, new long[JOBS], rows(), new float[NODES * 7]);

        float[] oneWay = scores(network, course, 0, 1);
        float[] otherWay = scores(network, course, 1, 0);
        float[] withAnother = scores(network, course, 2, 1);

        assertThat(differ(oneWay, otherWay)).isTrue();
        assertThat(differ(oneWay, withAnother)).isTrue();
    }

    private static float[] rows() {
        return TestCourse.random(1, JOBS, NODES).jobRows();
    }

    private static boolean differ(float[] some, float[] others) {
        for (int i = 0; i < some.length; i++) {
            if (Math.abs(some[i] - others[i]) > 1e-4) {
                return true;
            }
        }
        return false;
    }

    @Test
    void a_step_sees_none_of_those_behind_it() {
        SequenceNetwork network = new SequenceNetwork(SHAPE, parameters(SHAPE, 1), JOBS);
        TestCourse course =
                new TestCourse(100, new int[] {1, 1, 1, 1, 1, 1, 1}, new long[JOBS], rows(), new float[NODES * 7]);
        float[] expected = scores(network, course, 4, 2);

        scores(network, course, 4, 2, 0, 1, 3);
        course.restart();
        course.take(4);
        course.take(2);
        float[] again = new float[JOBS];
        network.score(course, 2, 2, again);

        assertThat(again).isEqualTo(expected);
    }

    @Test
    void a_network_of_another_size_between_leaves_nothing_behind() {
        SequenceNetwork network = new SequenceNetwork(SHAPE, parameters(SHAPE, 1), JOBS);
        TestCourse small = TestCourse.random(1, 3, 2);
        float[] expected = scores(network, small);

        scores(network, TestCourse.random(2, JOBS, NODES), 0);

        assertThat(scores(network, small)).isEqualTo(expected);
    }

    /** Of a build before: sums in another order, or another exponential, would change the bits. */
    @Test
    void every_machine_computes_the_same_bits() {
        SequenceNetwork network = new SequenceNetwork(SHAPE, parameters(SHAPE, 1), JOBS);

        assertThat(Arrays.hashCode(scores(network, TestCourse.random(4, JOBS, NODES), 1)))
                .isEqualTo(BITS);
    }
}
