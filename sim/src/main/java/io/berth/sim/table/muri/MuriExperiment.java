package io.berth.sim.table.muri;

import io.berth.sim.table.Cell;
import io.berth.sim.table.Table.Experiment;
import io.berth.sim.table.TargetFile;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.csv.MuriJob;
import io.berth.sim.trace.csv.MuriJobs;
import io.berth.spec.input.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The runs of the Muri table: one per trace and scheduler that has a file and figures. */
final class MuriExperiment implements Experiment {
    private final List<Trial> trials = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /** One trace under one scheduler. */
    private static final class Trial implements Runnable {
        private final Path file;
        private final List<MuriJob> trace;
        private final Overheads overheads;
        private final List<Target> targets;
        private List<ReplayedJob> jobs = List.of();

        Trial(Path file, List<MuriJob> trace, Overheads overheads, List<Target> targets) {
            this.file = file;
            this.trace = trace;
            this.overheads = overheads;
            this.targets = targets;
        }

        List<ReplayedJob> submitted() {
            List<ReplayedJob> submitted = new ArrayList<>(trace.size());
            for (MuriJob job : trace) {
                double overhead = overheads.seconds(job, file.toString());
                submitted.add(new ReplayedJob(submitted.size(), job, overhead));
            }
            return submitted;
        }

        @Override
        public void run() {
            List<ReplayedJob> replayed = submitted();
            targets.getFirst().row().replay(replayed);
            jobs = replayed;
        }
    }

    private MuriExperiment() {}

    static MuriExperiment open(Path data) {
        MuriExperiment experiment = new MuriExperiment();
        Path targets = data.resolve("expected").resolve("philly_muri.csv");
        Path folder = data.resolve("philly");
        Overheads overheads = Overheads.read(folder.resolve("muri_restart_overhead_s.csv"));
        experiment.targets(targets).forEach((trace, byRow) -> {
            Path file = folder.resolve("muri_" + trace + ".csv");
            if (Files.exists(file)) {
                experiment.add(file, overheads, byRow);
            } else {
                experiment.skipped.add(trace + ": has published results and no " + file.getFileName());
            }
        });
        if (experiment.trials.isEmpty()) {
            throw new InputException(folder.toString(), "has no trace that " + targets + " has results of");
        }
        return experiment;
    }

    /** What is reproduced of the published file, by trace and scheduler. */
    private SortedMap<String, SortedMap<Row, List<Target>>> targets(Path file) {
        SortedMap<String, SortedMap<Row, List<Target>>> targets = new TreeMap<>();
        TreeSet<String> unknown = new TreeSet<>();
        for (TargetFile.Row row : TargetFile.read(file, List.of("policy", "metric", "trace", "value_s"))) {
            Row scheduler = Row.called(row.text("policy"));
            Figure figure = Figure.called(row.text("metric"));
            if (scheduler == null || figure == null) {
                unknown.add(scheduler == null ? row.text("policy") : row.text("metric"));
                continue;
            }
            double value = row.number("value_s");
            Target target = Target.of(row.name("trace"), scheduler, figure, value, row.text("value_s"));
            targets.computeIfAbsent(target.trace(), _ -> new TreeMap<>())
                    .computeIfAbsent(scheduler, _ -> new ArrayList<>())
                    .add(target);
        }
        unknown.forEach(label -> skipped.add(label + ": is not reproduced"));
        return targets;
    }

    private void add(Path file, Overheads overheads, Map<Row, List<Target>> byRow) {
        List<MuriJob> trace = MuriJobs.read(file, Lenience.STRICT);
        if (trace.isEmpty()) {
            throw new InputException(file.toString(), "has no job");
        }
        for (MuriJob job : trace) {
            if (job.gpus() > FreeNodes.GPUS) {
                throw new InputException(
                        file.toString(),
                        "num_gpu: the job " + job.name() + " has " + job.gpus() + " GPUs, and the cluster "
                                + FreeNodes.GPUS);
            }
        }
        for (List<Target> targets : byRow.values()) {
            Trial trial = new Trial(file, trace, overheads, targets);
            trial.submitted();
            trials.add(trial);
        }
    }

    @Override
    public List<Trial> runs() {
        return List.copyOf(trials);
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Trial trial : trials) {
            for (Target target : trial.targets) {
                Cell.Address address = new Cell.Address(
                        target.trace(), target.row().rowName(), target.figure().column());
                double ours = target.figure().of(trial.jobs);
                cells.add(Cell.of(address, List.of(), target.value(), ours, target.tolerance()));
            }
        }
        return cells;
    }

    @Override
    public List<String> skipped() {
        return List.copyOf(skipped);
    }
}
