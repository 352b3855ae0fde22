package io.berth.optimize.exact;

import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Problems solved by OR-Tools (Perron and Furnon, "OR-Tools" 9.15): one variable per pair that may be, each task exactly once, one
 * row per agent and resource. Work is not counted: a limit of work does not end the search. The same seed gives the same answer
 * only with one thread and without an end by time.
 */
public final class ExactSolver implements Solver {
    /** How long at most between two looks at time and findings. */
    private static final long LOOK_MILLIS = 20;

    /** How many looks a search that should stop may go on, in parts of its code that do not listen, before it is left alone. */
    private static final int PATIENCE = 15;

    private final Engine engine;
    private final @Nullable WarmStart start;

    /** From nothing. */
    public ExactSolver(Engine engine) {
        this(engine, null);
    }

    /** From what is known of the problem; null for nothing. */
    public ExactSolver(Engine engine, @Nullable WarmStart start) {
        this.engine = engine;
        this.start = start;
    }

    /**
     * {@inheritDoc}
     *
     * @throws UnsupportedOperationException where OR-Tools has no native code for this system
     */
    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        NativeLibrary.load();
        WarmStart known = start == null ? WarmStart.cold(problem) : start;
        Findings findings = new Findings(known);
        OpenPairs pairs = OpenPairs.of(problem, known, effort.late());
        if (effort.late().getAsBoolean()) {
            return findings.answer(0);
        }
        if (pairs.homeless() >= 0) {
            findings.exhausted();
            return findings.answer(0);
        }
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        NativeSearch search = search(new Model(problem, pairs, known), effort, findings);
        Thread thread = Thread.ofPlatform().daemon().name("exact-search").start(() -> {
            try {
                search.run();
            } catch (Throwable broken) {
                failure.set(broken);
            } finally {
                findings.ended();
            }
        });
        follow(search, findings, effort, watcher);
        if (failure.get() != null) {
            throw new IllegalStateException(
                    "The search by " + engine + " failed on thread " + thread.getName() + ".", failure.get());
        }
        return findings.answer(0);
    }

    private NativeSearch search(Model model, Effort effort, Findings findings) {
        return switch (engine) {
            case CP_SAT -> new CpSatSearch(model, effort, findings);
            case SCIP -> new ScipSearch(model, effort, findings);
        };
    }

    private static void follow(NativeSearch search, Findings findings, Effort effort, Watcher watcher) {
        int patience = PATIENCE;
        try {
            while (!findings.await(LOOK_MILLIS) && patience > 0) {
                findings.tell(watcher);
                boolean enough = findings.value() != Long.MAX_VALUE
                        && findings.bound() != Long.MIN_VALUE
                        && effort.satisfied(findings.value(), findings.bound());
                if (enough || effort.late().getAsBoolean()) {
                    search.stop();
                    patience--;
                }
            }
        } catch (InterruptedException interrupted) {
            search.stop();
            Thread.currentThread().interrupt();
        }
        findings.tell(watcher);
    }
}
