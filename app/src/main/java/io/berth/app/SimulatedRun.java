package io.berth.app;

import io.berth.core.engine.Observer;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.policy.Catalog;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.JournalOptions;
import io.berth.sim.report.JobCounter;
import io.berth.sim.report.JobRows;
import io.berth.sim.report.RunReport;
import io.berth.sim.run.Simulation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One run of a scenario with all that is kept of it. */
final class SimulatedRun {
    private final Simulation.Setup setup;
    private final @Nullable Path journal;
    private final @Nullable JobRows rows;

    /**
     * @param journal the folder its journal goes to; null for no journal
     * @param keepsJobs true where somebody will ask for {@link #jobs()}
     */
    SimulatedRun(Simulation.Setup setup, @Nullable Path journal, boolean keepsJobs) {
        this.setup = setup;
        this.journal = journal;
        this.rows = keepsJobs ? new JobRows(setup.strategy().name(), setup.seed()) : null;
    }

    String strategy() {
        return setup.strategy().name();
    }

    long seed() {
        return setup.seed();
    }

    /** Runs it, telling {@code progress} of each job that arrives. */
    RunReport report(Progress progress) {
        long start = System.nanoTime();
        RunMetrics metrics = journal == null ? simulate(Journal.NONE, progress) : journaled(journal, progress);
        double wallSeconds = (System.nanoTime() - start) / 1e9;
        return RunReport.of(strategy(), seed(), metrics, wallSeconds);
    }

    /** The jobs as CSV rows without header; call it once, after the run. */
    String jobs() {
        return rows == null ? "" : rows.text();
    }

    private RunMetrics journaled(Path folder, Progress progress) {
        try (JournalDirectory kept = JournalDirectory.create(folder, seed(), JournalOptions.SIMULATION)) {
            return simulate(kept, progress);
        }
    }

    private RunMetrics simulate(Journal kept, Progress progress) {
        JobCounter counter = new JobCounter(progress::add);
        Observer follower = rows == null ? counter : counter.andThen(rows);
        return new Simulation(setup, Catalog.standard(), kept, follower).run();
    }
}
