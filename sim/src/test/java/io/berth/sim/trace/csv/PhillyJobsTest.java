package io.berth.sim.trace.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.OpenbText;
import io.berth.sim.trace.PhillyText;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.InputException;
import java.util.List;
import java.util.stream.StreamSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PhillyJobsTest {
    /** 2017-10-01 00:00:00 UTC. */
    private static final long OCTOBER = 1_506_816_000L;

    private static final String MURI_TAIL = ",16,1000,5,100,1,0.5,0,1\n";

    @Test
    void a_muri_row_is_a_job_in_milliseconds() {
        assertThat(muri("7,8,2500,10,bert" + MURI_TAIL))
                .containsExactly(new MuriJob("7", 2500, 1000, 8, "bert", 10, 100));
    }

    @Test
    void a_philly_row_is_a_job_at_a_time_of_day() {
        assertThat(philly("0,2017-10-01 00:01:00,60,30,4,vc9,32,1\n1,2017-09-30 23:59:59,-1,0,1,vc9,32,0\n"))
                .containsExactly(
                        new PhillyJob("0", "vc9", OCTOBER + 60, 30, 4, 32, true),
                        new PhillyJob("1", "vc9", OCTOBER - 1, 0, 1, 32, false));
    }

    @Test
    void a_log_may_say_neither_cluster_nor_window() {
        String text = "num_gpu,job_id,duration_s,submit_time\n2,a,10,2017-10-01 00:00:00\n";
        assertThat(PhillyJobs.read("p.csv", OpenbText.stream(text), Lenience.STRICT))
                .containsExactly(new PhillyJob("a", "", OCTOBER, 10, 2, 0, false));
    }

    @Test
    void wrong_muri_rows_are_refused_with_line_column_and_value() {
        refused(
                () -> muri("0,0,0,1,a" + MURI_TAIL),
                "m.csv:2: num_gpu: \"0\" is too small; allowed: a whole number, 1");
        refused(() -> muri("0,1,-5,1,a" + MURI_TAIL), "m.csv:2: submit_time: \"-5\" is negative");
        refused(() -> muri("0,1,0,1.5,a" + MURI_TAIL), "m.csv:2: iterations: \"1.5\" is not a whole number");
        refused(() -> muri("0,1,0,1," + MURI_TAIL), "m.csv:2: model_name: is empty");
        refused(() -> muri("0,1,0,1,a,16,1000,5,0,1,0.5,0,1\n"), "m.csv:2: iteration_time: \"0\" is too small");
        refused(
                () -> muri("0,1,0,1,a" + MURI_TAIL + "0,1,0,1,a" + MURI_TAIL),
                "m.csv:3: job_id: \"0\" is there twice; allowed: every job once");
        refused(
                () -> MuriJobs.read("m.csv", OpenbText.stream("job_id,num_gpus\n"), Lenience.STRICT),
                "m.csv:1: header: \"num_gpus\" is an unknown column (did you mean \"num_gpu\"?)");
    }

    @Test
    void wrong_philly_rows_are_refused_with_line_column_and_value() {
        refused(
                () -> philly("0,2017-13-01 00:00:00,0,1,1,v,1,1\n"),
                "p.csv:2: submit_time: \"2017-13-01 00:00:00\" is not a time; allowed: a time such as 2017-10-01 00:00:00");
        refused(() -> philly("0,2017-02-29 00:00:00,0,1,1,v,1,1\n"), "is not a time");
        refused(
                () -> philly("0,1969-12-31 23:59:59,0,1,1,v,1,1\n"),
                "is out of range; allowed: a time of 1970 to 2099");
        refused(() -> philly("0,,0,1,1,v,1,1\n"), "p.csv:2: submit_time: is empty");
        refused(
                () -> philly("0,2017-10-01 00:00:00,0,x,1,v,1,1\n"),
                "p.csv:2: duration_s: \"x\" is not a whole number");
        refused(() -> philly("0,2017-10-01 00:00:00,0,1,1,v,0,1\n"), "p.csv:2: vc_nodes_8gpu: \"0\" is too small");
        refused(() -> philly("0,2017-10-01 00:00:00,0,1,1,v,1,2\n"), "p.csv:2: in_helios_window: \"2\" is too large");
    }

    @Test
    void lenient_reading_counts_and_skips_bad_rows() {
        Lenience lenience = Lenience.counting();
        String text = PhillyText.PHILLY + "0,never,0,1,1,v,1,1\n1,2017-10-01 00:00:00,0,1,1,v,1,1\n2,x\n";
        assertThat(PhillyJobs.read("p.csv", OpenbText.stream(text), lenience)).hasSize(1);
        assertThat(lenience.skippedByReason())
                .containsEntry("submit_time is not a time", 1L)
                .containsEntry("has too few fields", 1L);
    }

    @Test
    void more_gpus_than_a_node_has_are_a_gang_of_equal_tasks() {
        assertThat(gang(1)).containsExactly(1, 1);
        assertThat(gang(8)).containsExactly(1, 8);
        assertThat(gang(32)).containsExactly(4, 8);
        assertThat(gang(12)).containsExactly(2, 6);
        assertThat(gang(13)).containsExactly(13, 1);
    }

    @Test
    void gpus_decide_what_fits_a_node() {
        NodeSpec node = PhillyJobs.nodes(2).getLast();
        JobSpec whole = specs(MuriJobs.workload(List.of(muriJob(8)))).getFirst();
        assertThat(node.name()).isEqualTo("philly-0001");
        assertThat(node.gpus()).isEqualTo(8);
        assertThat(node.cpuMilli()).isGreaterThan(whole.demand().cpuMilli());
        assertThat(node.memoryBytes()).isGreaterThan(whole.demand().memoryBytes());
    }

    @Test
    void a_workload_is_by_submission_and_keeps_the_order_within_an_instant() {
        Workload workload = PhillyJobs.workload(philly("b,2017-10-01 00:00:09,0,5,1,vc9,1,1\n"
                + "a,2017-10-01 00:00:09,0,6,16,vc9,1,1\nc,2017-10-01 00:00:01,0,7,1,,1,1\n"));
        assertThat(workload.size()).isEqualTo(3);
        assertThat(specs(workload)).extracting(JobSpec::name).containsExactly("c", "b", "a");
        assertThat(specs(workload)).extracting(JobSpec::queue).containsExactly("default", "vc9", "vc9");
        assertThat(specs(workload).getLast().workNanos()).isEqualTo(6 * Nanos.SECOND);
        assertThat(workload.iterator().next().atNanos()).isEqualTo((OCTOBER + 1) * Nanos.SECOND);
        assertThat(workload.mix()).extracting(DemandCount::count).containsExactly(2L, 2L);
    }

    private static int[] gang(int gpus) {
        JobSpec job = specs(MuriJobs.workload(List.of(muriJob(gpus)))).getFirst();
        return new int[] {job.tasks(), job.demand().gpus()};
    }

    private static MuriJob muriJob(int gpus) {
        return new MuriJob("m", 0, 1000, gpus, "bert", 10, 100);
    }

    private static List<JobSpec> specs(Workload workload) {
        return StreamSupport.stream(workload.spliterator(), false)
                .map(Arrival::spec)
                .toList();
    }

    private static List<MuriJob> muri(String rows) {
        return MuriJobs.read("m.csv", OpenbText.stream(PhillyText.MURI + rows), Lenience.STRICT);
    }

    private static List<PhillyJob> philly(String rows) {
        return PhillyJobs.read("p.csv", OpenbText.stream(PhillyText.PHILLY + rows), Lenience.STRICT);
    }

    private static void refused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(InputException.class).hasMessageContaining(message);
    }
}
