package io.berth.core.remedy;

import io.berth.core.queue.QueueRaise;
import io.berth.core.workload.JobChange;
import java.util.List;

/**
 * What would start a job that waits.
 *
 * @param change what becomes otherwise with the job; nothing where somebody else does something
 * @param now true where the next pass starts the job when that is done, as a pass on a copy of the state has shown; of victims the next one after they have stopped
 * @param slower how many times longer its work takes if it is divided evenly among devices, or CPUs where it has none; 1 for as long
 * @param victims the jobs that are stopped and held
 * @param raises the rights of queues that are greater
 */
public record Remedy(
        RemedyKind kind, JobChange change, boolean now, double slower, List<Victim> victims, List<QueueRaise> raises) {
    private static final JobChange NOTHING = new JobChange(null, null, null);

    public Remedy {
        victims = List.copyOf(victims);
        raises = List.copyOf(raises);
    }

    static Remedy of(RemedyKind kind, JobChange change, boolean now, double slower) {
        return new Remedy(kind, change, now, slower, List.of(), List.of());
    }

    static Remedy stopping(List<Victim> victims) {
        return new Remedy(RemedyKind.VICTIMS, NOTHING, true, 1, victims, List.of());
    }

    static Remedy raising(List<QueueRaise> raises) {
        return new Remedy(RemedyKind.RIGHTS, NOTHING, true, 1, List.of(), raises);
    }
}
