package io.berth.sim.table.muri;

import io.berth.sim.table.Table;
import java.nio.file.Path;

/**
 * Completion times on virtual clusters of Philly under schedulers that know, or do not know, how long jobs run, on 64 GPUs.
 * Source: Zhao et al., Multi-Resource Interleaving for Deep Learning Training, SIGCOMM 2022, figures 9 and 10, and its artifact
 * (Rivendile/Muri, simulator).
 *
 * <p>From a folder it takes every trace {@code philly/muri_<trace>.csv} that {@code expected/philly_muri.csv} has figures of, and
 * {@code philly/muri_restart_overhead_s.csv}. Peculiar to this simulator:
 *
 * <ul>
 *   <li>Time stands still between events. At each event, whatever it is, every running job has lost the overhead of a restart
 *       from the time since the event before.
 *   <li>The cluster is emptied and filled anew at each event, and moving a job costs nothing more.
 *   <li>Completions count as one that {@code math.isclose} takes for one, up to 26 ms at the end of the longest trace.
 *   <li>Under Tiresias-L placement does not matter, only the number of free GPUs.
 * </ul>
 */
public final class MuriTable implements Table {
    @Override
    public String name() {
        return "muri";
    }

    @Override
    public String source() {
        return "Zhao et al., Multi-Resource Interleaving for Deep Learning Training (Muri), SIGCOMM 2022, figures 9 and 10,"
                + " with its artifact";
    }

    @Override
    public String compared() {
        return "mean and p99 completion time and makespan (s) of SRTF, SRSF and Tiresias-L on 64 GPUs, per trace in the folder";
    }

    @Override
    public String expectedTime() {
        return "seconds for a trace of a thousand jobs, up to a minute for one of six thousand";
    }

    @Override
    public Experiment open(Path data) {
        return MuriExperiment.open(data);
    }
}
