package io.berth.core.cluster.load.alike;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.load.Use;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlikeTest {
    private static final long GIB = 1L << 30;
    private static final Use ASKED = new Use(8_000, 16 * GIB, 0);

    private final Alike alike = new Alike();

    @ParameterizedTest
    @CsvSource({
        "train-v2-0042[7], train",
        "train, train",
        "job-17, job",
        "web/api-7d9f8c6b5-x2bcd, web/api",
        "etl.daily.20261129, etl.daily",
        "42, 42",
        "run-8-, run",
        "resnet50, resnet50",
    })
    void a_name_without_what_only_numbers_it(String name, String stem) {
        assertThat(Likeness.stem(name)).isEqualTo(stem);
    }

    @Test
    void the_closest_that_are_known_tell_what_is_expected() {
        Demand demand = Demand.cpu(8_000, 16 * GIB);
        Demand imaged = demand.preferring(List.of(new Preference.OfImages(List.of("trainer:1"))));
        learn(job("a-1", demand, Program.NONE), 3, 800);
        learn(job("b-1", imaged, Program.NONE), 3, 1_600);
        learn(job("c-1", demand, Program.of("train", "--fast")), 3, 2_400);

        assertThat(mean(job("a-9", demand, Program.NONE))).isEqualTo(800);
        assertThat(mean(job("new", imaged, Program.NONE))).isEqualTo(1_600);
        assertThat(mean(job("new", demand, Program.of("train", "--fast")))).isEqualTo(2_400);
        assertThat(mean(job("new", demand, Program.NONE))).isEqualTo(1_600);
        assertThat(mean(job("a-9", demand, Program.NONE).withQueue("other"))).isEqualTo(1_600);
        // What is asked for scales with it.
        assertThat(mean(job("a-9", Demand.cpu(4_000, GIB), Program.NONE))).isEqualTo(400);
        assertThat(alike.of(Likeness.of(job("new", Demand.cpu(1_000, GIB), Program.NONE), 0)))
                .isNull();
    }

    @Test
    void two_tell_nothing_and_few_do_not_say_what_most_never_go_beyond() {
        Likeness like = Likeness.of(job("a", Demand.cpu(8_000, 16 * GIB), Program.NONE), 0);
        alike.learn(like, null, used(800));
        alike.learn(like, null, used(800));
        assertThat(alike.of(like)).isNull();
        alike.learn(like, null, used(800));

        Expected few = expected(like);
        assertThat(few.mean().cpuMilli()).isEqualTo(800);
        assertThat(few.most().cpuMilli()).as("85 % of what is asked for").isEqualTo(6_800);
        for (int i = 0; i < 17; i++) {
            alike.learn(like, null, used(800));
        }
        assertThat(expected(like).most().cpuMilli()).isBetween(800L, 900L);
    }

    @Test
    void one_in_five_that_uses_twice_what_it_asks_for_is_what_may_come() {
        Likeness like = Likeness.of(job("a", Demand.cpu(8_000, 16 * GIB), Program.NONE), 0);
        for (int i = 0; i < 200; i++) {
            alike.learn(like, null, used(i % 5 == 0 ? 16_000 : 800));
        }

        assertThat(expected(like).mean().cpuMilli()).isCloseTo(3_840, Percentage.withPercentage(4));
        assertThat(expected(like).most().cpuMilli()).isBetween(16_000L, 18_000L);
    }

    @Test
    void what_changes_is_followed() {
        Likeness like = Likeness.of(job("a", Demand.cpu(8_000, 16 * GIB), Program.NONE), 0);
        for (int i = 0; i < 1_000; i++) {
            alike.learn(like, null, used(8_000));
        }
        for (int i = 0; i < 600; i++) {
            alike.learn(like, null, used(1_000));
        }

        assertThat(expected(like).mean().cpuMilli()).isLessThan(1_100);
        assertThat(expected(like).most().cpuMilli()).isLessThan(1_200);
    }

    @Test
    void a_task_that_is_measured_again_counts_once() {
        Likeness like = Likeness.of(job("a", Demand.cpu(8_000, 16 * GIB), Program.NONE), 0);
        for (int i = 0; i < 20; i++) {
            alike.learn(like, null, used(800));
            alike.learn(like, used(800), used(4_000));
        }

        assertThat(expected(like).mean().cpuMilli()).isEqualTo(4_000);
        assertThat(expected(like).most().cpuMilli()).isBetween(4_000L, 4_500L);
        assertThat(alike.kinds().getFirst().use().tasks()).isEqualTo(20);
    }

    @Test
    void of_more_kinds_than_it_keeps_those_go_that_were_not_heard_of_for_longest() {
        Demand demand = Demand.cpu(8_000, 16 * GIB);
        learn(job("kept", demand, Program.NONE), 3, 800);
        for (int i = 0; i < 3 * Alike.MOST_KINDS; i++) {
            alike.learn(Likeness.of(job(letters(i), demand, Program.NONE), 0), null, used(4_000));
            alike.learn(Likeness.of(job("kept", demand, Program.NONE), 0), null, used(800));
        }

        assertThat(alike.kinds()).hasSize(Alike.MOST_KINDS);
        assertThat(mean(job("kept", demand, Program.NONE))).isEqualTo(800);
        assertThat(alike.kinds().stream().map(Alike.Kind::key))
                .noneMatch(key -> key.contains("\n" + letters(0) + "\n"));
    }

    @Test
    void what_tasks_that_ask_for_the_same_are_told_to_use_changes_seldom() {
        Likeness like = Likeness.of(job("a", Demand.cpu(8_000, 16 * GIB), Program.NONE), 0);
        int told = 0;
        for (int i = 0; i < 1_000; i++) {
            told += alike.learn(like, null, used(800 + i)) ? 1 : 0;
        }

        assertThat(told).isBetween(10, 60);
        assertThat(alike.version()).isEqualTo(told);
        Alike.Told last = alike.told(ASKED);
        assertThat(last).isNotNull();
    }

    @Test
    void what_is_written_down_is_taken_up_again() {
        Demand demand = Demand.cpu(8_000, 16 * GIB);
        learn(job("a", demand, Program.NONE), 5, 800);
        learn(job("b", Demand.cpu(0, 0), Program.NONE), 4, 100);
        Alike again = new Alike();
        again.restore(alike.kinds(), alike.tellings());

        assertThat(again.tellings()).isEqualTo(alike.tellings());
        assertThat(again.of(Likeness.of(job("a", demand, Program.NONE), 0)))
                .isEqualTo(alike.of(Likeness.of(job("a", demand, Program.NONE), 0)));
        assertThat(again.kinds().stream().map(Alike.Kind::key))
                .containsExactlyElementsOf(
                        alike.kinds().stream().map(Alike.Kind::key).toList());
    }

    private void learn(JobSpec job, int times, long cpuMilli) {
        for (int i = 0; i < times; i++) {
            alike.learn(Likeness.of(job, 0), null, used(cpuMilli));
        }
    }

    private long mean(JobSpec job) {
        return expected(Likeness.of(job, 0)).mean().cpuMilli();
    }

    private Expected expected(Likeness like) {
        Expected expected = alike.of(like);
        assertThat(expected).isNotNull();
        return expected;
    }

    private static Expected used(long cpuMilli) {
        return new Expected(new Use(cpuMilli, GIB, 0), new Use(cpuMilli, GIB, 0));
    }

    private static JobSpec job(String name, Demand demand, Program program) {
        return new JobSpec(
                name,
                JobSpec.DEFAULT_QUEUE,
                JobKind.BATCH,
                0,
                TaskGroup.of(1, demand).withProgram(program),
                Timing.known(1));
    }

    private static String letters(int number) {
        StringBuilder text = new StringBuilder("x");
        for (int left = number; left > 0; left /= 7) {
            text.append("aeiouwy".charAt(left % 7));
        }
        return text.toString();
    }
}
