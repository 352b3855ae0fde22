package io.berth.sim.trace.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.BatchText;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.OpenbText;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.input.InputException;
import io.berth.spec.scenario.Period;
import io.berth.spec.scenario.WorkloadSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SacctDumpTest {
    private static final String HEADER = "JobID|Submit|Start|End|ElapsedRaw|Timelimit|State|AllocTRES|Partition\n";
    private static final String TIMES = "|2026-01-01T00:00:00|2026-01-01T00:10:00|2026-01-01T01:10:00|3600|02:00:00|";
    private static final long NEW_YEAR = 1_767_225_600L * Nanos.SECOND;

    private final RowNotes notes = new RowNotes();

    @Test
    void a_row_becomes_a_job_with_a_task_per_node() {
        Arrival arrival = only(
                HEADER + "12" + TIMES + "COMPLETED|billing=9,cpu=16,gres/gpu:a100=8,gres/gpu=8,mem=64G,node=2|gpu\n");
        JobSpec spec = arrival.spec();

        assertThat(arrival.atNanos()).isEqualTo(NEW_YEAR);
        assertThat(spec.name()).isEqualTo("12");
        assertThat(spec.queue()).isEqualTo("gpu");
        assertThat(spec.workNanos()).isEqualTo(Nanos.HOUR);
        assertThat(spec.estimateNanos()).isEqualTo(2 * Nanos.HOUR);
        assertThat(spec.tasks()).isEqualTo(2);
        assertThat(spec.demand().cpuMilli()).isEqualTo(8000);
        assertThat(spec.demand().memoryBytes()).isEqualTo(32L << 30);
        assertThat(spec.demand().gpus()).isEqualTo(4);
        assertThat(spec.demand().gpuModels()).isEmpty();
    }

    @Test
    void columns_stand_in_any_order_and_case_and_rows_may_end_with_a_bar() {
        Arrival arrival =
                only("state|NCPUS|jobid|ELAPSED|submit|\nTIMEOUT|4|7_3|1-00:00:01|2026-01-01T00:00:00+0100|\n");

        assertThat(arrival.atNanos()).isEqualTo(NEW_YEAR - Nanos.HOUR);
        assertThat(arrival.spec().name()).isEqualTo("7_3");
        assertThat(arrival.spec().workNanos()).isEqualTo(Nanos.DAY + Nanos.SECOND);
        assertThat(arrival.spec().demand().cpuMilli()).isEqualTo(4000);
    }

    @Test
    void rows_that_are_no_job_are_counted_by_reason() {
        String held = "|cpu=1,node=1|p\n";
        ListedWorkload jobs = read(HEADER
                + "1" + TIMES + "COMPLETED" + held
                + "1.batch" + TIMES + "COMPLETED" + held
                + "1.extern" + TIMES + "COMPLETED" + held
                + "1_2.0" + TIMES + "COMPLETED" + held
                + "2_[5-9%2]|2026-01-01T00:00:00|Unknown|Unknown|0|02:00:00|PENDING||p\n"
                + "3|2026-01-01T00:00:00|None|2026-01-01T00:10:00|0|02:00:00|CANCELLED by 1000||p\n"
                + "4|2026-01-01T00:00:00|Unknown|Unknown|0|02:00:00|PENDING||p\n"
                + "5|2026-01-01T00:00:00|2026-01-01T00:10:00|2026-01-01T00:10:00|0|02:00:00|FAILED" + held);

        assertThat(jobs.size()).isEqualTo(1);
        assertThat(notes.skippedByReason())
                .containsEntry("is a step of a job", 3L)
                .containsEntry("is tasks of an array that still wait", 1L)
                .containsEntry("never started", 1L)
                .containsEntry("still waits", 1L)
                .containsEntry("ran 0 s", 1L)
                .hasSize(5);
    }

    @Test
    void of_a_requeued_job_the_last_run_counts_from_the_first_submission() {
        Arrival arrival = only(
                HEADER
                        + "9|2026-01-01T00:00:00|2026-01-01T00:10:00|2026-01-01T00:20:00|600|02:00:00|NODE_FAIL|cpu=1,node=1|p\n"
                        + "9|2026-01-01T00:20:00|2026-01-01T00:30:00|2026-01-01T01:30:00|3600|02:00:00|COMPLETED|cpu=1,node=1|p\n");

        assertThat(arrival.atNanos()).isEqualTo(NEW_YEAR);
        assertThat(arrival.spec().workNanos()).isEqualTo(Nanos.HOUR);
        assertThat(notes.skippedByReason()).containsEntry("is an earlier run of a job that was requeued", 1L);
    }

    @Test
    void a_job_that_still_runs_ends_with_what_had_elapsed() {
        Arrival arrival = only(
                HEADER + "9|2026-01-01T00:00:00|2026-01-01T00:10:00|Unknown|900|02:00:00|RUNNING|cpu=1,node=1|p\n");

        assertThat(arrival.spec().workNanos()).isEqualTo(15 * Nanos.MINUTE);
        assertThat(notes.assumedByKind()).containsEntry("still runs; it ends with what had elapsed", 1L);
    }

    @Test
    void limits_without_end_are_unknown_estimates_and_missing_ones_the_run_time() {
        String head = "JobID|Submit|State|ElapsedRaw|NCPUS|TimelimitRaw\n";
        String row = "|2026-01-01T00:00:00|COMPLETED|60|1|";
        ListedWorkload jobs =
                read(head + "1" + row + "UNLIMITED\n2" + row + "Partition_Limit\n3" + row + "90\n4" + row + "\n");

        assertThat(jobs.arrivals())
                .extracting(arrival -> arrival.spec().estimateNanos())
                .containsExactly(Nanos.NEVER, Nanos.NEVER, 90 * Nanos.MINUTE, Nanos.MINUTE);
    }

    @Test
    void a_job_arrives_when_it_is_eligible() {
        Arrival arrival = only("JobID|Submit|Eligible|State|ElapsedRaw|NCPUS\n"
                + "1|2026-01-01T00:00:00|2026-01-01T06:00:00|COMPLETED|60|1\n");

        assertThat(arrival.atNanos()).isEqualTo(NEW_YEAR + 6 * Nanos.HOUR);
    }

    @Test
    void parts_of_a_heterogeneous_job_are_jobs() {
        ListedWorkload jobs = read(HEADER
                + "123+0" + TIMES + "COMPLETED|cpu=4,node=1|p\n"
                + "123+1" + TIMES + "COMPLETED|cpu=64,gres/gpu=8,node=2|p\n");

        assertThat(jobs.arrivals()).extracting(arrival -> arrival.spec().name()).containsExactly("123+0", "123+1");
    }

    @Test
    void a_gpu_model_is_insisted_on_only_where_it_was_asked_for() {
        String head = "JobID|Submit|State|ElapsedRaw|ReqTRES|AllocTRES\n1|2026-01-01T00:00:00|COMPLETED|60|";
        String got = "|cpu=8,gres/gpu:a100=2,gres/gpu=2,node=1\n";

        assertThat(only(head + "cpu=8,gres/gpu=2,node=1" + got).spec().demand().gpuModels())
                .isEmpty();
        assertThat(only(head + "cpu=8,gres/gpu:a100=2,node=1" + got)
                        .spec()
                        .demand()
                        .gpuModels())
                .containsExactly("a100");
        assertThat(only(head + "cpu=8,gres/gpu:a100=2,node=1" + got)
                        .spec()
                        .demand()
                        .gpus())
                .isEqualTo(2);
    }

    @Test
    void typed_gpus_count_where_no_total_is_printed() {
        assertThat(SlurmResources.of("cpu=1,gres/gpu:a100=2,gres/gpu:h100=1,gres/shard=4", "AllocTRES"))
                .isEqualTo(new SlurmResources(SlurmText.NONE, 1, SlurmText.NONE, 0, 3, "a100|h100"));
    }

    /** As slurmdbd 22.05 writes jobs of a cluster with SelectTypeParameters=CR_Core. */
    @Test
    void memory_that_was_asked_for_but_not_lent_is_none() {
        String head = "JobID|Submit|State|ElapsedRaw|ReqMem|ReqTRES|AllocTRES\n1|2026-01-01T00:00:00|COMPLETED|60|512G|"
                + "billing=32,cpu=32,mem=512G,node=1|";

        assertThat(only(head + "billing=32,cpu=32,node=1\n").spec().demand().memoryBytes())
                .isZero();
        assertThat(only(head + "billing=32,cpu=32,mem=4G,node=1\n")
                        .spec()
                        .demand()
                        .memoryBytes())
                .isEqualTo(4L << 30);
        assertThat(only(head + "\n").spec().demand().memoryBytes()).isEqualTo(512L << 30);
    }

    @Test
    void requested_memory_is_of_the_job_a_node_or_a_cpu() {
        String head = "JobID|Submit|State|ElapsedRaw|NNodes|NCPUS|ReqMem\n1|2026-01-01T00:00:00|COMPLETED|60|2|8|";

        assertThat(memory(head + "4G\n")).isEqualTo(2L << 30);
        assertThat(memory(head + "4Gn\n")).isEqualTo(4L << 30);
        assertThat(memory(head + "1000Mc\n")).isEqualTo(4000L << 20);
        assertThat(memory(head + "1.5G\n")).isEqualTo(3L << 28);
    }

    @Test
    void times_have_a_zone_or_are_utc() {
        assertThat(SlurmText.timeNanos("2026-01-01T00:00:00")).isEqualTo(NEW_YEAR);
        assertThat(SlurmText.timeNanos("2026-01-01T00:00:00Z")).isEqualTo(NEW_YEAR);
        assertThat(SlurmText.timeNanos("2026-01-01T02:00:00+02:00")).isEqualTo(NEW_YEAR);
        assertThat(SlurmText.timeNanos("1767225600")).isEqualTo(NEW_YEAR);
        assertThat(SlurmText.timeNanos("Unknown")).isEqualTo(SlurmText.NONE);
        assertThat(SlurmText.timeNanos("2026-13-01T00:00:00")).isEqualTo(SlurmText.WRONG);
    }

    @Test
    void elapsed_times_have_days_or_only_minutes() {
        assertThat(SlurmText.elapsedNanos("2-03:04:05")).isEqualTo(((2 * 24 + 3) * 3600 + 4 * 60 + 5) * Nanos.SECOND);
        assertThat(SlurmText.elapsedNanos("04:05.678")).isEqualTo(245 * Nanos.SECOND);
        assertThat(SlurmText.elapsedNanos("5")).isEqualTo(SlurmText.WRONG);
    }

    @Test
    void errors_name_line_column_and_value() {
        for (String[] bad : List.of(
                new String[] {"x", "log.txt:2: JobID: \"x\" is no job id"},
                new String[] {"1|a|b", "log.txt:2: \"3 fields\" has too few fields"},
                new String[] {"1" + TIMES + "SLEEPING|cpu=1|p", "State: \"SLEEPING\" is no state of a job"},
                new String[] {"1" + TIMES + "FAILED|cpu=x|p", "AllocTRES: \"x\" has an amount that is none"},
                new String[] {
                    "1" + TIMES.replace("02:00:00", "soon") + "FAILED|cpu=1|p", "Timelimit: \"soon\" cannot be read"
                })) {
            String row = bad[0].equals("x") ? "x" + TIMES + "FAILED|cpu=1|p" : bad[0];
            assertThatThrownBy(() -> read(HEADER + row + "\n"))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(bad[1]);
        }
        assertThatThrownBy(() -> read("JobID|Submit\n")).hasMessageContaining("\"State\" is missing");
    }

    @Test
    void each_size_of_a_resized_job_is_a_job_and_only_its_last_run_counts() {
        String head = "JobID|Submit|Start|End|ElapsedRaw|State|AllocTRES\n";
        ListedWorkload jobs = read(
                head
                        + "9|2026-01-01T00:00:00|2026-01-01T00:05:00|2026-01-01T00:06:00|60|NODE_FAIL|cpu=8,gres/gpu=8,node=4\n"
                        + "9|2026-01-01T00:07:00|2026-01-01T00:10:00|2026-01-01T01:10:00|3600|RESIZING|cpu=8,gres/gpu=8,node=4\n"
                        + "9|2026-01-01T01:10:00|2026-01-01T01:10:00|2026-01-01T01:40:00|1800|RESIZING|cpu=4,gres/gpu=4,node=2\n"
                        + "9|2026-01-01T01:40:00|2026-01-01T01:40:00|2026-01-01T02:40:00|3600|COMPLETED|cpu=2,gres/gpu=2,node=1\n");

        assertThat(jobs.arrivals()).extracting(arrival -> arrival.spec().name()).containsExactly("9", "9/2", "9/3");
        assertThat(jobs.arrivals())
                .extracting(Arrival::atNanos)
                .containsExactly(NEW_YEAR, NEW_YEAR + 70 * Nanos.MINUTE, NEW_YEAR + 100 * Nanos.MINUTE);
        assertThat(gpuSeconds(jobs)).isEqualTo(8 * 3600 + 4 * 1800 + 2 * 3600);
        assertThat(notes.skippedByReason()).containsEntry("is an earlier run of a job that was requeued", 1L);
        assertThat(notes.assumedByKind())
                .containsEntry("is another size of a job that was resized; it arrives when the job had that size", 2L)
                .doesNotContainKey("still runs; it ends with what had elapsed");
    }

    @Test
    void gpus_that_its_nodes_cannot_share_evenly_are_as_many_as_they_were() {
        String head = "JobID|Submit|State|ElapsedRaw|AllocTRES\n1|2026-01-01T00:00:00|COMPLETED|60|";
        for (String[] row : List.of(
                new String[] {"cpu=24,gres/gpu=8,mem=80G,node=3", "4", "2", "6000"},
                new String[] {"cpu=8,gres/gpu=7,mem=70G,node=2", "7", "1", "1142"},
                new String[] {"cpu=8,gres/gpu=2,mem=20G,node=3", "2", "1", "4000"},
                new String[] {"cpu=8,mem=20G,node=3", "3", "0", "2666"})) {
            JobSpec spec = only(head + row[0] + "\n").spec();

            assertThat(spec.tasks()).as(row[0]).isEqualTo(Integer.parseInt(row[1]));
            assertThat(spec.demand().gpus()).as(row[0]).isEqualTo(Integer.parseInt(row[2]));
            assertThat(spec.demand().cpuMilli()).as(row[0]).isEqualTo(Long.parseLong(row[3]));
        }
    }

    @Test
    void uneven_gpus_are_shared_so_that_the_cluster_can_hold_them() {
        String row = "JobID|Submit|State|ElapsedRaw|AllocTRES\n"
                + "1|2026-01-01T00:00:00|COMPLETED|60|cpu=16,gres/gpu=12,mem=1G,node=5\n";
        // Six tasks of two GPUs do not fit where nodes have three; twelve of one do.
        NodeSpec node = NodeSpec.of("n", 64_000, 1L << 40, 3, "H100");
        List<NodeSpec> nodes = List.of(node, node.withName("b"), node.withName("c"), node.withName("d"));

        JobSpec spec = read(row, List.of(), nodes).arrivals().getFirst().spec();

        assertThat(spec.tasks()).isEqualTo(12);
        assertThat(spec.demand().gpus()).isEqualTo(1);
    }

    @Test
    void cpus_and_memory_of_uneven_nodes_never_keep_a_job_from_running() {
        List<NodeSpec> nodes = IntStream.range(0, 3)
                .mapToObj(node -> NodeSpec.of("n" + node, 112_000, 512L << 30, 8, "H100"))
                .toList();
        String head =
                "JobID|Submit|State|ElapsedRaw|ReqTRES|AllocTRES\n1|2026-01-01T00:00:00|COMPLETED|60|gres/gpu:h100=8|";

        // Three full nodes: two tasks with one and a half each would fit nowhere, four of 84 CPUs need four nodes.
        for (String gpus : List.of("2", "8")) {
            JobSpec spec = read(head + "cpu=336,mem=1536G,node=3,gres/gpu=" + gpus + "\n", List.of(), nodes)
                    .arrivals()
                    .getFirst()
                    .spec();

            assertThat(spec.tasks() * spec.demand().gpus()).isEqualTo(Integer.parseInt(gpus));
            assertThat(nodes.stream()
                            .mapToInt(node -> node.slots(spec.demand().onModels(List.of())))
                            .sum())
                    .isGreaterThanOrEqualTo(spec.tasks());
        }
        assertThat(notes.assumedByKind())
                .containsEntry(
                        "has GPUs that its nodes cannot share evenly; CPUs and memory that do not fit beside them are left out",
                        2L);
    }

    @Test
    void memory_that_was_printed_rounded_fits_the_node_that_it_was_of() {
        NodeSpec node = NodeSpec.of("n", 64_000, 515_600L << 20, 8, "H100");
        String head = "JobID|Submit|State|ElapsedRaw|AllocTRES\n1|2026-01-01T00:00:00|COMPLETED|60|cpu=4,node=";

        for (String printed : List.of("1,mem=504G", "1,mem=503.52G", "1,mem=515600M", "2,mem=1008G")) {
            assertThat(read(head + printed + "\n", List.of(), List.of(node))
                            .arrivals()
                            .getFirst()
                            .spec()
                            .demand()
                            .memoryBytes())
                    .as(printed)
                    .isEqualTo(printed.equals("2,mem=1008G") ? 504L << 30 : 515_600L << 20);
        }
        assertThat(SlurmText.rounding("503.50G")).isEqualTo((1L << 30) / 200);
        assertThat(SlurmText.rounding("4000")).isEqualTo(1L << 19);
    }

    @Test
    void a_dump_that_says_no_gpus_is_told_where_the_cluster_has_some() {
        List<NodeSpec> nodes = List.of(NodeSpec.of("n", 64_000, 1L << 40, 8, "H100"));
        String row = "\n1|2026-01-01T00:00:00|COMPLETED|60|";

        read("JobID|Submit|State|ElapsedRaw|NCPUS" + row + "4\n", List.of(), List.of());
        assertThat(notes.assumedByKind().keySet()).noneMatch(what -> what.contains("GPU"));
        read("JobID|Submit|State|ElapsedRaw|NCPUS" + row + "4\n", List.of(), nodes);
        assertThat(notes.assumedByKind())
                .containsEntry("asks for no GPU: the dump has no column AllocTRES or ReqTRES, which say how many", 1L);
        read("JobID|Submit|State|ElapsedRaw|AllocTRES" + row + "cpu=4,node=1\n", List.of(), nodes);
        assertThat(notes.assumedByKind())
                .containsEntry(
                        "asks for no GPU: no row has gres/gpu, which Slurm records where AccountingStorageTRES lists it",
                        1L);
    }

    @Test
    void columns_may_be_named_in_the_scenario() {
        String rows = "1|2026-01-01T00:00:00|COMPLETED|60|4\n2|2026-01-01T00:00:00|COMPLETED|60|4\n";
        List<String> columns = List.of("JobID", "Submit", "State", "ElapsedRaw", "NCPUS");

        assertThat(read(rows, columns, List.of()).size()).isEqualTo(2);
        assertThat(read("jobid|submit|state|elapsedraw|ncpus\n" + rows, columns, List.of())
                        .size())
                .isEqualTo(2);
        assertThatThrownBy(() -> read(rows))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("log.txt:1: header: \"1\" begins a row, not the names of columns")
                .hasMessageContaining("workload.columns");
    }

    private static long gpuSeconds(ListedWorkload jobs) {
        return jobs.arrivals().stream()
                .map(Arrival::spec)
                .mapToLong(spec -> spec.tasks() * spec.demand().gpus() * (spec.workNanos() / Nanos.SECOND))
                .sum();
    }

    private ListedWorkload read(String text, List<String> columns, List<NodeSpec> nodes) {
        WorkloadSpec.Sacct spec =
                new WorkloadSpec.Sacct(Path.of("log.txt"), WorkloadSpec.QueueBy.QUEUE, columns, Period.ALL);
        return BatchText.dump(OpenbText.stream(text), spec, nodes, Lenience.STRICT, notes);
    }

    private long memory(String text) {
        return only(text).spec().demand().memoryBytes();
    }

    private Arrival only(String text) {
        ListedWorkload jobs = read(text);
        assertThat(jobs.arrivals()).hasSize(1);
        return jobs.arrivals().getFirst();
    }

    private ListedWorkload read(String text) {
        return BatchText.dump("log.txt", OpenbText.stream(text), Lenience.STRICT, notes);
    }
}
