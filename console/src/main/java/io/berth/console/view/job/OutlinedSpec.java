package io.berth.console.view.job;

import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What others than its owner are told of a job: whose it is, how large, in which queue; not what it is. */
final class OutlinedSpec {
    /** Stands for a command. */
    private static final List<String> SOMETHING = List.of("…");

    private OutlinedSpec() {}

    static JobSpec of(JobSpec spec) {
        return new JobSpec(
                "",
                spec.queue(),
                spec.kind(),
                spec.priority(),
                outlines(spec.groups()),
                new Timing(spec.estimateNanos(), Nanos.NEVER, spec.patienceNanos(), spec.deadlineNanos()),
                Terms.NONE.withArray(spec.terms().array()));
    }

    /** Groups keep their sizes and demands; what they are called is told as little as what they run. */
    private static List<TaskGroup> outlines(List<TaskGroup> groups) {
        List<TaskGroup> outlines = new ArrayList<>();
        for (TaskGroup group : groups) {
            Program program = group.program();
            TaskGroup outline = group.withProgram(
                    program.runs()
                            ? new Program(SOMETHING, Collections.emptySortedMap(), "", program.user())
                            : Program.NONE);
            outlines.add(group.name().isEmpty() ? outline : outline.withName("group " + outlines.size()));
        }
        return outlines;
    }
}
