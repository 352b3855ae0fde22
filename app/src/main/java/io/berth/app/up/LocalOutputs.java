package io.berth.app.up;

import io.berth.console.output.Outputs;
import io.berth.console.view.job.JobEntry;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.world.TaskOutput;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What tasks of this machine wrote. */
final class LocalOutputs implements Outputs {
    private final Path tasks;

    /** @param tasks the folder of the launcher */
    LocalOutputs(Path tasks) {
        this.tasks = tasks;
    }

    @Override
    public Reader open(JobEntry job, int task, Begin begin) throws IOException {
        TaskKey start = JobWatch.start(job, task);
        TaskOutput output = begin.lines() < 0
                ? new TaskOutput(tasks, start, begin.offset())
                : TaskOutput.last(tasks, start, begin.lines());
        return output::next;
    }

    @Override
    public @Nullable String file(JobEntry job, int task) {
        Path file = TaskOutput.file(tasks, JobWatch.start(job, task));
        return file == null ? null : file.toString();
    }
}
