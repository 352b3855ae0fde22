package io.berth.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProgramTest {
    @Test
    void what_surrounds_a_command_needs_one() {
        assertThat(Program.NONE.runs()).isFalse();
        assertThat(Program.of("true").runs()).isTrue();
        assertThatThrownBy(() -> new Program(List.of(), new TreeMap<>(), "/tmp", ""))
                .hasMessageContaining("need a command");
    }

    @Test
    void what_no_operating_system_takes_is_refused() {
        assertThatThrownBy(() -> Program.of(" ")).hasMessageContaining("must not be blank");
        assertThatThrownBy(() -> Program.of("a", "b\0c")).hasMessageContaining("NUL");
        Program program = Program.of("a");
        assertThatThrownBy(() -> program.withEnvironment(new TreeMap<>(Map.of("A=B", "c"))))
                .hasMessageContaining("(A=B)");
    }

    @Test
    void a_job_keeps_its_program_through_every_change() {
        JobSpec job = JobSpec.batch("a", Demand.cpu(1000, 0), 5).withProgram(Program.of("true"));
        JobSpec changed = job.withName("b")
                .withQueue("c")
                .withWork(7)
                .withTasks(2)
                .withPatience(3)
                .withDeadline(4)
                .withDemand(Demand.cpu(1, 1));

        assertThat(changed.program()).isEqualTo(Program.of("true"));
    }
}
