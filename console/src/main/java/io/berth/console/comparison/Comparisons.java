package io.berth.console.comparison;

import io.berth.console.comparison.Comparison.Phase;
import io.berth.console.comparison.Comparison.Row;
import io.berth.console.history.Past;
import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.metric.Window;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.live.journal.file.JournalException;
import io.berth.sim.report.JobTimes;
import io.berth.sim.report.RunReport;
import io.berth.sim.run.Simulation;
import io.berth.sim.world.WorldOptions;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Comparisons, one at a time, on a thread of their own; the last few are remembered. */
public final class Comparisons implements AutoCloseable {
    /** Events of one span: half a million jobs, each submitted, started and ended. */
    private static final long MOST_EVENTS = 2_000_000;

    private static final int MOST_KEPT = 8;

    private final Catalog catalog;
    private final TreeMap<Long, Comparison> known = new TreeMap<>();
    private @Nullable Thread worker;
    private volatile long running;
    private volatile long unwanted;
    private long last;

    public Comparisons(Catalog catalog) {
        this.catalog = catalog;
    }

    /** Where the frames of a span come from. */
    @FunctionalInterface
    public interface Source {
        /** The state at {@code hours} before the end of the journal, and the frames after it. */
        Past.Rest last(double hours);
    }

    /** Begins one; null where one is under way. The first of {@code strategies} is what the others are compared with. */
    public synchronized @Nullable Comparison begin(double hours, List<StrategySpec> strategies, Source source) {
        if (worker != null && worker.isAlive()) {
            return null;
        }
        last++;
        Comparison begun = Comparison.begun(last, hours, strategies);
        known.put(last, begun);
        while (known.size() > MOST_KEPT) {
            known.pollFirstEntry();
        }
        running = last;
        long id = last;
        worker = Thread.ofPlatform()
                .name("berth-console-compare")
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .start(() -> work(id, source));
        return begun;
    }

    /** Comparison {@code id}; null where it is not known. */
    public synchronized @Nullable Comparison get(long id) {
        return known.get(id);
    }

    /** All that are known, the newest first. */
    public synchronized List<Comparison> all() {
        return new ArrayList<>(known.descendingMap().values());
    }

    /** Ends one that is under way; one that is over stays what it is. Null where it is not known. */
    public synchronized @Nullable Comparison cancel(long id) {
        Comparison now = known.get(id);
        if (now != null && !now.phase().over()) {
            unwanted = id;
            update(id, it -> it.in(Phase.CANCELLED));
        }
        return known.get(id);
    }

    /** Ends what is under way. */
    @Override
    public void close() {
        Thread busy;
        synchronized (this) {
            unwanted = running;
            busy = worker;
        }
        if (busy != null) {
            busy.interrupt();
        }
    }

    private void work(long id, Source source) {
        try {
            Comparison wanted = get(id);
            if (wanted != null) {
                compare(wanted, source.last(wanted.hours()));
                update(id, it -> it.at(1).in(Phase.DONE));
            }
        } catch (Stint.EndedException e) {
            update(id, it -> it.in(Phase.CANCELLED));
        } catch (JournalException | UncheckedIOException | IllegalArgumentException e) {
            update(id, it -> it.failed(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            update(id, it -> it.failed("a bug of this program: " + e));
        }
    }

    private void compare(Comparison wanted, Past.Rest rest) {
        RecordedSpan span = new RecordedSpan(rest.state(), rest.atNanos());
        State state = read(wanted.id(), rest, span);
        RecordedSpan.Recorded recorded = span.recorded(state);
        if (usable(state) == 0 || recorded.counts().jobs() == 0) {
            throw new IllegalArgumentException(
                    usable(state) == 0 ? "no node takes tasks" : "no job lived in these hours");
        }
        update(wanted.id(), it -> it.of(said(span, recorded, state)));
        Window window = new Window(span.fromNanos() + 1, Math.max(span.fromNanos() + 1, state.nowNanos()));
        List<Row> rows = new ArrayList<>();
        Differences differences = new Differences();
        for (StrategySpec strategy : wanted.strategies()) {
            Simulation.Setup setup = new Simulation.Setup(
                    recorded.nodes(), recorded.workload(), strategy, state.seed(), WorldOptions.IDEAL, Nanos.NEVER, 0);
            rows.add(simulate(wanted, setup, window, differences));
            List<Row> soFar = List.copyOf(rows);
            update(wanted.id(), it -> it.with(soFar));
        }
    }

    private State read(long id, Past.Rest rest, RecordedSpan span) {
        Recovery recovery = Recovery.recover(rest.state(), span);
        long events = 0;
        for (Frame frame = rest.next(); frame != null; frame = rest.reader().next()) {
            recovery.apply(frame);
            span.instant(frame, recovery.state());
            if (unwanted == id) {
                throw new Stint.EndedException(true);
            }
            events += frame.events().size();
            if (events > MOST_EVENTS) {
                throw new IllegalArgumentException("more happened in these hours than can be compared; take fewer");
            }
        }
        return recovery.state();
    }

    private Row simulate(Comparison wanted, Simulation.Setup setup, Window window, Differences differences) {
        int index = differences.asked();
        JobTimes times = new JobTimes(window);
        double jobs = Math.max(1.0, (double) setup.workload().size());
        double parts = wanted.strategies().size();
        Stint stint = new Stint(
                () -> unwanted == wanted.id(),
                left -> update(wanted.id(), it -> it.at((index + Math.min(1, (double) left / jobs)) / parts)));
        try {
            RunReport report = RunReport.of(
                    setup.strategy().name(),
                    setup.seed(),
                    new Simulation(setup, catalog, Journal.NONE, stint.andThen(times)).run(window),
                    stint.seconds());
            return new Row(setup.strategy(), figures(report), differences.of(times), stint.seconds());
        } catch (Stint.EndedException e) {
            if (e.cancelled()) {
                throw e;
            }
            return new Row(setup.strategy(), null, differences.none(), stint.seconds());
        }
    }

    private static Comparison.Figures figures(RunReport report) {
        return new Comparison.Figures(
                (long) report.figure("jobs_finished"),
                (long) report.figure("jobs_rejected"),
                report.figure("wait_mean_s"),
                report.figure("wait_p99_s"),
                report.figure("jct_mean_s"),
                report.figure("jct_p99_s"),
                report.figure("gpu_allocation_pct"));
    }

    /** How many nodes take tasks. */
    private static int usable(State state) {
        int usable = 0;
        for (int node = 0; node < state.nodes().count(); node++) {
            usable += state.nodes().usable(node) ? 1 : 0;
        }
        return usable;
    }

    private static Comparison.Span said(RecordedSpan span, RecordedSpan.Recorded recorded, State state) {
        RecordedSpan.Counts counts = recorded.counts();
        RunReport measured = RunReport.of("", state.seed(), span.measured(), 0);
        return new Comparison.Span(
                span.fromNanos(),
                state.nowNanos(),
                usable(state),
                new Comparison.Jobs(counts.jobs(), counts.ended(), counts.running(), counts.waiting()),
                figures(measured));
    }

    private synchronized void update(long id, UnaryOperator<Comparison> change) {
        known.computeIfPresent(id, (_, now) -> now.phase().over() ? now : change.apply(now));
    }
}
