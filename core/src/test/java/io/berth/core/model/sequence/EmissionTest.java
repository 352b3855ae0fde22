package io.berth.core.model.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.SequenceShape;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmissionTest {
    private static final SequenceShape SHAPE = new SequenceShape(8, 12, 1);
    private static final int JOBS = 9;

    private static Emission emission(long seed, int alternatives) {
        return new Emission(
                new SequenceNetwork(SHAPE, SequenceNetworkTest.parameters(SHAPE, seed), JOBS), alternatives);
    }

    @Test
    void no_job_comes_twice_and_all_come_that_there_is_room_for() {
        for (long seed = 1; seed <= 100; seed++) {
            TestCourse course = TestCourse.random(seed, JOBS, 3);

            List<Integer> order = emission(seed, (int) (seed % 4)).emit(course);

            assertThat(order).doesNotHaveDuplicates().isEqualTo(course.taken);
            for (int job = 0; job < JOBS; job++) {
                assertThat(course.open(job)).as("seed %d, job %d", seed, job).isFalse();
            }
        }
    }

    @Test
    void more_alternatives_are_never_worse_and_often_better() {
        int better = 0;
        for (long seed = 1; seed <= 100; seed++) {
            TestCourse course = TestCourse.random(seed, JOBS, 3);
            emission(7, 0).emit(course);
            long alone = course.worth();
            emission(7, 6).emit(course);

            assertThat(course.worth()).as("seed %d", seed).isGreaterThanOrEqualTo(alone);
            better += course.worth() > alone ? 1 : 0;
        }
        assertThat(better).isGreaterThan(20);
    }

    @Test
    void the_same_course_has_the_same_order_whatever_came_before() {
        Emission emission = emission(3, 4);
        List<Integer> order = emission.emit(TestCourse.random(1, JOBS, 3));
        emission.emit(TestCourse.random(2, 5, 1));

        assertThat(emission.emit(TestCourse.random(1, JOBS, 3))).isEqualTo(order);
    }

    @Test
    void a_course_without_room_has_an_empty_order() {
        TestCourse course = new TestCourse(0, new int[] {1, 2}, new long[] {1, 1}, new float[2 * 14], new float[0]);

        assertThat(emission(1, 4).emit(course)).isEmpty();
    }
}
