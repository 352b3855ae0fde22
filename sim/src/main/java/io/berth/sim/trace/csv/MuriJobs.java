package io.berth.sim.trace.csv;

import io.berth.core.time.Nanos;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The jobs of a Muri trace: a virtual cluster of Microsoft's Philly, each job given the network of a benchmark (Zhao et al.,
 * Multi-Resource Interleaving for Deep Learning Training, SIGCOMM 2022; Rivendile/Muri, simulator/trace-data).
 *
 * <p>Columns {@code job_id,num_gpu,submit_time,iterations,model_name,duration,iteration_time}, times in ms, and others that
 * are passed over.
 */
public final class MuriJobs {
    private static final List<String> REQUIRED =
            List.of("job_id", "num_gpu", "submit_time", "iterations", "model_name", "duration", "iteration_time");
    private static final List<String> OPTIONAL = List.of(
            "batch_size",
            "interval",
            "resource_time_0",
            "resource_time_1",
            "resource_time_2",
            "resource_time_3",
            "priority");

    private static final long MILLIS_PER_SECOND = 1000;
    private static final long MAX_MILLIS = GangJobs.MAX_SECONDS * MILLIS_PER_SECOND;
    // A step of 1 ms for a century; their product with a day a step still is below the largest long.
    private static final long MAX_ITERATIONS = MAX_MILLIS;
    private static final long MAX_ITERATION_MILLIS = 24L * 3600 * MILLIS_PER_SECOND;

    private MuriJobs() {}

    /** The jobs of {@code file} in its order. */
    public static List<MuriJob> read(Path file, Lenience lenience) {
        return CsvTable.read(file, lenience, MuriJobs::rows);
    }

    /** The jobs read from {@code in}, which {@code name} names in errors. */
    public static List<MuriJob> read(String name, InputStream in, Lenience lenience) {
        return CsvTable.read(name, in, lenience, MuriJobs::rows);
    }

    /**
     * The jobs as a workload that begins with the trace. Each runs as long as it did on Philly, which its user expects; a gang
     * of equal tasks where it is larger than a node of eight GPUs.
     */
    public static ListedWorkload workload(List<MuriJob> jobs) {
        GangJobs gangs = new GangJobs();
        List<Arrival> arrivals = new ArrayList<>(jobs.size());
        for (MuriJob job : jobs) {
            long at = Workload.START_NANOS + job.submitMillis() * Nanos.MILLISECOND;
            arrivals.add(new Arrival(
                    at,
                    gangs.job(
                            job.name(), GangJobs.DEFAULT_QUEUE, job.gpus(), job.durationMillis() * Nanos.MILLISECOND)));
        }
        return ListedWorkload.of(arrivals);
    }

    private static List<MuriJob> rows(CsvTable table) {
        table.expecting(REQUIRED, OPTIONAL);
        int id = table.column("job_id");
        return table.distinct(id, "job", () -> job(table, id), MuriJob::name);
    }

    private static MuriJob job(CsvTable table, int id) {
        return new MuriJob(
                table.name(id),
                table.number(table.column("submit_time"), 0, MAX_MILLIS),
                table.number(table.column("duration"), 0, MAX_MILLIS),
                (int) table.number(table.column("num_gpu"), 1, GangJobs.MAX_GPUS),
                table.name(table.column("model_name")),
                table.number(table.column("iterations"), 1, MAX_ITERATIONS),
                table.number(table.column("iteration_time"), 1, MAX_ITERATION_MILLIS));
    }
}
