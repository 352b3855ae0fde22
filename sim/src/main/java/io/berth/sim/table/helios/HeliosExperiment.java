package io.berth.sim.table.helios;

import io.berth.sim.table.Cell;
import io.berth.sim.table.Table.Experiment;
import io.berth.sim.table.TargetFile;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.csv.PhillyJob;
import io.berth.sim.trace.csv.PhillyJobs;
import io.berth.spec.input.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The runs of the Helios table: one per virtual cluster and scheduler that has a log and figures. */
final class HeliosExperiment implements Experiment {
    private static final String VC = "vc";

    private final List<Trial> trials = new ArrayList<>();
    private final List<String> vcs = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    private HeliosExperiment() {}

    static HeliosExperiment open(Path data) {
        HeliosExperiment experiment = new HeliosExperiment();
        Path targets = data.resolve("expected").resolve("philly_helios.csv");
        Path folder = data.resolve("philly");
        for (TargetFile.Row published : TargetFile.read(targets, columns())) {
            Path file = folder.resolve(published.name(VC) + ".csv");
            if (Files.exists(file)) {
                experiment.add(file, published);
            } else {
                experiment.skipped.add(published.name(VC) + ": has published results and no " + file.getFileName());
            }
        }
        if (experiment.trials.isEmpty()) {
            throw new InputException(folder.toString(), "has no log of a virtual cluster that " + targets + " names");
        }
        experiment.skipped.add("qssf: is not reproduced, its errors were drawn without a seed");
        return experiment;
    }

    private static List<String> columns() {
        List<String> columns = new ArrayList<>();
        columns.add(VC);
        for (Figure figure : Figure.values()) {
            for (Row row : Row.values()) {
                columns.add(figure.prefix() + row.rowName());
            }
        }
        return columns;
    }

    private void add(Path file, TargetFile.Row published) {
        List<PhillyJob> log = new ArrayList<>(PhillyJobs.read(file, Lenience.STRICT));
        log.removeIf(job -> !job.studied());
        log.sort(Comparator.comparingLong(PhillyJob::submitSeconds));
        if (log.isEmpty()) {
            throw new InputException(file.toString(), "in_helios_window: no job has 1, so there is nothing to run");
        }
        int nodes = log.getFirst().vcNodes();
        for (PhillyJob job : log) {
            check(file, job, nodes);
        }
        for (Row row : Row.values()) {
            trials.add(new Trial(published, row, nodes, log));
            vcs.add(published.name(VC));
        }
    }

    private static void check(Path file, PhillyJob job, int nodes) {
        if (job.vcNodes() != nodes || nodes == 0) {
            throw new InputException(
                    file.toString(),
                    "vc_nodes_8gpu: is " + job.vcNodes() + " for the job " + job.name()
                            + "; allowed: one number of nodes, the same for all jobs");
        }
        if (job.gpus() > (long) nodes * ConsolidatedNodes.GPUS_PER_NODE) {
            throw new InputException(
                    file.toString(),
                    "num_gpu: the job " + job.name() + " has " + job.gpus() + " GPUs, and the virtual cluster "
                            + nodes * ConsolidatedNodes.GPUS_PER_NODE);
        }
    }

    @Override
    public List<Trial> runs() {
        return List.copyOf(trials);
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            trials.get(i).addCells(vcs.get(i), cells);
        }
        return cells;
    }

    @Override
    public List<String> skipped() {
        return List.copyOf(skipped);
    }
}
