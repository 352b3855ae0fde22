package io.berth.sim.trace.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.OpenbText;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.input.InputException;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SwfLogTest {
    private static final Path FILE = Path.of("log.swf");

    private final RowNotes notes = new RowNotes();

    @Test
    void a_header_value_may_have_text_behind_its_number() {
        SwfHeader header =
                header("; MaxNodes: 338 (batch 430)\n;MaxProcs:  676\n; UnixStartTime: 1027839845\n; Note: x");

        assertThat(header).isEqualTo(new SwfHeader(338, 676, 1027839845));
        assertThat(header.processorsPerNode()).isEqualTo(2);
    }

    @Test
    void nodes_of_several_processors_are_nodes() {
        List<NodeSpec> machine = header("; MaxNodes: 3\n; MaxProcs: 24").machine(FILE);

        assertThat(machine).hasSize(3).allMatch(node -> node.cpuMilli() == 8000 && node.gpus() == 0);
        assertThat(machine.getLast().name()).isEqualTo("node-0002");
    }

    @Test
    void nodes_of_one_processor_and_uneven_ones_are_one_pool() {
        assertThat(header("; MaxNodes: 256").machine(FILE))
                .singleElement()
                .returns(256_000L, NodeSpec::cpuMilli)
                .returns("pool", NodeSpec::name);
        assertThat(header("; MaxProcs: 240\n; MaxNodes: 240").machine(FILE)).hasSize(1);
        assertThat(header("; MaxProcs: 100\n; MaxNodes: 3").machine(FILE))
                .singleElement()
                .returns(100_000L, NodeSpec::cpuMilli);
    }

    @Test
    void a_header_without_size_makes_no_machine() {
        assertThatThrownBy(() -> header("; Computer: Seth\n1 0").machine(FILE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("says neither MaxNodes nor MaxProcs");
    }

    @Test
    void a_line_becomes_a_job_with_its_times_in_nanoseconds_of_the_log() {
        SwfJob job =
                log(" 11   342072     32  43306.25   32  43307.5    -1   40  43200    2048.5  1   4   7  9 2  3 -1 -1\r\n")
                        .jobs()
                        .getFirst();

        assertThat(job)
                .isEqualTo(new SwfJob(
                        11,
                        342072 * Nanos.SECOND,
                        43306_250_000_000L,
                        32,
                        40,
                        43200 * Nanos.SECOND,
                        2048,
                        1,
                        4,
                        7,
                        9,
                        2,
                        3));
        assertThat(job.processors()).isEqualTo(40);
    }

    @Test
    void what_is_no_number_or_of_another_length_is_refused_with_line_and_field() {
        assertThatThrownBy(() -> log("; MaxNodes: 4\n1 0 0 x 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n"))
                .isInstanceOf(InputException.class)
                .hasMessage("log.swf:2: field 4, run time: \"x\" is not a number; allowed: a number");
        assertThatThrownBy(() -> log("1 0 0 5 1\n")).hasMessageContaining("log.swf:1: has too few fields");
        assertThatThrownBy(() -> log(row(1, -5, 10, 1, 1, 10, 1)))
                .hasMessageContaining("field 2, submit time: \"-5\" is negative");
    }

    @Test
    void bad_lines_are_skipped_and_counted_where_that_is_wished() {
        Lenience lenience = Lenience.counting();
        String text = row(1, 0, 10, 1, 1, 10, 1) + "nonsense\n" + row(2, 5, 10, 1, 1, 10, 1);

        assertThat(SwfLog.read("log.swf", OpenbText.stream(text), lenience).jobs())
                .hasSize(2);
        assertThat(lenience.skippedByReason()).containsExactly(Map.entry("has too few fields", 1L));
    }

    @Test
    void a_job_is_as_few_equal_tasks_as_the_nodes_allow() {
        assertThat(tasks(7, 8)).isEqualTo(1).isEqualTo(tasks(8, 8));
        JobSpec wide = spec(20, 8);
        assertThat(wide.tasks()).isEqualTo(3);
        assertThat(wide.demand().cpuMilli()).isEqualTo(7000);
        assertThat(tasks(200, 256)).isEqualTo(1);
    }

    @Test
    void the_estimate_is_the_requested_time_or_else_the_run_time() {
        ListedWorkload jobs = workload(row(1, 5, 100, 2, 2, 3600, 1) + row(2, 6, 100, 2, 2, -1, 1));

        assertThat(jobs.arrivals().getFirst().spec().estimateNanos()).isEqualTo(Nanos.HOUR);
        assertThat(jobs.arrivals().getLast().spec().estimateNanos()).isEqualTo(100 * Nanos.SECOND);
        assertThat(notes.assumedByKind()).containsValue(1L).hasSize(1);
    }

    @Test
    void jobs_arrive_at_the_seconds_of_the_log_in_order() {
        ListedWorkload jobs = workload(row(2, 9, 1, 1, 1, 1, 1) + row(3, 4, 1, 1, 1, 1, 1) + row(4, 4, 1, 1, 1, 1, 1));

        assertThat(jobs.arrivals())
                .extracting(Arrival::atNanos)
                .containsExactly(4 * Nanos.SECOND, 4_000_000_000L, 9_000_000_000L);
        assertThat(jobs.arrivals()).extracting(arrival -> arrival.spec().name()).containsExactly("3", "4", "2");
    }

    @Test
    void lines_that_are_no_job_to_replay_are_counted_by_reason() {
        ListedWorkload jobs = workload(row(1, 0, 0, 1, 1, 10, 5)
                + row(2, 0, -1, 1, 1, 10, 5)
                + row(3, 0, 0, 1, 1, 10, 1)
                + row(4, 0, -1, 1, 1, 10, 0)
                + row(5, 0, 10, -1, -1, 10, 1)
                + row(6, 0, 10, 1, 1, 10, 3)
                + row(7, 0, 10, 1, 1, 10, 5));

        assertThat(jobs.arrivals()).extracting(arrival -> arrival.spec().name()).containsExactly("7");
        assertThat(notes.skippedByReason())
                .containsEntry("was cancelled before it ran", 2L)
                .containsEntry("ran 0 s", 1L)
                .containsEntry("run time is unknown", 1L)
                .containsEntry("processors are unknown", 1L)
                .containsEntry("tells a part of a job", 1L)
                .hasSize(5);
    }

    @Test
    void the_queue_is_what_the_scenario_says() {
        SwfLog log = log("1 0 0 9 1 1 -1 1 9 -1 1 4 7 -1 2 3 -1 -1\n");

        assertThat(queue(log, QueueBy.QUEUE)).isEqualTo("queue-2");
        assertThat(queue(log, QueueBy.PARTITION)).isEqualTo("partition-3");
        assertThat(queue(log, QueueBy.USER)).isEqualTo("user-4");
        assertThat(queue(log, QueueBy.GROUP)).isEqualTo("group-7");
        assertThat(workload(row(1, 0, 9, 1, 1, 9, 1))
                        .arrivals()
                        .getFirst()
                        .spec()
                        .queue())
                .isEqualTo(JobSpec.DEFAULT_QUEUE);
    }

    private String queue(SwfLog log, QueueBy by) {
        return SwfWorkload.of(log, by, 4, notes).arrivals().getFirst().spec().queue();
    }

    private JobSpec spec(int processors, long cpusPerNode) {
        return SwfWorkload.of(log(row(1, 0, 10, processors, processors, 10, 1)), QueueBy.QUEUE, cpusPerNode, notes)
                .arrivals()
                .getFirst()
                .spec();
    }

    private int tasks(int processors, long cpusPerNode) {
        return spec(processors, cpusPerNode).tasks();
    }

    private ListedWorkload workload(String text) {
        return SwfWorkload.of(log(text), QueueBy.QUEUE, 8, notes);
    }

    private static SwfHeader header(String text) {
        return SwfHeader.read("log.swf", OpenbText.stream(text));
    }

    private static SwfLog log(String text) {
        return SwfLog.read("log.swf", OpenbText.stream(text), Lenience.STRICT);
    }

    /** A line of number, submit, run, allocated, requested processors, requested time and status; the rest is unknown. */
    private static String row(int... values) {
        return String.format(
                "%d %d -1 %d %d -1 -1 %d %d -1 %d -1 -1 -1 -1 -1 -1 -1%n",
                Arrays.stream(values).boxed().toArray());
    }
}
