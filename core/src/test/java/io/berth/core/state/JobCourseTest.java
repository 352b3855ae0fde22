package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.state.part.Promise;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A job that changes after an image was taken goes on with a copy of its course: a field that the copy forgot would be lost. */
class JobCourseTest {
    private static final JobSpec SPEC = JobSpec.batch("a", Demand.cpu(1, 1), 1);

    private static final Map<Class<?>, Object> OTHERS = Map.ofEntries(
            Map.entry(long.class, 7L),
            Map.entry(int.class, 7),
            Map.entry(boolean.class, true),
            Map.entry(byte.class, (byte) 2),
            Map.entry(short.class, (short) 3),
            Map.entry(Grant.class, Grant.of(2)),
            Map.entry(String.class, "another"),
            Map.entry(JobSpec.class, SPEC.withName("b")),
            Map.entry(Terms.class, Terms.NONE.withRetries(3)),
            Map.entry(Promise.class, new Promise(5, List.of(Placement.on(1, 1)))),
            Map.entry(Reason.class, Reason.PREEMPTED),
            Map.entry(List.class, List.of(new After(3, When.OK))),
            Map.entry(int[].class, new int[] {4}),
            Map.entry(byte[].class, new byte[] {2}),
            Map.entry(Grant[].class, new Grant[] {Grant.of(2)}));

    @Test
    void a_copy_has_every_field_and_shares_no_array() throws IllegalAccessException {
        JobCourse course = new JobCourse(SPEC, 1);
        for (Field field : fields()) {
            field.set(course, OTHERS.get(field.getType()));
        }

        JobCourse copy = course.copy();

        for (Field field : fields()) {
            assertThat(field.get(copy)).as(field.getName()).isEqualTo(field.get(course));
            if (field.getType().isArray()) {
                assertThat(field.get(copy)).as(field.getName()).isNotSameAs(field.get(course));
            }
        }
    }

    private static List<Field> fields() {
        List<Field> fields = Stream.of(JobCourse.class.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .toList();
        fields.forEach(field -> field.setAccessible(true));
        return fields;
    }
}
