package io.berth.core.state;

import io.berth.core.cluster.load.alike.Expected;
import io.berth.core.cluster.load.alike.Likeness;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.pace.Pace;
import io.berth.core.queue.QueueTree;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.state.part.JobSize;
import io.berth.core.state.part.JobState;
import io.berth.core.state.part.MeasuredRun;
import io.berth.core.state.part.Move;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What events and decisions do to jobs: they enter, wait, hold room, lose it, wait again or leave. It works on the fields of
 * its state; of its own it has only what follows from that, or does not last.
 */
final class JobLife {

    /** The wait after the first failed start; it doubles with each further one. */
    static final long FIRST_BACK_OFF_NANOS = 10 * Nanos.SECOND;

    /** The longest wait before another start. */
    static final long LONGEST_BACK_OFF_NANOS = 10 * Nanos.MINUTE;

    /** The wait before a job that runs gets another task, after one failed to start. */
    static final long GROWTH_REST_NANOS = Nanos.MINUTE;

    /** The waiting jobs whose patience ends. */
    final Deadlines deadlines = new Deadlines(Job::deadlineNanos);

    /** The running jobs whose time limit comes, but for those that are being stopped. */
    final Deadlines limits = new Deadlines(Job::limitNanos);

    /** The jobs of whose tasks more do not run yet than may be late, by when that is no longer waited for. */
    final Deadlines starting = new Deadlines(Job::readyByNanos);

    /** What is asked of the clock for them. */
    final JobTimers timers = new JobTimers();

    /** What keeps jobs out of the queue. */
    final Gate gate = new Gate();

    /** Which jobs have to do with which others. */
    final PeerLife peers;

    /** Tasks that come to jobs that run, and leave them. */
    final TaskLife tasks;

    private final State state;
    private @Nullable QueueListener queue;
    private RoomListener room = RoomListener.NONE;
    private Observer observer = new Observer() {};

    JobLife(State state) {
        this.state = state;
        this.peers = new PeerLife(state, this);
        this.tasks = new TaskLife(state, this);
    }

    void listen(QueueListener listener) {
        queue = listener;
    }

    void listen(RoomListener listener) {
        room = listener;
    }

    void observe(Observer newObserver) {
        observer = newObserver;
    }

    Observer observer() {
        return observer;
    }

    void submit(long now, Event.JobSubmitted event) {
        if (repeated(event)) {
            return;
        }
        state.origins.put(event.origin(), event.sequence());
        state.nextJob = StrictMath.max(state.nextJob, event.job() + 1);
        if (state.jobs.keys().taken(event.spec())) {
            return;
        }
        Job job = enters(now, event.job(), event.spec());
        if (gate.opens(job, state.jobs)) {
            enter(now, job);
        } else {
            state.waiting++;
            state.dirty |= gate.hopeless(job);
        }
    }

    /** A job of {@code spec} lives from now on. */
    Job enters(long now, long id, JobSpec spec) {
        peers.learn(spec.groups().stream().map(TaskGroup::demand).toList());
        Job job = state.shapes.job(id, spec, now);
        state.shapes.submitted(spec, job.gang);
        state.jobs.add(job);
        job.classify(state.qos);
        return job;
    }

    /** True for a submission that was applied before; the jobs of an array are of one submission, each with its number. */
    private boolean repeated(Event.JobSubmitted event) {
        long last = state.lastSequence(event.origin());
        boolean sibling =
                event.spec().terms().array().index() > 0 && event.sequence() == last && event.job() >= state.nextJob;
        return event.sequence() <= last && !sibling;
    }

    /** Nothing keeps the job out of the queue any more. */
    void enter(long now, Job job) {
        job.change().readyNanos = now;
        if (job.deadlineNanos() > now) {
            timers.ask(job.deadlineNanos(), job);
        }
        enqueue(job);
    }

    /** Out of the queue until somebody releases it. */
    void shut(long now, Job job) {
        state.waiting++;
        Job next = gate.shut(job);
        if (next != null) {
            state.waiting--;
            enter(now, next);
        }
    }

    void lose(long now, int node) {
        for (Job job : state.jobs.sorted()) {
            boolean goesOn = job.resizable() && tasks.goesOnWithout(job, node);
            for (int task = 0; task < job.course.places(); task++) {
                if (job.course.node(task) == node && job.holds(task) && goesOn) {
                    tasks.drop(now, job, task);
                } else if (job.course.node(task) == node && job.holds(task)) {
                    release(job, task);
                    breakGang(now, job, Reason.TASK_LOST);
                }
            }
        }
    }

    void advance(long now, long id, int task, long decision, JobState to) {
        Job job = liveTask(id, task, decision);
        if (job == null || job.course.state(task) >= to.ordinal()) {
            return;
        }
        if (to == JobState.RUNNING && job.resizable() && job.course.startNanos >= 0) {
            tasks.works(now, job, task);
            return;
        }
        job.change().state(task, to);
        if (to == JobState.RUNNING) {
            ready(now, job);
        }
    }

    /** One task more of the job runs. */
    private void ready(long now, Job job) {
        if (++job.change().running == job.course.started) {
            runs(now, job);
        }
        if (!job.late()) {
            starting.remove(job);
        }
    }

    /** All tasks of the job run. */
    void runs(long now, Job job) {
        job.change().startNanos = now;
        // It may grow now, or give tasks to one that waits.
        state.dirty |= job.resizable() && state.strategy.resizes();
        limits.add(job);
        expectEnd(job, Nanos.after(now, job.leftNanos(now)));
    }

    /** The job holds room. */
    void holds(Job job) {
        room.holds(job);
    }

    /** What was said of the room that the job holds no longer stands. */
    void frees(Job job) {
        room.frees(job);
    }

    /** Takes a job out of the queue, where it stands there, to put it in again when it is otherwise. */
    void queues(Job job, boolean stands, boolean again) {
        if (queue != null && stands && again) {
            queue.waits(job);
        } else if (queue != null && stands) {
            queue.leaves(job);
        }
    }

    /** The job told how far it is; heard only while all its tasks run and nobody stops them. */
    void progress(long now, Event.ProgressReported event) {
        Job job = state.jobs.get(event.job());
        boolean heard = job != null
                && job.course.decision == event.decision()
                && job.course.startNanos >= 0
                && job.course.stopping == null;
        if (job == null || !heard) {
            return;
        }
        job.change().measured = MeasuredRun.of(
                Nanos.after(job.doneNanos(now), job.worked(event.remainingNanos())),
                state.speeds.learns() ? job.model(state.nodes) : job.measuredOn());
        long before = job.course.expectedEndNanos;
        expectEnd(job, Nanos.after(now, event.remainingNanos()));
        state.dirty |= job.course.expectedEndNanos != before;
    }

    void startFailed(long now, Event.TaskStartFailed event) {
        Job job = liveTask(event.job(), event.task(), event.decision());
        if (job != null && event.decision() != job.course.decision) {
            job.change().notBeforeNanos = now + GROWTH_REST_NANOS;
            timers.ask(job.course.notBeforeNanos, job);
            tasks.drop(now, job, event.task());
        } else if (job != null) {
            if (event.again() == Again.NEVER) {
                // This failure is its last.
                job.change().failures = (short) StrictMath.max(job.course.failures, State.MAX_START_FAILURES - 1);
            }
            release(job, event.task());
            // One that starts again at once is as if its node had been lost: that is no failure of its own.
            breakGang(now, job, event.again() == Again.AT_ONCE ? Reason.TASK_LOST : Reason.START_FAILED);
        }
    }

    void taskEnded(long now, Event.TaskEnded event) {
        Job job = liveTask(event.job(), event.task(), event.decision());
        if (job == null) {
            return;
        }
        if (job.leaves(event.task())) {
            tasks.drop(now, job, event.task());
            return;
        }
        release(job, event.task());
        if (job.course.exitCode == 0) {
            job.change().exitCode = event.exitCode();
        }
        job.change().outOfMemory |= event.outOfMemory();
        job.change().toldNanos = StrictMath.max(job.course.toldNanos, event.ranNanos());
        if (!event.well() || job.course.terms.always()) {
            breakGang(now, job, event.outOfMemory() ? Reason.OUT_OF_MEMORY : Reason.TASK_FAILED);
        } else if (job.course.live == 0) {
            settle(now, job);
        }
    }

    void start(Decision.Start start) {
        Job job = state.jobs.get(start.job());
        if (job == null || !job.waiting()) {
            throw new IllegalStateException("Decision (" + start + ") starts a job that does not wait.");
        }
        job.change().decision = start.id();
        job.change().starts++;
        job.change().decidedNanos = state.nowNanos;
        job.makePlaces();
        for (int i = 0; i < start.placements().size(); i++) {
            int task = start.task(i);
            Placement placement = start.placements().get(i);
            state.nodes.take(job.shape(task), placement.node(), placement.grant());
            job.place(task, placement.node(), placement.grant(), JobState.RESERVED);
            placed(job, task);
        }
        if (state.strategy.resizes() && job.mayChangeSize()) {
            job.change().size = new JobSize();
        }
        job.change().pace = (int) Pace.of(job.spec(), start.placements(), state.nodes);
        Promise promise = job.course.promise;
        state.unsettled |= promise != null && !promise.keptBy(start, state.nowNanos);
        dequeue(job);
        state.moves.remove(job.id);
        job.change().expectedEndNanos = Nanos.after(state.nowNanos, job.leftNanos(state.nowNanos));
        room.holds(job);
        awaits(job);
    }

    /** The job holds room: it is looked whether its tasks run in time. */
    void awaits(Job job) {
        if (job.course.terms.ready().limited() && job.late()) {
            starting.add(job);
        }
    }

    /** Nobody looks any more whether the job is in time, with its start or its end. */
    private void forgetLimits(Job job) {
        limits.remove(job);
        starting.remove(job);
    }

    /** Task {@code task} has its room, and has not begun. */
    void placed(Job job, int task) {
        takeOfQueue(job, task);
        if (!state.nodes.loads().isEmpty() && !job.bestEffort()) {
            state.nodes.loads().placed(job.node(task), job.id, task, Likeness.of(job.spec(), task), state.nowNanos);
        }
        // Somebody before it in the queue may have waited for just this.
        state.dirty |= state.nodes.helps(job.shape(task));
    }

    void stop(Decision.Stop stop) {
        state.stops.remove(stop.job());
        Job job = state.jobs.get(stop.job());
        if (job == null || job.waiting()) {
            return;
        }
        job.change().stopping = stop.reason();
        forgetLimits(job);
        expectEnd(job, state.nowNanos);
        for (int task = 0; task < job.course.places(); task++) {
            if (job.holds(task)) {
                job.change().state(task, JobState.STOPPING);
            }
        }
    }

    void promise(Decision.Promise decision) {
        Job job = state.jobs.get(decision.job());
        if (job == null || !job.waiting()) {
            return;
        }
        state.unsettled |= job.course.promise != null;
        if (decision.atNanos() == Nanos.NEVER) {
            state.promises.drop(job);
        } else {
            state.promises.make(job, new Promise(decision.atNanos(), decision.placements()));
        }
    }

    void move(Decision.Move move) {
        if (move.placements().isEmpty() || state.jobs.get(move.job()) == null) {
            state.moves.remove(move.job());
        } else {
            state.moves.put(move.job(), new Move(move.forJob(), move.placements()));
        }
    }

    /** Nobody is promised anything any more. */
    void breakPromises() {
        for (Job job : state.jobs.sorted()) {
            state.promises.drop(job);
        }
    }

    void reject(long now, Decision.Reject reject) {
        Job job = state.jobs.get(reject.job());
        if (job != null && job.waiting()) {
            state.unsettled |= job.course.promise != null;
            dequeue(job);
            leave(now, job, JobOutcome.REJECTED);
        }
    }

    void enqueue(Job job) {
        state.waiting++;
        state.dirty = true;
        deadlines.add(job);
        if (queue != null) {
            queue.waits(job);
        }
    }

    /** A member is gone: the others stop, and when the last has stopped the job's fate is settled. */
    void breakGang(long now, Job job, Reason reason) {
        if (job.course.stopping == null && !state.stops.containsKey(job.id)) {
            if (job.course.live > 0) {
                state.stops.put(job.id, reason);
            } else {
                job.change().stopping = reason;
            }
        }
        if (job.course.live == 0) {
            settle(now, job);
        }
    }

    /** Nothing of the job holds anything any more: it ends, or waits again. */
    void settle(long now, Job job) {
        room.frees(job);
        forgetLimits(job);
        Reason asked = state.stops.isEmpty() ? null : state.stops.remove(job.id);
        Reason reason = job.course.stopping != null ? job.course.stopping : asked;
        job.change().stopping = reason;
        if (ranLong(now, job)) {
            job.change().retried = 0;
            job.change().failures = 0;
        }
        boolean startFailed = reason == Reason.START_FAILED || reason == Reason.NOT_READY;
        if (startFailed) {
            job.change().failures++;
        }
        JobOutcome outcome = outcome(job, reason);
        if (outcome == JobOutcome.FINISHED && job.spec().phases().more()) {
            nextPhase(now, job);
            return;
        }
        if (outcome == JobOutcome.FINISHED) {
            learn(now, job);
        }
        if (outcome != null) {
            leave(now, job, outcome);
            return;
        }
        long wait = 0;
        if (startFailed) {
            wait = backOff(job.course.failures);
        } else if (reason == Reason.TASK_FAILED) {
            wait = restartWait(job, ++job.change().retried);
        }
        job.waitAgain(
                now,
                reason != null
                        && reason.makesRoom()
                        && job.course.terms.interruption().resumes());
        job.change().notBeforeNanos = now + wait;
        if (job.course.onHold) {
            state.dirty = true;
            shut(now, job);
            return;
        }
        if (wait > 0) {
            timers.ask(job.course.notBeforeNanos, job);
        }
        enqueue(job);
    }

    /** The job did all of its phase, and holds nothing any more: it waits for what the next asks for. */
    private void nextPhase(long now, Job job) {
        JobSpec before = job.course.spec();
        job.waitAgain(now, false);
        job.begins(before.nextPhase());
        peers.learn(job.spec().groups().stream().map(TaskGroup::demand).toList());
        peers.reshape(job);
        job.change().demand = state.shapes.demand(job.shape());
        state.shapes.submitted(job.spec(), job.gang);
        observer.updated(job, before);
        if (job.course.onHold) {
            state.dirty = true;
            shut(now, job);
        } else {
            enter(now, job);
        }
    }

    /** What a job says of its devices that did all its work in one life, all its tasks beside one another. */
    private void learn(long now, Job job) {
        boolean whole = job.course.ranNanos == 0
                && job.course.startNanos >= 0
                && job.course.started == job.mostTasks()
                && !job.spec().phases().any()
                && !job.resized();
        String model = whole && state.speeds.learns() ? job.model(state.nodes) : null;
        if (model != null) {
            long told = job.course.toldNanos;
            long ran = now - job.course.startNanos;
            state.speeds.ran(job.spec(), model, told < 0 ? ran : StrictMath.min(told, ran));
        }
    }

    /** How a job ends that holds nothing any more, for {@code reason}; null where it waits again. */
    private static @Nullable JobOutcome outcome(Job job, @Nullable Reason reason) {
        if (job.course.cancelled || reason == Reason.CANCELLED) {
            return JobOutcome.CANCELLED;
        }
        if (reason == null) {
            return JobOutcome.FINISHED;
        }
        return switch (reason) {
            case TASK_FAILED, OUT_OF_MEMORY -> {
                boolean again = job.course.terms.always()
                        || !job.course.outOfMemory && job.course.retried < job.course.terms.retries();
                JobOutcome failed = job.course.outOfMemory ? JobOutcome.OUT_OF_MEMORY : JobOutcome.FAILED;
                yield again ? null : failed;
            }
            case TIME_LIMIT -> JobOutcome.TIMED_OUT;
            case NOT_READY -> job.course.failures <= job.course.terms.ready().retries() ? null : JobOutcome.FAILED;
            case START_FAILED -> job.course.failures < State.MAX_START_FAILURES ? null : JobOutcome.FAILED;
            default -> null;
        };
    }

    /** A job that runs until somebody ends it, and did so for longer than any wait: what failed before is past. */
    private static boolean ranLong(long now, Job job) {
        return job.course.terms.always()
                && job.course.startNanos >= 0
                && now - job.course.startNanos >= LONGEST_BACK_OFF_NANOS;
    }

    /** The wait after the {@code count}th failure of a task, from 1; one that is always to run is missed, and starts at once the first time. */
    private static long restartWait(Job job, int count) {
        if (job.course.terms.always()) {
            return count == 1 ? 0 : backOff(count - 1);
        }
        return backOff(count);
    }

    /** The wait after failure {@code count}, from 1: it doubles with each. */
    static long backOff(int count) {
        return StrictMath.min(LONGEST_BACK_OFF_NANOS, FIRST_BACK_OFF_NANOS << StrictMath.min(count - 1, 20));
    }

    /** The jobs to stop, by number: what events call for, and those that have run for as long as they may. */
    SortedMap<Long, Reason> stops() {
        if (nextLimitNanos() > state.nowNanos) {
            return state.stops;
        }
        TreeMap<Long, Reason> stops = new TreeMap<>(state.stops);
        limits.over(state.nowNanos).forEach(job -> stops.putIfAbsent(job.id, Reason.TIME_LIMIT));
        starting.over(state.nowNanos).forEach(job -> stops.putIfAbsent(job.id, Reason.NOT_READY));
        return stops;
    }

    /** When the next job has run, or not begun to run, for as long as it may; {@link Nanos#NEVER} for none. */
    long nextLimitNanos() {
        return StrictMath.min(limits.nextNanos(), starting.nextNanos());
    }

    /** True where the next plan stops {@code job}, or an earlier one did. */
    boolean stops(Job job) {
        return job.course.stopping != null
                || state.stops.containsKey(job.id)
                || job.limitNanos() <= state.nowNanos
                || job.late() && job.readyByNanos() <= state.nowNanos;
    }

    /** Task {@code task} is none of the job's any more; what is left of the job goes on. */
    void part(long now, Job job, int task) {
        room.frees(job);
        JobState was = job.taskState(task);
        JobSpec spec = job.course.spec();
        state.jobs.keys().remove(job, task, spec.terms().keys().tasks().get(task));
        job.change()
                .specify(
                        spec.withTerms(spec.terms().withKeys(spec.terms().keys().without(task))));
        observer.updated(job, spec);
        release(job, task);
        room.holds(job);
        boolean counted = was == JobState.RUNNING || was == JobState.STOPPING;
        // Those that are left run when they all do.
        if (!counted && job.course.stopping == null) {
            ready(now, job);
        }
    }

    /** A job whose tasks all went ways of their own is over, and none of them with it. */
    void gone(long now, Job job) {
        if (job.course.live > 0) {
            return;
        }
        room.frees(job);
        forgetLimits(job);
        state.stops.remove(job.id);
        leave(now, job, JobOutcome.CANCELLED);
    }

    /** Task {@code task} of the job holds nothing any more. */
    void release(Job job, int task) {
        state.nodes.release(job.shape(task), job.course.node(task), job.course.grant(task));
        state.queues.give(job.queue(), job.shape(task).demand(), state.nowNanos);
        if (!state.nodes.loads().isEmpty()) {
            state.nodes.loads().ended(job.course.node(task), job.id, task);
        }
        job.change().state(task, JobState.ENDED);
        job.change().live--;
        state.dirty = true;
    }

    /** What a task uses was measured; one that is not there any more says nothing. */
    void measured(Event.TaskMeasured event) {
        Job job = liveTask(event.job(), event.task(), event.decision());
        if (job != null) {
            state.nodes
                    .loads()
                    .measured(
                            job.course.node(event.task()),
                            job.id,
                            event.task(),
                            Likeness.of(job.spec(), event.task()),
                            new Expected(event.mean(), event.most()));
        }
    }

    /** What task {@code task} holds counts for the queue of its job. */
    void takeOfQueue(Job job, int task) {
        state.queues.take(job.queue(), job.shape(task).demand(), state.nowNanos);
    }

    /** Other classes of jobs are declared. */
    void classify() {
        for (Job job : state.jobs.sorted()) {
            job.classify(state.qos);
        }
    }

    /** Other queues are declared: what is held counts for them. */
    void declare(long now, QueueTree tree) {
        state.queues.declare(tree, now);
        for (Job job : state.jobs.sorted()) {
            for (int task = 0; tree.any() && task < job.course.places(); task++) {
                if (job.holds(task)) {
                    takeOfQueue(job, task);
                }
            }
        }
    }

    /** Something of the job is otherwise; so mostly is its expected end: what is free on its nodes is as it was, what will be is not. */
    void expectEnd(Job job, long nanos) {
        if (job.course.expectedEndNanos != nanos) {
            room.frees(job);
            job.change().expectedEndNanos = nanos;
            room.holds(job);
            for (int task = 0; task < job.course.places(); task++) {
                if (job.course.node(task) >= 0) {
                    state.nodes.touch(job.course.node(task));
                }
            }
        }
        room.changes(job);
    }

    private @Nullable Job liveTask(long id, int task, long decision) {
        Job job = state.jobs.get(id);
        boolean current = job != null
                && task >= 0
                && task < job.course.places()
                && job.decision(task) == decision
                && job.holds(task);
        return current ? job : null;
    }

    void dequeue(Job job) {
        state.waiting--;
        if (job.course.gated) {
            return;
        }
        deadlines.remove(job);
        state.promises.drop(job);
        if (queue != null) {
            queue.leaves(job);
        }
    }

    void leave(long now, Job job, JobOutcome outcome) {
        state.jobs.remove(job.id);
        state.moves.remove(job.id);
        observer.ended(new JobEnd(job, now, outcome));
        for (Job entering : gate.left(job, outcome == JobOutcome.FINISHED)) {
            state.waiting--;
            enter(now, entering);
        }
        state.dirty |= !gate.hopeless().isEmpty();
    }
}
