package io.berth.core.event;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.Use;
import io.berth.core.cluster.load.alike.TaskReports;
import io.berth.core.cluster.spare.Amount;
import io.berth.core.decision.Placement;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.pool.NodePool;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueSpec;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.JobArray;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened. An event is <em>exogenous</em> (the world or a person did it: it would happen under any strategy) or
 * <em>consequent</em> (the outcome of one of our decisions, or a timer of the engine). Within an instant events are applied
 * by {@link #rank()}, then {@link #order()}, then as it makes sense (a task starts before it ends), whatever the order of
 * arrival.
 */
public sealed interface Event {
    /** Which kind of event goes first within an instant. */
    Rank rank();

    /** The order among the events of one rank: the number of the job (and task) or node. */
    long order();

    /** True where the event would happen under any strategy. */
    boolean exogenous();

    /** Ends free room before anything asks for it; nodes come before the jobs that may use them. */
    enum Rank {
        END,
        NODE,
        SUBMIT,
        OPERATOR,
        TICK
    }

    /** The outcome of a start decision for one task. */
    sealed interface TaskOutcome extends Event {
        long job();

        int task();

        /** The start decision that it is an outcome of. */
        long decision();

        @Override
        default Rank rank() {
            return Rank.END;
        }

        @Override
        default long order() {
            return job() << 20 | task();
        }

        @Override
        default boolean exogenous() {
            return false;
        }
    }

    /** Something happened to a node. */
    sealed interface NodeEvent extends Event {
        int node();

        @Override
        default Rank rank() {
            return Rank.NODE;
        }

        @Override
        default long order() {
            return node();
        }

        @Override
        default boolean exogenous() {
            return true;
        }
    }

    /** Somebody changed his mind, or the clock did. */
    sealed interface OperatorEvent extends Event {
        @Override
        default Rank rank() {
            return Rank.OPERATOR;
        }

        @Override
        default boolean exogenous() {
            return true;
        }
    }

    /** Somebody wants something of a job that was handed in. */
    sealed interface JobOperation extends OperatorEvent {
        long job();

        @Override
        default long order() {
            return job();
        }
    }

    /**
     * A job entered.
     *
     * @param job its number, unique and rising
     * @param origin who sent it; with {@code sequence} it names the submission, so that a repetition is known
     * @param sequence the number of the submission at its origin, rising from 1
     */
    record JobSubmitted(long job, JobSpec spec, String origin, long sequence) implements Event {
        @Override
        public Rank rank() {
            return Rank.SUBMIT;
        }

        @Override
        public long order() {
            return job;
        }

        @Override
        public boolean exogenous() {
            return true;
        }
    }

    /**
     * Tasks were found running that Berth did not start: a job that holds its room from now on, be it there or not. It lives by the start
     * decision {@code -job}, which outcomes of its tasks name.
     *
     * @param job its number, unique and rising; or that of a job that waits, whose keys it has: somebody else started that
     * @param spec without dependencies and array, which are past where it runs
     * @param placements where its tasks run, one for each
     * @param from the job whose task its only task was, and that it leaves for good, where that is or was found to be; {@link #NONE} for a job that is new
     * @param sinceNanos when it began to run, which counts for a job that is new; {@link #NOW} where nobody says
     */
    record JobFound(long job, JobSpec spec, List<Placement> placements, long from, long sinceNanos) implements Event {
        /** No job. */
        public static final long NONE = -1;

        /** It begins when it is found. */
        public static final long NOW = -1;

        public JobFound {
            placements = List.copyOf(placements);
            // It runs: whom it comes after, and how many of its array may run, is past.
            spec = spec.withTerms(spec.terms().withAfter(List.of()).withArray(JobArray.NONE));
            if (placements.size() != spec.tasks()) {
                throw new IllegalArgumentException("The placements (" + placements.size() + ") of job (" + job
                        + ") must be as many as its tasks (" + spec.tasks() + ").");
            }
        }

        /** One that was no task of another job. */
        public JobFound(long job, JobSpec spec, List<Placement> placements) {
            this(job, spec, placements, NONE, NOW);
        }

        /** One that leaves job {@code from}. */
        public JobFound(long job, JobSpec spec, List<Placement> placements, long from) {
            this(job, spec, placements, from, NOW);
        }

        /** The same under another number. */
        public JobFound numbered(long newJob) {
            return new JobFound(newJob, spec, placements, from, sinceNanos);
        }

        /** The decision that its tasks name. */
        public long decision() {
            return -job;
        }

        @Override
        public Rank rank() {
            return Rank.SUBMIT;
        }

        @Override
        public long order() {
            return job;
        }

        @Override
        public boolean exogenous() {
            return true;
        }
    }

    /** Somebody wants the job gone, waiting or running. */
    record JobCancelled(long job) implements JobOperation {}

    /**
     * Somebody holds the job back, or releases it. One that is held does not start; one that runs goes on, and does not start
     * again.
     */
    record JobHeld(long job, boolean held) implements JobOperation {}

    /** Somebody wants a job that runs to stop, and to wait for another start. */
    record JobRequeued(long job) implements JobOperation {}

    /** Somebody changes what a job asks for. */
    record JobUpdated(long job, JobChange change) implements JobOperation {}

    /**
     * A node entered, or came back after it was lost; it is empty.
     *
     * @param node its number: dense, from 0; ties between nodes go to the lower number
     */
    record NodeJoined(int node, NodeSpec spec) implements NodeEvent {}

    /**
     * A node is otherwise than it was declared: capacity, labels, taints, devices. What runs there goes on, more than there is room for
     * if need be.
     */
    record NodeChanged(int node, NodeSpec spec) implements NodeEvent {}

    /** A node is gone for good, and all that ran there with it; its number is given again. */
    record NodeForgotten(int node) implements NodeEvent {}

    /** A node is gone and all that ran there with it. */
    record NodeLost(int node) implements NodeEvent {}

    /**
     * A node takes no new tasks ({@code draining}), or takes them again.
     *
     * @param why in the words of who did it, for people; empty where nobody says, and where it takes tasks again
     */
    record NodeDrained(int node, boolean draining, String why) implements OperatorEvent {
        /** One of which nobody says why. */
        public NodeDrained(int node, boolean draining) {
            this(node, draining, "");
        }

        @Override
        public long order() {
            return node;
        }
    }

    /** What others use on a node now; replaces the last such report. The node may be over-committed after it. */
    record UsageObserved(int node, long cpuMilli, long memoryBytes) implements NodeEvent {}

    /**
     * What a node does was measured, whoever has it do that. A measurement that makes no sense changes nothing ({@link
     * io.berth.core.cluster.load.LoadCheck}).
     *
     * @param ageNanos how long ago
     */
    record LoadObserved(int node, Load load, long ageNanos) implements NodeEvent {
        /** What tasks use of a node depends on which were placed there. */
        @Override
        public boolean exogenous() {
            return false;
        }
    }

    /**
     * What a task really uses was measured, where the world can tell tasks apart.
     *
     * @param decision the start decision that it runs by; of another start it says nothing
     * @param mean what it used in the mean over the last five minutes, or since it runs
     * @param most what it used at most, but for a twentieth of that time
     */
    record TaskMeasured(long job, int task, long decision, Use mean, Use most) implements Event {
        /** Of what is worth it. */
        public static TaskMeasured of(TaskReports.Report report) {
            TaskReports.Measured task = report.task();
            return new TaskMeasured(
                    task.job(),
                    task.task(),
                    task.decision(),
                    report.used().mean(),
                    report.used().most());
        }

        @Override
        public Rank rank() {
            return Rank.NODE;
        }

        @Override
        public long order() {
            return job << 20 | task;
        }

        @Override
        public boolean exogenous() {
            return false;
        }
    }

    /**
     * Somebody measured what all but best-effort tasks use of a node (decision 87): the larger of what they do and of what they rarely did
     * more than of late.
     *
     * @param ageNanos how long ago
     */
    record GuaranteedObserved(int node, Amount used, long ageNanos) implements NodeEvent {
        /** What tasks use of a node depends on which were placed there. */
        @Override
        public boolean exogenous() {
            return false;
        }
    }

    /** The strategy changed, with its whole configuration. */
    record StrategyChanged(StrategySpec strategy) implements OperatorEvent {
        @Override
        public long order() {
            return Long.MAX_VALUE;
        }
    }

    /**
     * Somebody said how many of some tasks may be stopped to make room for others.
     *
     * @param name of the budget, unique
     * @param budget null where there is none any more
     */
    record BudgetChanged(String name, @Nullable DisruptionBudget budget) implements OperatorEvent {
        @Override
        public long order() {
            return Long.MAX_VALUE - 1;
        }
    }

    /**
     * Somebody said which nodes hold an image that tasks ask for. Where tasks went decides who pulls it, so it would be otherwise under
     * another strategy.
     *
     * @param image its name
     * @param holders null where nobody asks for it any more
     */
    record ImageChanged(String image, @Nullable ImageHolders holders) implements OperatorEvent {
        @Override
        public long order() {
            return Long.MAX_VALUE - 2;
        }

        @Override
        public boolean exogenous() {
            return false;
        }
    }

    /**
     * Somebody said what a data set is that tasks read, and which nodes hold it to begin with.
     *
     * @param name by which jobs call it
     * @param set null where there is none any more
     */
    record DataDeclared(String name, @Nullable DataSet set) implements OperatorEvent {
        @Override
        public long order() {
            return Long.MAX_VALUE - 3;
        }
    }

    /**
     * Somebody said which queues there are, in place of those before.
     *
     * @param queues none where queues are names alone
     */
    record QueuesDeclared(List<QueueSpec> queues) implements OperatorEvent {
        public QueuesDeclared {
            queues = List.copyOf(queues);
        }

        @Override
        public long order() {
            return Long.MAX_VALUE - 4;
        }
    }

    /**
     * Somebody said which classes of jobs there are, in place of those before.
     *
     * @param classes none where what jobs say of theirs is a name alone
     */
    record QosDeclared(List<QosClass> classes) implements OperatorEvent {
        public QosDeclared {
            classes = List.copyOf(classes);
        }

        @Override
        public long order() {
            return Long.MAX_VALUE - 5;
        }
    }

    /**
     * Somebody reserves nodes for a time, changes that, or takes it back.
     *
     * @param name of the reservation
     * @param reservation its start counts from this event; null where it is taken back
     */
    record ReservationChanged(String name, @Nullable NodeReservation reservation) implements OperatorEvent {
        @Override
        public long order() {
            return Long.MAX_VALUE - 6;
        }
    }

    /**
     * The pools of nodes that there are from now on; those before that are not among them hold no nodes any more.
     *
     * @param pools none where nodes are granted to nobody
     */
    record PoolsDeclared(List<NodePool> pools) implements OperatorEvent {
        public PoolsDeclared {
            pools = List.copyOf(pools);
        }

        @Override
        public long order() {
            return Long.MAX_VALUE - 7;
        }
    }

    /** A node has a whole data set from now on, or has it no more. What is brought where follows from where tasks went. */
    record DataHeld(String name, int node, boolean held) implements NodeEvent {
        @Override
        public boolean exogenous() {
            return false;
        }
    }

    /** What jobs are expected, most frequent first; policies that plan for a mix use it in place of what was seen. */
    record MixExpected(List<DemandCount> mix) implements Event {
        public MixExpected {
            mix = List.copyOf(mix);
        }

        @Override
        public Rank rank() {
            return Rank.NODE;
        }

        @Override
        public long order() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean exogenous() {
            return true;
        }
    }

    /** The world took a start order and is at work on it: the outcome of start decision {@code decision}. */
    record TaskStarting(long job, int task, long decision) implements TaskOutcome {}

    /** A task runs: the outcome of start decision {@code decision}. */
    record TaskStarted(long job, int task, long decision) implements TaskOutcome {}

    /**
     * A task could not be started and holds nothing any more.
     *
     * @param again when another start of it may do better
     */
    record TaskStartFailed(long job, int task, long decision, String message, Again again) implements TaskOutcome {
        /** When a task is started again that could not be started. */
        public enum Again {
            /** After a pause that grows with each failure of its job, and at last not any more. */
            LATER,
            /** In the pass that follows, as often as it takes: whoever starts it pauses while it holds its room, so that the room is not given away meanwhile. */
            AT_ONCE,
            /** No other start would do better, as its program's user or directory is not there. */
            NEVER
        }

        /** A task whose next start may succeed. */
        public TaskStartFailed(long job, int task, long decision, String message) {
            this(job, task, decision, message, Again.LATER);
        }
    }

    /**
     * A task ended, by itself or because it was stopped, and holds nothing any more.
     *
     * @param exitCode 0 where it did its work
     * @param outOfMemory true where it was ended because it used more memory than it asked for
     * @param ranNanos how long it ran where its end is told late, as nobody listened; -1 where it is told when it was
     */
    record TaskEnded(long job, int task, long decision, int exitCode, boolean outOfMemory, long ranNanos)
            implements TaskOutcome {
        /** A task whose end is told when it was. */
        public TaskEnded(long job, int task, long decision, int exitCode, boolean outOfMemory) {
            this(job, task, decision, exitCode, outOfMemory, -1);
        }

        /** A task that was not over its memory. */
        public TaskEnded(long job, int task, long decision, int exitCode) {
            this(job, task, decision, exitCode, false);
        }

        /** True where it did its work. */
        public boolean well() {
            return exitCode == 0 && !outOfMemory;
        }
    }

    /**
     * A running job told how far it is: at this instant it is expected to run for {@code remainingNanos} more. From then on that
     * stands in place of the run time that its user expects.
     *
     * @param decision the start decision that the job runs by
     * @param remainingNanos from 0, below {@link Nanos#NEVER}
     */
    record ProgressReported(long job, long decision, long remainingNanos) implements Event {
        public ProgressReported {
            if (remainingNanos < 0 || remainingNanos == Nanos.NEVER) {
                throw new IllegalArgumentException(
                        "The time left (" + remainingNanos + ") of job (" + job + ") must be from 0 and below never.");
            }
        }

        @Override
        public Rank rank() {
            return Rank.NODE;
        }

        @Override
        public long order() {
            return job;
        }

        @Override
        public boolean exogenous() {
            return false;
        }
    }

    /**
     * The machine's clock jumped by {@code jumpNanos}. Time in Berth went on without a step back, where it is scaled; in journals of
     * earlier versions it followed a jump forward too, so there such an event says nothing of what was shown.
     */
    record ClockJumped(long jumpNanos) implements OperatorEvent {
        @Override
        public long order() {
            return jumpNanos;
        }
    }

    /**
     * From this instant on the machine's clock is ahead of Berth's time, which goes evenly, by {@code offsetNanos}.
     *
     * @param boot how Berth's time goes with the clocks of this run of the machine
     */
    record ClockSet(long offsetNanos, BootTime boot) implements OperatorEvent {
        @Override
        public long order() {
            return offsetNanos;
        }
    }

    /** A planner answered the question of decision {@code question}; an answer that comes too late changes nothing. */
    record WindowPlanned(long question, WindowAnswer answer) implements Event {
        @Override
        public Rank rank() {
            return Rank.TICK;
        }

        @Override
        public long order() {
            return question;
        }

        @Override
        public boolean exogenous() {
            return false;
        }
    }

    /** A timer of the engine: job {@code job} waits for this moment, or {@link #WAKE} asks for a pass. */
    record Tick(long job) implements Event {
        /** Stands for a job where the strategy would decide otherwise from this moment on though nothing happened. */
        public static final long WAKE = -1;

        @Override
        public Rank rank() {
            return Rank.TICK;
        }

        @Override
        public long order() {
            return job;
        }

        @Override
        public boolean exogenous() {
            return false;
        }
    }
}
