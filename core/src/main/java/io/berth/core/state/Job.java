package io.berth.core.state;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.pace.Pace;
import io.berth.core.policy.QueuedJob;
import io.berth.core.qos.QosClass;
import io.berth.core.qos.QosClasses;
import io.berth.core.state.part.JobSize;
import io.berth.core.state.part.JobState;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Speedup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A job that lives: waiting or holding something. Only the state changes it. */
public final class Job implements QueuedJob {
    final long id;
    /** Another one when a rule of somebody else comes to look at its tasks, or something else is said of them. */
    GangShape gang;

    /** Of its first group. */
    private Shape shape;

    private int mostTasks;
    private int leastTasks;
    private final long dueNanos;
    /** How fast it is at least, wherever it is placed, millionths. */
    private int leastPace;

    final long submitNanos;
    /** What its class says; null for a class that is not declared. Follows from what is declared. */
    private @Nullable QosClass qos = QosClass.NONE;

    /** Its row among the jobs that live, given again when it has left; what others keep of it beside the state is kept by this. */
    int row = -1;

    /** What became of it so far, to be read; whoever changes it asks {@link #change()} for it. */
    JobCourse course;

    /** An image of the state has the course, which nobody may change then. */
    private boolean shared;

    /**
     * A job of {@code newSpec}, whose tasks ask for {@code gang}; its demands become the very objects that the shapes have.
     *
     * @param demand the number of the demand of its first group
     */
    Job(long id, JobSpec newSpec, GangShape gang, int demand, long submitNanos) {
        this.id = id;
        this.course = new JobCourse(gang.shared(newSpec), submitNanos);
        this.gang = gang;
        this.shape = gang.shape(0);
        this.mostTasks = newSpec.tasks();
        this.leastTasks = newSpec.leastTasks();
        course.demand = demand;
        this.submitNanos = submitNanos;
        this.dueNanos = Nanos.after(submitNanos, newSpec.deadlineNanos());
        this.leastPace = (int) Pace.least(newSpec);
    }

    /** Its tasks ask for {@code now} from now on, which is the same but for what other tasks it has to do with. */
    void reshape(GangShape now) {
        gang = now;
        shape = now.shape(0);
    }

    /** While it waits: it has as many tasks as its specification says now. */
    void recount() {
        mostTasks = course.spec().tasks();
        leastTasks = course.spec().leastTasks();
    }

    /**
     * While it waits, all of the phase that it was in being done: it is {@code next} from now on. What it ran counts as run, and for nothing
     * of what is before it.
     */
    void begins(JobSpec next) {
        JobCourse own = change();
        own.specify(next);
        own.lostNanos = own.ranNanos;
        own.measured = null;
        own.failures = 0;
        own.retried = 0;
        own.notBeforeNanos = 0;
        recount();
        leastPace = (int) Pace.least(next);
    }

    /** It is of the class that it says, of {@code declared}. */
    void classify(QosClasses declared) {
        qos = declared.of(course.terms.qos());
    }

    /** What its class says; {@link QosClass#NONE} of one that is not declared. */
    public QosClass qos() {
        return qos == null ? QosClass.NONE : qos;
    }

    /** False where it names a class that is not declared though others are. */
    public boolean classKnown() {
        return qos != null;
    }

    /** Its own, and what its class adds. */
    @Override
    public int priority() {
        long sum = (long) course.spec().priority() + qos().priority();
        return StrictMath.clamp(sum, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** Its course, to be changed; an image of the state that has it keeps it as it is. */
    JobCourse change() {
        if (shared) {
            course = course.copy();
            shared = false;
        }
        return course;
    }

    /** Its course, which stays as it is from now on. */
    JobCourse share() {
        shared = true;
        return course;
    }

    /** {@code job} as it was when it had {@code course}; of it nothing but that may be asked which a state writes. */
    Job(Job job, JobCourse course) {
        this.id = job.id;
        this.course = course;
        this.gang = job.gang;
        this.shape = job.shape;
        this.mostTasks = job.mostTasks;
        this.leastTasks = job.leastTasks;
        this.dueNanos = job.dueNanos;
        this.leastPace = job.leastPace;
        this.submitNanos = job.submitNanos;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public JobSpec spec() {
        return course.spec();
    }

    @Override
    public long submitNanos() {
        return submitNanos;
    }

    @Override
    public long ranNanos(long now) {
        return course.ranNanos + (course.startNanos < 0 ? 0 : now - course.startNanos);
    }

    @Override
    public long doneNanos(long now) {
        return course.ranNanos - course.lostNanos + lifeNanos(now);
    }

    /** How much of its work it did in this life. */
    private long lifeNanos(long now) {
        JobSize size = course.size;
        if (course.startNanos < 0) {
            return 0;
        }
        return size == null || size.sinceNanos() < 0
                ? worked(now - course.startNanos)
                : size.doneNanos() + worked(now - size.sinceNanos());
    }

    /**
     * What its progress told of goes before what its user expected. Where fewer than all of its tasks may run it is the time that it takes
     * with those that do, and with the fewest while it waits. How fast the devices make it that it got is left out: a job that seems longer
     * once it runs than while it waits would make room for one like it, and that for it again, for ever.
     */
    @Override
    public long remainingNanos(long now) {
        return byTasks(workNanos(now));
    }

    /** How long all its tasks would need for what is left. */
    private long workNanos(long now) {
        return course.measured == null
                ? QueuedJob.super.remainingNanos(now)
                : StrictMath.max(0, course.measured.nanos() - doneNanos(now));
    }

    /** The same where it runs, by how fast it is there: when it ends. */
    public long leftNanos(long now) {
        long expected = course.spec().profile().hidden() ? RunProfile.TOLD : course.pace;
        return waiting() ? remainingNanos(now) : Pace.scaled(remainingNanos(now), RunProfile.TOLD, expected);
    }

    /** As {@link #leftNanos}, and of one that waits as long as that is on the slowest devices that it may get. */
    public long longestNanos(long now) {
        return waiting() ? Pace.scaled(remainingNanos(now), RunProfile.TOLD, leastPace) : leftNanos(now);
    }

    /**
     * As {@link #remainingNanos}, with all its tasks on the devices on which it is fastest, as far as is told: it takes no less. The phases
     * that come after its present one count.
     */
    public long shortestNanos(long now) {
        long phase = Pace.scaled(workNanos(now), RunProfile.TOLD, Pace.most(course.spec()));
        long later = course.spec().phases().laterNanos();
        return later == 0 ? phase : Nanos.after(phase, Pace.scaled(later, RunProfile.TOLD, Pace.most(course.spec())));
    }

    /** As {@link #remainingNanos}, of one that waits, on devices that make it as fast as {@code pace}, millionths, says. */
    public long remainingNanos(long now, long pace) {
        return Pace.scaled(remainingNanos(now), RunProfile.TOLD, pace);
    }

    /** How long work takes, for which all its tasks need {@code nanos}, with those that it has, or the fewest while it waits. */
    public long stretched(long nanos) {
        return waiting() ? byTasks(nanos) : Pace.scaled(byTasks(nanos), RunProfile.TOLD, course.pace);
    }

    private long byTasks(long nanos) {
        int tasks = waiting() ? leastTasks : course.started;
        return tasks == mostTasks
                ? nanos
                : Pace.scaled(nanos, speedup().with(mostTasks), speedup().with(tasks));
    }

    /** For how much work all its tasks together would have needed, of {@code nanos} that those ran that it has. */
    public long worked(long nanos) {
        long told = Pace.scaled(nanos, course.pace, RunProfile.TOLD);
        return course.started == mostTasks
                ? told
                : Pace.scaled(told, speedup().with(course.started), speedup().with(mostTasks));
    }

    /** What more of its tasks bring. */
    public Speedup speedup() {
        return course.spec().profile().speedup();
    }

    /** How fast it is where it was placed, millionths of the speed that its timing is told for. */
    public long pace() {
        return course.pace;
    }

    /** The run time that its progress told of, all that it did included; {@link Nanos#NEVER} where it told of none. */
    public long measuredNanos() {
        return course.measured == null ? Nanos.NEVER : course.measured.nanos();
    }

    /** The model of the devices on which it told of its progress last; null where it did not, or they were of several. */
    public @Nullable String measuredOn() {
        return course.measured == null ? null : course.measured.model();
    }

    /** The model of all devices that its last start gave it; null where it has none, or several. */
    public @Nullable String model(Nodes nodes) {
        return Pace.model(placements(JobState.PENDING), nodes);
    }

    /** Where those of its tasks are that were placed and are as far as {@code least}. */
    private List<Placement> placements(JobState least) {
        List<Placement> placements = new ArrayList<>();
        for (int task = 0; task < course.places(); task++) {
            if (course.node(task) >= 0 && course.state(task) >= least.ordinal() && !leaves(task)) {
                placements.add(new Placement(course.node(task), course.grant(task)));
            }
        }
        return placements;
    }

    /** How much of its work its earlier lives left done. */
    public long keptNanos() {
        return course.ranNanos - course.lostNanos;
    }

    /** How much of its work would be lost that it keeps else, if it were stopped at {@code now}: what it did since its last checkpoint, and its restart. */
    public long unsavedNanos(long now) {
        long life = lifeNanos(now);
        return life == 0 ? 0 : course.terms.interruption().checkpoints().lost(keptNanos() + life, life);
    }

    /**
     * Its row among the jobs that live: small, its own while it lives, then another's. What is kept of jobs beside the state is kept
     * in arrays by it.
     */
    public int row() {
        return row;
    }

    /** What its tasks ask for together. */
    public GangShape gang() {
        return gang;
    }

    /** True where its tasks get what others ask for and do not use. */
    public boolean bestEffort() {
        return gang.shape(0).bestEffort();
    }

    /** True where all its tasks ask for the same. */
    public boolean uniform() {
        return gang.groups() == 1;
    }

    /** What a task of its first group asks for: each task, where it is {@link #uniform}. */
    public Shape shape() {
        return shape;
    }

    /** What task {@code task} asks for. */
    public Shape shape(int task) {
        return uniform() ? shape : gang.shape(course.spec().groupOf(task));
    }

    /** Its queue. */
    public String queue() {
        return course.queue;
    }

    /** When it should have ended, UTC nanoseconds; {@link Nanos#NEVER} where that does not matter. */
    public long dueNanos() {
        return dueNanos;
    }

    /** The sum over all its tasks, as many as it may have, of what {@code amount} says of the demand of one. */
    public long total(ToLongFunction<Demand> amount) {
        // Shapes are few and asked for all the time; the groups of a job were mostly touched long ago.
        return uniform() ? mostTasks * amount.applyAsLong(shape.demand()) : spec().total(amount);
    }

    /** How many tasks it may have, all groups together. */
    public int mostTasks() {
        return mostTasks;
    }

    /** How many tasks must start together. */
    public int leastTasks() {
        return leastTasks;
    }

    /** How many tasks the start named that it lives by; while it runs, how many work, where they may come and go. 0 where it waits. */
    public int startedTasks() {
        return course.started;
    }

    /**
     * True where single tasks may come and go while it runs, under a strategy by which they do: it says so, nothing is said of which other
     * tasks they must be with or apart from, but that those of each group are in one domain, and none has to bring data first.
     */
    public boolean mayChangeSize() {
        boolean may = leastTasks < mostTasks && (gang.alone() || gang.onlyDomains()) && !bestEffort();
        for (int group = 0; may && group < gang.groups(); group++) {
            may = gang.shape(group).demand().preferences().stream()
                    .noneMatch(preference -> preference instanceof Preference.OfData);
        }
        return may;
    }

    /** True where its tasks may come and go while it runs; not so of a job that waits. */
    public boolean resizable() {
        return course.size != null;
    }

    /** True where it has, or had, other tasks than it started with. */
    public boolean resized() {
        return course.size != null && course.size.changed();
    }

    /** True where tasks may join and leave it now: all that it started with run, nobody stops it, and none has ended its work. */
    public boolean mayResize() {
        return course.size != null && course.startNanos >= 0 && course.stopping == null && !ending();
    }

    /** True where a task has ended its work. */
    private boolean ending() {
        for (int task = 0; task < course.places(); task++) {
            if (course.state(task) == JobState.ENDED.ordinal()) {
                return true;
            }
        }
        return false;
    }

    /** True where task {@code task} was told to stop, and its job goes on. */
    public boolean leaves(int task) {
        return course.stopping == null && course.state(task) == JobState.STOPPING.ordinal();
    }

    /** How many tasks of group {@code group} hold something and stay. */
    public int staying(int group) {
        int first = course.spec().firstTask(group);
        int staying = 0;
        for (int task = first; task < first + course.spec().groups().get(group).max(); task++) {
            staying += task < course.places() && holds(task) && !leaves(task) ? 1 : 0;
        }
        return staying;
    }

    /** The decision by which task {@code task} lives, which its outcomes name; only where it does not wait. */
    public long decision(int task) {
        long own = course.size == null ? 0 : course.size.decision(task);
        return own == 0 ? course.decision : own;
    }

    /** When that decision was made, as {@link #decidedNanos()}. */
    public long broughtNanos(int task) {
        JobSize size = course.size;
        return size != null && size.decision(task) != 0 ? size.decidedNanos(task) : course.decidedNanos;
    }

    /** When all its tasks ran for the first time since it last waited; -1 before. */
    public long startNanos() {
        return course.startNanos;
    }

    /** The start decision it lives by; 0 where it waits. */
    public long decision() {
        return course.decision;
    }

    /**
     * When the start decision it lives by was made, UTC nanoseconds; 0 where it waits, and where a program decided that did not
     * write it down. Numbers of decisions are given again where a journal lost its end; moments are not.
     */
    public long decidedNanos() {
        return course.decidedNanos;
    }

    /** Before when it is not tried again. */
    public long notBeforeNanos() {
        return course.notBeforeNanos;
    }

    /** How often it failed to start. */
    public int failures() {
        return course.failures;
    }

    /** The first exit code that was not 0, else 0. */
    public int exitCode() {
        return course.exitCode;
    }

    /** True where a task of it was over its memory. */
    public boolean outOfMemory() {
        return course.outOfMemory;
    }

    /**
     * How often it was started before the start that it lives by; of one that waits, how often at all. The first start of a phase is none of
     * these where phases came before it.
     */
    public int restarts() {
        int phases = course.spec().phases().at();
        return StrictMath.max(0, waiting() ? course.starts - phases : course.starts - 1 - phases);
    }

    /** Its attempt, from 1: one more for each time that it was started again after a task failed. */
    public int attempt() {
        return course.retried + 1;
    }

    /** Why it is being stopped, or ended otherwise than well; null elsewhere. */
    public @Nullable Reason stopping() {
        return course.stopping;
    }

    /** When it has run for as long as it may; {@link Nanos#NEVER} for never, and before it runs. */
    public long limitNanos() {
        return course.startNanos < 0 ? Nanos.NEVER : Nanos.after(course.startNanos, course.terms.timeLimitNanos());
    }

    /** When it is stopped where more of the tasks that its start named do not run than may; {@link Nanos#NEVER} for never. */
    public long readyByNanos() {
        return Nanos.after(course.decidedNanos, course.terms.ready().withinNanos());
    }

    /** True where it was started, and more of its tasks do not run yet than may be late. */
    boolean late() {
        return !waiting()
                && course.startNanos < 0
                && course.stopping == null
                && course.started - course.running > course.terms.ready().tolerate();
    }

    /** The node of task {@code task}; only where it does not wait; -1 where its start did not name the task. */
    public int node(int task) {
        return course.node(task);
    }

    /** Up to which number tasks may hold something: all, named by its start or not; 0 where it waits. */
    public int placedTasks() {
        return course.places();
    }

    /** True where task {@code task} was placed and has not given its room back. */
    public boolean holds(int task) {
        byte state = course.state(task);
        return state != JobState.ENDED.ordinal() && state != JobState.PENDING.ordinal();
    }

    /** The devices of task {@code task}; only where it does not wait. */
    public Grant grant(int task) {
        return course.grant(task);
    }

    /** The state of task {@code task}. */
    public JobState taskState(int task) {
        return waiting() ? JobState.PENDING : JobState.of(course.state(task));
    }

    /** True while it holds nothing. */
    public boolean waiting() {
        return course.decision == 0;
    }

    /** True while it waits in the queue. */
    public boolean queued() {
        return waiting() && !course.gated;
    }

    /** True where it does not start until somebody releases it. */
    public boolean onHold() {
        return course.onHold;
    }

    /** The jobs that still live and must have ended before it enters the queue. */
    public List<After> unmet() {
        return List.copyOf(course.unmet);
    }

    /** The state of the task that is least far; the job's. */
    public JobState state() {
        if (waiting()) {
            return JobState.PENDING;
        }
        JobState least = JobState.ENDED;
        for (int task = 0; task < course.places(); task++) {
            byte state = course.state(task);
            if (state < least.ordinal() && state != JobState.PENDING.ordinal() && !joinsOrLeaves(state)) {
                least = JobState.of(state);
            }
        }
        return course.stopping != null && least != JobState.ENDED ? JobState.STOPPING : least;
    }

    /** True where a task in {@code state} is none of those that say how far its job is: it joins or leaves one that runs. */
    private boolean joinsOrLeaves(byte state) {
        return course.size != null
                && course.startNanos >= 0
                && course.stopping == null
                && (state < JobState.RUNNING.ordinal() || state == JobState.STOPPING.ordinal());
    }

    /** True where somebody wants it gone, so that it does not start again. */
    public boolean cancelled() {
        return course.cancelled;
    }

    /** The room kept for it while it waits; null for none. */
    public @Nullable Promise promise() {
        return course.promise;
    }

    /** When it is expected to give its room back; only where it does not wait. */
    public long expectedEndNanos() {
        return course.expectedEndNanos;
    }

    /** When it entered the queue for the first time in its present phase, or was released last. */
    public long readyNanos() {
        return course.readyNanos;
    }

    /** Since when it waits in the queue and may be tried: a start that failed, and the rest after it, do not count, nor does an earlier life. */
    public long waitsSinceNanos() {
        return StrictMath.max(course.readyNanos, course.notBeforeNanos);
    }

    /** True where others must end first, or somebody holds it back, so that it is not in the queue. */
    public boolean gated() {
        return course.gated;
    }

    /** When it is promised room at the latest; {@link Nanos#NEVER} where it is promised none. */
    public long promisedNanos() {
        return course.promise == null ? Nanos.NEVER : course.promise.atNanos();
    }

    /** When it is turned away if it has not started, {@link Nanos#NEVER} for never; counts from when it entered the queue. */
    public long deadlineNanos() {
        return Nanos.after(course.readyNanos, course.spec().patienceNanos());
    }

    /** Has a place for each task; those that no start names hold nothing. */
    void makePlaces() {
        change().makePlaces(mostTasks);
    }

    /** Task {@code task}, which its start names, is at {@code node} in {@code state}. */
    void place(int task, int node, Grant grant, JobState state) {
        put(task, node, grant, state);
        change().started++;
    }

    private void put(int task, int node, Grant grant, JobState state) {
        JobCourse own = change();
        own.place(task, node, grant);
        own.state(task, state);
        own.live += holds(task) ? 1 : 0;
    }

    /** Task {@code task} joins it by decision {@code by} of {@code now}; it works once it runs. */
    void join(int task, Placement placement, long by, long now) {
        put(task, placement.node(), placement.grant(), JobState.RESERVED);
        Objects.requireNonNull(change().size).comes(task, by, now);
    }

    /** From {@code now} on {@code more} tasks more work, or fewer; to be told before they do. What was done until now stays done. */
    void works(long now, int more) {
        JobCourse own = change();
        Objects.requireNonNull(own.size).goesOn(lifeNanos(now), now);
        own.started += more;
        own.running += more;
    }

    /** It is as fast as with those of its tasks that run. */
    void repace(Nodes nodes) {
        change().pace = (int) Pace.of(spec(), placements(JobState.RUNNING), nodes);
    }

    /** Task {@code task}, which gave its room back, is as if it had never been placed. */
    void forget(int task) {
        JobCourse own = change();
        own.place(task, -1, Grant.NONE);
        own.state(task, JobState.PENDING);
        Objects.requireNonNull(own.size).goes(task);
    }

    /** Waits from {@code now} on for another start; what it ran is kept or lost. */
    void waitAgain(long now, boolean kept) {
        JobCourse own = change();
        long ran = own.startNanos < 0 ? 0 : now - own.startNanos;
        long lost = kept ? unsavedNanos(now) : 0;
        own.ranNanos += ran;
        own.lostNanos += ran - (kept ? lifeNanos(now) - lost : 0);
        own.started = 0;
        own.size = null;
        own.pace = (int) RunProfile.TOLD;
        own.decision = 0;
        own.decidedNanos = 0;
        own.startNanos = -1;
        own.toldNanos = -1;
        own.exitCode = 0;
        own.outOfMemory = false;
        own.stopping = null;
        own.live = 0;
        own.running = 0;
        own.makePlaces(0);
    }
}
