package io.berth.sim.table.helios;

import io.berth.core.time.Chance;
import io.berth.sim.table.Cell;
import io.berth.sim.table.TargetFile;
import io.berth.sim.trace.csv.PhillyJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** One virtual cluster under one scheduler. */
final class Trial implements Runnable {
    /** Orders of jobs of one second that are tried, beside that of the log. */
    private static final int TIE_ORDERS = 4;

    private final TargetFile.Row published;
    private final Row row;
    private final int nodes;
    private final List<PhillyJob> log;
    private long[] ours = {};
    private final boolean[] tieMatters = new boolean[Figure.values().length];

    /** @param log the jobs that were studied, by submission */
    Trial(TargetFile.Row published, Row row, int nodes, List<PhillyJob> log) {
        this.published = published;
        this.row = row;
        this.nodes = nodes;
        this.log = log;
    }

    @Override
    public void run() {
        ours = figures(log);
        if (!ties()) {
            return;
        }
        for (int seed = 0; seed < TIE_ORDERS; seed++) {
            long[] others = figures(shuffled(seed));
            for (int i = 0; i < ours.length; i++) {
                tieMatters[i] |= others[i] != ours[i];
            }
        }
    }

    void addCells(String vc, List<Cell> cells) {
        for (Figure figure : Figure.values()) {
            double target = published.number(figure.prefix() + row.rowName());
            double tolerance = tieMatters[figure.ordinal()] ? figure.tieTolerance() * target : 0;
            Cell.Address address = new Cell.Address(vc, row.rowName(), figure.column());
            cells.add(Cell.of(address, List.of(), target, (double) ours[figure.ordinal()], tolerance));
        }
    }

    private long[] figures(List<PhillyJob> jobs) {
        List<SimulatedJob> simulated = new ArrayList<>(jobs.size());
        for (PhillyJob job : jobs) {
            simulated.add(new SimulatedJob(simulated.size(), job));
        }
        row.replay(simulated, nodes);
        return Arrays.stream(Figure.values())
                .mapToLong(figure -> figure.of(simulated))
                .toArray();
    }

    private boolean ties() {
        for (int i = 1; i < log.size(); i++) {
            if (log.get(i).submitSeconds() == log.get(i - 1).submitSeconds()) {
                return true;
            }
        }
        return false;
    }

    /** The same by submission, jobs of one second in another order. */
    private List<PhillyJob> shuffled(int seed) {
        List<PhillyJob> jobs = new ArrayList<>(log);
        Chance chance = new Chance(seed, "helios.ties", 0);
        for (int i = jobs.size() - 1; i > 0; i--) {
            Collections.swap(jobs, i, chance.below(i + 1));
        }
        jobs.sort(Comparator.comparingLong(PhillyJob::submitSeconds));
        return jobs;
    }
}
