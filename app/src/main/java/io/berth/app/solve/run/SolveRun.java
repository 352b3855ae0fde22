package io.berth.app.solve.run;

import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.Impossibility;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.schedule.MakespanSolver;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Solver;
import io.berth.spec.input.InputException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads and solves one problem on a thread of its own, so that no file and no solver, whatever they do, keep the command beyond its
 * limit: what was found until then is told.
 */
public final class SolveRun {
    /** How long a solver may take to come back once it is late; then nobody waits for it any more. */
    private static final long GRACE_NANOS = 400_000_000;

    /** Larger problems are not looked through for what makes them impossible: solvers find that, too, only not in words. */
    private static final long MOST_CHECKED = 1 << 26;

    private final SolveRequest request;
    private final Deadline deadline;
    private final Convergence convergence;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable StatedProblem problem;
    private volatile @Nullable Answer answer;
    private volatile String reason = "";
    private volatile @Nullable Throwable failure;

    public SolveRun(SolveRequest request) {
        this.request = request;
        deadline = new Deadline(request.limitNanos());
        convergence = new Convergence(deadline);
    }

    /** Begins; what it does can be followed. */
    public void start() {
        Thread.ofPlatform().daemon().name("berth-solve").start(() -> {
            try {
                work();
            } catch (Throwable broken) {
                failure = broken;
            } finally {
                ended.countDown();
            }
        });
    }

    public Deadline deadline() {
        return deadline;
    }

    public Convergence convergence() {
        return convergence;
    }

    /** What was read; null before. */
    @Nullable
    public StatedProblem problem() {
        return problem;
    }

    /** Waits so long at most; true when there is nothing more to wait for. */
    public boolean await(long millis) {
        try {
            long nanos = Math.min(TimeUnit.MILLISECONDS.toNanos(millis), deadline.leftNanos(GRACE_NANOS));
            return ended.await(nanos, TimeUnit.NANOSECONDS) || deadline.leftNanos(GRACE_NANOS) == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** What became of it; after {@link #await}. */
    public Outcome outcome() {
        Throwable broken = failure;
        if (broken != null) {
            throw asUnchecked(broken);
        }
        convergence.close();
        StatedProblem read = problem;
        Answer known = read == null ? Answer.of(null, Long.MAX_VALUE, Long.MIN_VALUE, 0) : together(read);
        return new Outcome(
                read, request.method().key(), known, reason(known), deadline.elapsedSeconds(), convergence.points());
    }

    private void work() {
        StatedProblem read = request.source().get();
        problem = read;
        long pairs = (long) read.form().tasks() * read.form().agents();
        Impossibility why = pairs > MOST_CHECKED || deadline.late() ? null : Impossibility.of(read.form());
        if (why != null) {
            reason = ReasonText.of(read, why);
            answer = Answer.infeasible(0);
            return;
        }
        answer = solver(read)
                .solve(read.form(), request.effort(() -> deadline.late() || convergence.met()), convergence);
    }

    private Solver solver(StatedProblem read) {
        return read.objective() == Objective.MAKESPAN
                ? new MakespanSolver(request.method().questionSolver(deadline))
                : request.method().solver(deadline);
    }

    /** The best of what the solver answered, if it did, and of what it told on the way; checked. */
    private Answer together(StatedProblem read) {
        Answer last = answer;
        long value = convergence.value();
        long bound = convergence.bound();
        int @Nullable [] agents = convergence.agents();
        long work = 0;
        if (last != null) {
            bound = Math.max(bound, last.bound());
            work = last.work();
            if (last.agents() != null && last.value() <= value) {
                agents = last.agents();
                value = last.value();
            }
        }
        check(read, agents, value, bound);
        return Answer.of(agents, value, bound, work);
    }

    private static void check(StatedProblem read, int @Nullable [] agents, long value, long bound) {
        if (agents == null) {
            return;
        }
        Problem form = read.form();
        boolean makespan = read.objective() == Objective.MAKESPAN;
        long cost = makespan ? MakespanSolver.makespan(form, agents) : Assignments.cost(form, agents);
        if (Assignments.violation(form, agents) != null || cost != value || bound > value) {
            throw new IllegalStateException("the solver's assignment of value " + value + " (counted again " + cost
                    + ", bound " + bound + ") does not hold: " + Assignments.violation(form, agents));
        }
    }

    private String reason(Answer known) {
        return switch (known.status()) {
            case OPTIMAL, FEASIBLE -> "";
            case INFEASIBLE -> reason.isEmpty() ? ReasonText.PROVED : reason;
            case UNKNOWN -> problem == null ? "time was over before the problem was read" : "none was found in time";
        };
    }

    private RuntimeException asUnchecked(Throwable broken) {
        String method = "--method " + request.method().key();
        return switch (broken) {
            case InputException wrong -> wrong;
            case IllegalArgumentException unsuited -> new InputException(method, String.valueOf(unsuited.getMessage()));
            case UnsupportedOperationException missing ->
                new InputException(method, String.valueOf(missing.getMessage()));
            case RuntimeException other -> other;
            case Error error -> throw error;
            default -> new IllegalStateException(broken);
        };
    }
}
