package io.berth.console.alert;

import io.berth.console.curve.JobCurve;
import io.berth.console.view.job.JobEntry;
import java.util.List;

/**
 * What is known of a running job at one moment.
 *
 * @param tasks what its tasks said of how far they are
 * @param series the values that they said
 * @param gpus the GPUs that it holds, as far as they are measured
 * @param memory the tasks whose memory is measured and limited
 */
public record JobFacts(
        JobEntry job,
        List<JobCurve.TaskFigures> tasks,
        List<JobCurve.Figures> series,
        List<Gpu> gpus,
        List<Memory> memory) {
    public JobFacts {
        tasks = List.copyOf(tasks);
        series = List.copyOf(series);
        gpus = List.copyOf(gpus);
        memory = List.copyOf(memory);
    }

    /** How busy a GPU was lately, in percent. */
    public record Gpu(int gpu, double busyPercent) {}

    /** What a task uses of the memory that it may. */
    public record Memory(int task, long usedBytes, long limitBytes) {}
}
