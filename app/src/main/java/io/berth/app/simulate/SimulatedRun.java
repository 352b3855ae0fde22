package io.berth.app.simulate;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Progress;
import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.file.JournalOptions;
import io.berth.sim.adaptive.Look;
import io.berth.sim.adaptive.Selector;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.report.JobCounter;
import io.berth.sim.report.JobRows;
import io.berth.sim.report.JobTimes;
import io.berth.sim.report.Rejections;
import io.berth.sim.report.RunCourse;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.identity.RunDigest;
import io.berth.sim.report.page.RunRecorder;
import io.berth.sim.report.page.RunTrace;
import io.berth.sim.run.Companion;
import io.berth.sim.run.Simulation;
import io.berth.sim.run.Steering;
import io.berth.sim.service.PreparedService;
import io.berth.sim.service.ServiceRun;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a scenario with all that is kept of it. */
final class SimulatedRun {
    private final SimulatedPoint point;
    private final Simulation.Setup setup;
    private final Window window;
    private final @Nullable Path journal;
    private final Rejections rejections;
    private final RunDigest digest = new RunDigest();
    private final @Nullable JobRows rows;
    private final @Nullable JobTimes times;
    private final @Nullable RunCourse course;
    private final boolean traced;
    private final @Nullable Selector selector;
    private @Nullable RunTrace trace;
    private @Nullable ServiceRun service;

    /**
     * What is kept of a run beside its figures.
     *
     * @param journal the folder its journal goes to; null for no journal
     * @param jobs true where somebody will ask for {@link #jobs()}
     * @param times true where somebody will ask for {@link #times()}
     * @param trace true where somebody will ask for {@link #trace()}
     */
    record Kept(@Nullable Path journal, boolean jobs, boolean times, boolean trace) {}

    /** @param window what is measured of it */
    SimulatedRun(SimulatedPoint point, StrategySpec strategy, long seed, Window window, Kept kept) {
        this.point = point;
        this.setup = point.prepared().setup(strategy, seed);
        this.window = window;
        this.journal = kept.journal();
        this.rejections = new Rejections(setup.nodes(), window);
        this.rows = kept.jobs() ? new JobRows(strategy.name(), seed, rejections) : null;
        this.times = kept.times() ? new JobTimes(window) : null;
        this.course = kept.times() && whole() ? new RunCourse() : null;
        this.traced = kept.trace();
        this.selector = point.prepared().selector(strategy, seed, FullCatalog.get());
    }

    /** What it simulates, but for the choice of a strategy while it lasts. */
    StrategySpec spec() {
        return setup.strategy();
    }

    /** What changes its strategy while it lasts; null where it stays what it is. */
    @Nullable
    AdaptiveSpec adaptive() {
        return point.scenario().adaptive(setup.strategy());
    }

    /** What was looked at which strategy would do best, after the run; nothing where it stays what it is. */
    List<Look> looks() {
        return selector == null ? List.of() : selector.looks();
    }

    /** How long after its first arrival {@code nanos} is. */
    double secondsIn(long nanos) {
        return Nanos.toSeconds(nanos - setup.workload().iterator().next().atNanos());
    }

    /** A run of {@code strategy} on the same, of which only figures are kept. */
    SimulatedRun under(StrategySpec strategy) {
        return new SimulatedRun(point, strategy, seed(), window, new Kept(null, false, false, false));
    }

    SimulatedPoint point() {
        return point;
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
        return RunReport.of(strategy(), seed(), metrics, wallSeconds)
                .with(rejections.figures())
                .with(service == null ? Collections.emptySortedMap() : service.figures())
                .as(digest.identity())
                .at(point.set());
    }

    /** The times of its jobs, after the run; null where they were not kept. */
    @Nullable
    JobTimes times() {
        return times;
    }

    /** True where nothing of it is left out by the scenario. */
    boolean whole() {
        return window.isAll();
    }

    /** How it went, after the run; null where that was not kept. */
    @Nullable
    RunCourse course() {
        return course;
    }

    /** What a page draws of it, after the run; null where it was not kept. */
    @Nullable
    RunTrace trace() {
        return trace;
    }

    /** Its jobs as CSV, after the run; none where they were not kept. */
    RunFiles.Rows jobs() {
        return new RunFiles.Rows(point.set(), strategy(), seed(), () -> rows == null ? "" : rows.text());
    }

    private RunMetrics journaled(Path folder, Progress progress) {
        try (JournalDirectory kept = JournalDirectory.create(folder, seed(), JournalOptions.SIMULATION)) {
            return simulate(kept, progress);
        }
    }

    private RunMetrics simulate(Journal kept, Progress progress) {
        Observer follower = new JobCounter(progress::add).andThen(rejections).andThen(digest);
        follower = rows == null ? follower : follower.andThen(rows);
        follower = times == null ? follower : follower.andThen(times);
        Simulation.Opening opening = (_, metrics) -> {
            if (course != null) {
                course.begins(metrics);
            }
        };
        follower = course == null ? follower : follower.andThen(course);
        Catalog catalog = FullCatalog.get();
        Steering steering = selector == null ? Steering.NONE : selector;
        PreparedService prepared = point.service();
        service = prepared == null ? null : prepared.run(setup, FleetObserver.NONE, _ -> {});
        Companion companion = service == null ? Companion.NONE : service;
        if (!traced) {
            return new Simulation(setup, catalog, kept, follower)
                    .steered(steering)
                    .beside(companion)
                    .run(window, opening);
        }
        // Made here, so that only the runs that are under way hold what they record.
        RunRecorder recorder = new RunRecorder(setup, point.set(), catalog);
        RunMetrics metrics = new Simulation(setup, catalog, kept, follower.andThen(recorder))
                .steered(steering)
                .beside(companion)
                .run(window, opening);
        trace = recorder.trace();
        return metrics;
    }
}
