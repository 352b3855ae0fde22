package io.berth.console.view;

import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.workload.Demand;
import org.jspecify.annotations.Nullable;

/**
 * What is counted of one queue.
 *
 * @param known jobs of it that are known, ended ones included
 */
record QueueCount(
        long known,
        long waiting,
        long holding,
        double gpuMilliHeld,
        double cpuMilliHeld,
        double memoryBytesHeld,
        double gpuMilliWaiting) {
    static final QueueCount NONE = new QueueCount(0, 0, 0, 0, 0, 0, 0);

    /** With {@code job} counted ({@code sign} 1) or no more (-1). Sums are of whole numbers, exact up to 2^53. */
    QueueCount plus(JobEntry job, int sign) {
        int waits = job.phase() == JobPhase.PENDING ? sign : 0;
        int holds = job.phase().holds() ? sign : 0;
        return new QueueCount(
                known + sign,
                waiting + waits,
                holding + holds,
                gpuMilliHeld + holds * (double) job.total(Demand::totalGpuMilli),
                cpuMilliHeld + holds * (double) job.total(Demand::cpuMilli),
                memoryBytesHeld + holds * (double) job.total(Demand::memoryBytes),
                gpuMilliWaiting + waits * (double) job.gpuMilli());
    }

    QueueRow row(String name, double rescuedGpuHours, @Nullable QueueRights rights) {
        return new QueueRow(
                name,
                waiting,
                holding,
                gpuMilliHeld / 1000,
                cpuMilliHeld / 1000,
                memoryBytesHeld,
                gpuMilliWaiting / 1000,
                rescuedGpuHours,
                rights);
    }
}
