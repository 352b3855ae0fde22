package io.berth.console.view.job;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Terms;
import io.berth.core.workload.Timing;
import java.util.Collections;
import java.util.List;

/** What others than its owner are told of a job: whose it is, how large, in which queue; not what it is. */
final class OutlinedSpec {
    /** Stands for a command. */
    private static final List<String> SOMETHING = List.of("…");

    private OutlinedSpec() {}

    static JobSpec of(JobSpec spec) {
        Program program = spec.program();
        return new JobSpec(
                "",
                spec.queue(),
                spec.kind(),
                spec.priority(),
                TaskGroup.of(
                        spec.tasks(),
                        spec.demand(),
                        program.runs()
                                ? new Program(SOMETHING, Collections.emptySortedMap(), "", program.user())
                                : Program.NONE),
                new Timing(spec.estimateNanos(), Nanos.NEVER, spec.patienceNanos(), spec.deadlineNanos()),
                Terms.NONE.withArray(spec.terms().array()));
    }
}
