package io.berth.sim.table.rlscheduler;

import io.berth.core.strategy.PolicySpec;
import io.berth.sim.table.CatalogOrder;
import io.berth.sim.table.Cell;
import io.berth.sim.table.Table;
import io.berth.sim.table.TargetFile;
import io.berth.spec.input.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Mean bounded slowdown of five heuristics on HPC logs, each with and without backfill. Source: Zhang et al., RLScheduler, SC
 * 2020, Table V, and its program (DIR-LAB/deep-batch-scheduler), whose loop {@link RlSchedulerRun} repeats. The waiting time in
 * its WFP3 and UNICEP is not the time waited; the orders that have it so carry its name.
 *
 * <p>From a folder it takes every row of {@code expected/swf_rlscheduler_bsld.csv} whose log is in {@code swf}.
 */
public final class RlSchedulerTable implements Table {
    /** Published to the cent: half of one, and a little for one mean that ends at half a cent. */
    private static final double TOLERANCE = 0.00501;

    /** The random numbers of the sequences have this seed. */
    private static final long SEED = 1;

    private static final String MODE = "mode";
    private static final String TRACE = "trace";
    private static final String FILE = "file";
    private static final List<String> KEYS = List.of(MODE, TRACE, FILE);

    @Override
    public String name() {
        return "rlscheduler";
    }

    @Override
    public String source() {
        return "Zhang et al., RLScheduler, SC 2020, Table V, with its program";
    }

    @Override
    public String compared() {
        return "mean bounded slowdown of five orders with and without backfill, per log in the folder, over ten sequences"
                + " of 1,024 jobs";
    }

    @Override
    public String expectedTime() {
        return "some seconds for two logs on two cores";
    }

    @Override
    public Experiment open(Path data) {
        Path published = data.resolve("expected").resolve("swf_rlscheduler_bsld.csv");
        return new Runs(data.resolve("swf"), TargetFile.read(published, KEYS));
    }

    /** The catalog's order for a scheduler of the paper, or null for one that is none, such as its learnt one. */
    private static @Nullable String order(String label) {
        return switch (label) {
            case "FCFS" -> "fcfs";
            case "WFP3" -> "wfp3-rlscheduler";
            case "UNICEP" -> "unicep-rlscheduler";
            case "SJF" -> "sjf";
            case "F1" -> "f1";
            default -> null;
        };
    }

    /** One cell. */
    private static final class Trial implements Runnable {
        private final String trace;
        private final boolean backfill;
        private final String order;
        private final double published;
        private final RlSchedulerLog log;
        private double ours = Double.NaN;

        Trial(TargetFile.Row target, String label, String order, RlSchedulerLog log) {
            this.trace = target.name(TRACE);
            this.backfill = target.name(MODE).equals("bf");
            this.order = order;
            this.published = target.number(label);
            this.log = log;
        }

        @Override
        public void run() {
            ours = log.meanBoundedSlowdown(CatalogOrder.of(PolicySpec.of(order)), backfill);
        }

        Cell cell() {
            String column = "bounded_slowdown_mean" + (backfill ? "_backfill" : "");
            return Cell.of(new Cell.Address(trace, order, column), List.of(SEED), published, ours, TOLERANCE);
        }
    }

    private static final class Runs implements Experiment {
        private final List<Trial> trials = new ArrayList<>();
        private final List<String> skipped = new ArrayList<>();

        Runs(Path logs, List<TargetFile.Row> targets) {
            Map<String, RlSchedulerLog> read = new TreeMap<>();
            for (TargetFile.Row target : targets) {
                String name = target.name(FILE);
                Path file = logs.resolve(name);
                if (Files.isRegularFile(file)) {
                    add(target, read.computeIfAbsent(name, _ -> RlSchedulerLog.read(file)));
                } else {
                    skipped.add(target.name(TRACE) + ": has published numbers and no log " + file);
                }
            }
            if (trials.isEmpty()) {
                throw new InputException(logs.toString(), "has no log with published numbers");
            }
        }

        private void add(TargetFile.Row target, RlSchedulerLog log) {
            for (String label : target.columns()) {
                String order = order(label);
                if (order != null) {
                    trials.add(new Trial(target, label, order, log));
                } else if (!KEYS.contains(label)) {
                    skipped.add(target.name(TRACE) + " " + target.name(MODE) + ": " + label
                            + " is no order of the catalog");
                }
            }
        }

        @Override
        public List<Trial> runs() {
            return List.copyOf(trials);
        }

        @Override
        public List<Cell> cells() {
            return trials.stream().map(Trial::cell).toList();
        }

        @Override
        public List<String> skipped() {
            return List.copyOf(skipped);
        }
    }
}
