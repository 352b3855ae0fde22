package io.berth.console.view.job;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.Terms;
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
                spec.tasks(),
                spec.demand(),
                spec.estimateNanos(),
                Nanos.NEVER,
                spec.patienceNanos(),
                spec.deadlineNanos(),
                program.runs()
                        ? new Program(SOMETHING, Collections.emptySortedMap(), "", program.user())
                        : Program.NONE,
                Terms.NONE.withArray(spec.terms().array()));
    }
}
