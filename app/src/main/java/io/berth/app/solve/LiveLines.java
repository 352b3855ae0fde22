package io.berth.app.solve;

import io.berth.app.solve.run.Gap;
import io.berth.app.solve.run.SolveRun;
import io.berth.core.time.Nanos;
import io.berth.optimize.file.StatedProblem;
import java.io.PrintStream;

/** The best value and bound while a problem is being solved: one line on a terminal, a line for each change elsewhere. */
final class LiveLines {
    private static final long TERMINAL_MILLIS = 200;
    private static final long PLAIN_MILLIS = 1000;
    private static final int WIDTH = 100;

    private final SolveRun run;
    private final PrintStream err;
    private final boolean terminal =
            System.console() != null && System.console().isTerminal();

    LiveLines(SolveRun run, PrintStream err) {
        this.run = run;
        this.err = err;
    }

    /** Follows the run to its end; says nothing of what is over within a second. */
    void follow() {
        String last = "";
        boolean over = run.await(PLAIN_MILLIS);
        while (!over) {
            String state = state();
            if (terminal) {
                String line = state + ", " + Nanos.format(run.deadline().elapsedNanos() / Nanos.SECOND * Nanos.SECOND);
                err.print("\r" + line + " ".repeat(Math.max(0, WIDTH - line.length())));
                err.flush();
            } else if (!state.equals(last)) {
                err.println(state + ", " + Nanos.format(run.deadline().elapsedNanos()));
            }
            last = state;
            over = run.await(terminal ? TERMINAL_MILLIS : PLAIN_MILLIS);
        }
        if (terminal && !last.isEmpty()) {
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
        }
    }

    private String state() {
        StatedProblem problem = run.problem();
        if (problem == null) {
            return "reading";
        }
        long value = run.convergence().value();
        long bound = run.convergence().bound();
        return "value " + text(problem, value, Long.MAX_VALUE) + ", bound " + text(problem, bound, Long.MIN_VALUE)
                + ", gap " + Gap.text(value, bound);
    }

    private static String text(StatedProblem problem, long cost, long unknown) {
        return cost == unknown ? "unknown" : problem.value(cost).toPlainString();
    }
}
