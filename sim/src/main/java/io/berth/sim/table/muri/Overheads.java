package io.berth.sim.table.muri;

import io.berth.sim.table.TargetFile;
import io.berth.sim.trace.csv.MuriJob;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Seconds that each event costs a running job: columns {@code model,gpus_1,gpus_2,...}, a row per network. */
final class Overheads {
    private static final String MODEL = "model";
    private static final String GPUS = "gpus_";

    /** Of a network that has no row. */
    private static final double UNKNOWN_MODEL_SECONDS = 10;

    private final SortedMap<String, SortedMap<Integer, Double>> secondsByModel = new TreeMap<>();
    private final SortedSet<Integer> gpus = new TreeSet<>();

    static Overheads read(Path file) {
        Overheads overheads = new Overheads();
        for (TargetFile.Row row : TargetFile.read(file, List.of(MODEL))) {
            SortedMap<Integer, Double> seconds = new TreeMap<>();
            for (String column : row.columns()) {
                if (column.startsWith(GPUS)) {
                    seconds.put(gpus(file, column), row.number(column));
                }
            }
            overheads.gpus.addAll(seconds.keySet());
            overheads.secondsByModel.put(row.name(MODEL), seconds);
        }
        return overheads;
    }

    /**
     * What each event costs {@code job}.
     *
     * @throws InputException for a number of GPUs that was never measured
     */
    double seconds(MuriJob job, String place) {
        if (!gpus.contains(job.gpus())) {
            throw new InputException(
                    place,
                    "num_gpu: the job " + job.name() + " has " + job.gpus()
                            + " GPUs, and the table of overheads has only " + gpus);
        }
        SortedMap<Integer, Double> seconds = secondsByModel.get(job.model());
        return seconds == null ? UNKNOWN_MODEL_SECONDS : seconds.get(job.gpus());
    }

    private static int gpus(Path file, String column) {
        try {
            int gpus = Integer.parseInt(column.substring(GPUS.length()));
            if (gpus > 0) {
                return gpus;
            }
        } catch (NumberFormatException e) {
            // The same error as for no GPU.
        }
        throw new InputException(file + ":1", "header: the column " + column + " names no number of GPUs");
    }
}
