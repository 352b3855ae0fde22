package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.Nodes;
import io.berth.core.decision.Placement;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.policy.window.Allowance;
import io.berth.core.policy.window.QueueCap;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.state.Job;
import io.berth.core.state.QueueListener;
import io.berth.core.state.State;
import io.berth.core.state.part.OpenWindow;
import io.berth.core.strategy.Backfill;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs are planned together, and what becomes of the plan. While a window is open nobody starts. When its plan is there each
 * start is looked at again, since nodes and jobs may not be what they were; what does not hold, and what the plan left out though
 * there is still room for it, is decided by the other policies of the strategy. The same happens where no plan comes in time. A job whose
 * queue has got what it may of a window is of the next one.
 *
 * <p>A job whose patience ends while it is gathered or planned is turned away only if it does not start then.
 */
final class Windows implements QueueListener {
    /** How much longer a job is expected to run than it waits for others to be planned with. */
    private static final long RUN_PER_LINGER = 10;

    private final State state;
    private final JobMarks marks;
    private final Planning pass;
    /** The jobs that the next window would hold, in the order of the queue. */
    private final List<Job> gathered = new ArrayList<>();
    /** The jobs that this pass decided against. */
    private final TreeSet<Long> passedOver = new TreeSet<>();
    /** Until when how many queued jobs wait for a window to fill; followed only where windows are planned. */
    private final TreeMap<Long, Integer> dueNanos = new TreeMap<>();

    private WindowPlanning planning = WindowPlanning.NONE;
    /** There may be jobs that this pass did not look at because of the open window. */
    private boolean more;

    /** What a pass can do about a job. */
    interface Planning {
        /** True where there is room for the job now if it were alone. */
        boolean hasRoom(Job job);

        /** True where the job's patience is over, it could never start, or waits for other jobs than those before it. */
        boolean cannotWait(Job job);

        /** Starts the job at {@code placements} if there is room. */
        boolean start(Job job, List<Placement> placements);

        /** Decides about the job alone, as {@code strategy} does. */
        void decide(Job job, Strategy strategy);

        /** Has jobs planned together until {@code untilNanos}. */
        void ask(List<Long> jobs, long untilNanos);
    }

    Windows(State state, JobMarks marks, Planning pass) {
        this.state = state;
        this.marks = marks;
        this.pass = pass;
    }

    /** Follows the queue, {@code queued} now, where windows are planned from now on. */
    void follow(WindowPlanning newPlanning, Iterable<Job> queued) {
        planning = newPlanning;
        dueNanos.clear();
        queued.forEach(this::waits);
    }

    @Override
    public void waits(Job job) {
        if (planning.plans()) {
            dueNanos.merge(due(job), 1, Integer::sum);
        }
    }

    @Override
    public void leaves(Job job) {
        dueNanos.computeIfPresent(due(job), (_, count) -> count == 1 ? null : count - 1);
    }

    /** A pass begins. */
    void begin() {
        gathered.clear();
        passedOver.clear();
        more = false;
    }

    /** The part of a pass that decides who starts, of {@code queue} in its order. */
    void place(Strategy strategy, Iterable<Job> queue) {
        OpenWindow window = state.window();
        if (window != null && !state.windowDecided()) {
            more = true;
            return;
        }
        if (window != null) {
            decide(window, state.advice(), strategy);
        }
        gather(strategy, queue);
        if (!gathered.isEmpty() && (more || isDue())) {
            pass.ask(gathered.stream().map(Job::id).toList(), Nanos.after(state.nowNanos(), planning.limitNanos()));
        }
    }

    /** True where this pass did not decide against the job, so that the end of its patience does not count yet. */
    boolean undecided(Job job) {
        return gathered.contains(job) || more && !passedOver.contains(job.id());
    }

    /** When time alone will open or end a window; {@link Nanos#NEVER} where it will not. */
    long nextNanos() {
        if (state.window() != null) {
            return state.window().untilNanos();
        }
        Long next = dueNanos.higherKey(state.nowNanos());
        return next == null ? Nanos.NEVER : next;
    }

    /** The jobs of {@code window} that still wait, as a planner sees them. */
    List<WindowJob> jobs(OpenWindow window) {
        List<WindowJob> jobs = new ArrayList<>();
        for (long id : window.jobs()) {
            Job job = state.job(id);
            if (job != null && job.queued()) {
                long waited = state.nowNanos() - job.submitNanos();
                jobs.add(new WindowJob(
                        id,
                        job.shape(),
                        job.leastTasks(),
                        job.priority(),
                        waited,
                        job.spec().profile()));
            }
        }
        return jobs;
    }

    /** What queues may get of {@code window} on {@code nodes}, by the jobs of it that still wait. */
    List<WindowCap> caps(OpenWindow window, Nodes nodes) {
        List<QueueCap> told = planning.terms().caps();
        if (told.isEmpty()) {
            return List.of();
        }
        long free = 0;
        for (int node = 0; node < nodes.count(); node++) {
            free += nodes.usable(node) ? nodes.totalFreeMilli(node) : 0;
        }
        List<WindowCap> caps = new ArrayList<>();
        for (QueueCap cap : told) {
            caps.add(new WindowCap(
                    cap.queue(),
                    cap.of(free),
                    window.jobs().stream()
                            .filter(id -> isBelow(id, cap.queue()))
                            .toList()));
        }
        return caps;
    }

    /** True where the job waits, in {@code queue} or in one below it. */
    private boolean isBelow(long id, String queue) {
        Job job = state.job(id);
        return job != null && state.queues().tree().among(job.queue(), List.of(queue));
    }

    private void decide(OpenWindow window, @Nullable WindowAnswer answer, Strategy strategy) {
        TreeSet<Long> left = new TreeSet<>(window.jobs());
        Allowance allowance = new Allowance(caps(window, state.nodes()));
        if (answer != null && answer.planned()) {
            for (WindowStart start : answer.starts()) {
                Job job = mayStart(start.job());
                if (job != null
                        && left.contains(job.id())
                        && allowance.allows(job.id(), milli(job))
                        && pass.start(job, start.placements())) {
                    left.remove(job.id());
                    allowance.take(job.id(), milli(job));
                }
            }
        }
        for (long id : window.jobs()) {
            Job job = mayStart(id);
            if (job != null && left.contains(id) && allowance.allows(id, milli(job))) {
                pass.decide(job, strategy);
                passedOver.add(id);
                if (marks.disposed(job)) {
                    allowance.take(id, milli(job));
                }
            }
        }
    }

    /** What a job asks for that is planned with others. */
    private static long milli(Job job) {
        return (long) job.leastTasks() * job.shape().demand().totalGpuMilli();
    }

    /** The job where it waits and does not rest, else null. */
    private @Nullable Job mayStart(long id) {
        Job job = state.job(id);
        return job != null && job.queued() && !marks.disposed(job) && job.notBeforeNanos() <= state.nowNanos()
                ? job
                : null;
    }

    /**
     * Takes the first jobs that there is room for; behind one that there is none for, only where the strategy looks behind it. A job of
     * several groups, or whose tasks must be in one domain, of which planners know nothing, is no row of a window: it is decided about by
     * itself, and those before it are planned without waiting for more.
     */
    private void gather(Strategy strategy, Iterable<Job> queue) {
        for (Job job : queue) {
            if (marks.disposed(job) || job.notBeforeNanos() > state.nowNanos() || passedOver.contains(job.id())) {
                continue;
            }
            if (!isRow(job) && gathered.isEmpty()) {
                pass.decide(job, strategy);
                if (marks.disposed(job)) {
                    continue;
                }
            } else if (pass.hasRoom(job)) {
                if (isRow(job)) {
                    gathered.add(job);
                }
                if (!isRow(job) || gathered.size() == planning.jobs()) {
                    more = true;
                    return;
                }
                continue;
            }
            passedOver.add(job.id());
            if (strategy.backfill() == Backfill.NONE && !pass.cannotWait(job)) {
                return;
            }
        }
    }

    private static boolean isRow(Job job) {
        return job.uniform() && job.gang().within() == null;
    }

    /** True where the window is planned though it is not full. */
    private boolean isDue() {
        for (Job job : gathered) {
            if (due(job) <= state.nowNanos()) {
                return true;
            }
        }
        return false;
    }

    /**
     * When a job has waited for a window to fill for as long as it may. What a plan saves is a share of run times, so a job that
     * is over soon waits no more than a share of its own.
     */
    private long due(Job job) {
        long expected = job.spec().estimateNanos();
        long linger = expected == Nanos.NEVER
                ? planning.lingerNanos()
                : StrictMath.min(planning.lingerNanos(), expected / RUN_PER_LINGER);
        return Nanos.after(StrictMath.max(job.readyNanos(), job.notBeforeNanos()), linger);
    }
}
