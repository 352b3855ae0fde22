package io.berth.sim.trace.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.OpenbText;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.input.InputException;
import org.junit.jupiter.api.Test;

class JobsCsvTest {
    private final RowNotes notes = new RowNotes();

    @Test
    void two_columns_are_enough() {
        ListedWorkload jobs = read("duration,submit\n90s,100\n1h30m,99.5\n");

        assertThat(jobs.arrivals()).extracting(Arrival::atNanos).containsExactly(99_500_000_000L, 100 * Nanos.SECOND);
        JobSpec first = jobs.arrivals().getFirst().spec();
        assertThat(first.workNanos()).isEqualTo(90 * Nanos.MINUTE).isEqualTo(first.estimateNanos());
        assertThat(first.name()).isEqualTo("job-2");
        assertThat(first.demand().cpuMilli()).isEqualTo(1000);
        assertThat(first.queue()).isEqualTo(JobSpec.DEFAULT_QUEUE);
        assertThat(notes.assumedByKind()).containsValue(2L);
    }

    @Test
    void every_column_says_what_it_says_in_a_scenario() {
        JobSpec spec = read("submit,duration,name,estimate,tasks,cpu,memory,gpus,gpu_model,priority,queue,user\n"
                        + "2026-01-31 23:59:59,60,train,never,4,500m,64Gi,8,H100|A100,-3,vision,ann\n")
                .arrivals()
                .getFirst()
                .spec();

        assertThat(spec.name()).isEqualTo("train");
        assertThat(spec.estimateNanos()).isEqualTo(Nanos.NEVER);
        assertThat(spec.tasks()).isEqualTo(4);
        assertThat(spec.demand().cpuMilli()).isEqualTo(500);
        assertThat(spec.demand().memoryBytes()).isEqualTo(64L << 30);
        assertThat(spec.demand().gpus()).isEqualTo(8);
        assertThat(spec.demand().gpuModels()).containsExactly("A100", "H100");
        assertThat(spec.priority()).isEqualTo(-3);
        assertThat(spec.queue()).isEqualTo("vision");
    }

    @Test
    void half_a_gpu_is_a_share_of_one() {
        JobSpec spec =
                read("submit,duration,gpus\n0,1,0.5\n").arrivals().getFirst().spec();

        assertThat(spec.demand().gpus()).isEqualTo(1);
        assertThat(spec.demand().gpuMilli()).isEqualTo(500);
    }

    @Test
    void errors_name_line_column_and_what_is_allowed() {
        assertThatThrownBy(() -> read("submit,duration\n0,soon\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("jobs.csv:2: duration: \"soon\" cannot be read; allowed: a duration like");
        assertThatThrownBy(() -> read("submit,duration,gpu_models\n0,1,1\n"))
                .hasMessageContaining("did you mean \"gpu_model\"?");
        assertThatThrownBy(() -> read("submit,duration,gpu_model\n0,1,H100\n"))
                .hasMessageContaining("is a model of no GPU");
        assertThatThrownBy(() -> read("submit,duration\n2026-99-01T00:00:00,1\n"))
                .hasMessageContaining("is no time");
    }

    private ListedWorkload read(String text) {
        return JobsCsv.read("jobs.csv", OpenbText.stream(text), Lenience.STRICT, notes);
    }
}
