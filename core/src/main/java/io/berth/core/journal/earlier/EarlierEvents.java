package io.berth.core.journal.earlier;

import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.form.ArrayScope;
import io.berth.core.journal.form.EventForm;
import io.berth.core.journal.form.PlacementForm;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events of format versions 1 and 2. Exogenous kinds are below 32, consequent ones from there. */
public final class EarlierEvents {
    private static final int JOB_SUBMITTED = 1;

    private static final int JOB_CANCELLED = 2;
    private static final int NODE_JOINED = 3;
    private static final int NODE_LOST = 4;
    private static final int NODE_DRAINED = 5;
    private static final int USAGE_OBSERVED = 6;
    private static final int STRATEGY_CHANGED = 7;

    private static final int CLOCK_JUMPED = 8;
    private static final int MIX_EXPECTED = 9;
    /** As {@link #JOB_SUBMITTED}, with a deadline behind the job. */
    private static final int JOB_WITH_DEADLINE_SUBMITTED = 10;

    /** As {@link #STRATEGY_CHANGED}, with how to preempt behind the strategy. */
    private static final int PREEMPTING_STRATEGY_CHANGED = 11;

    /** As {@link #JOB_WITH_DEADLINE_SUBMITTED}, with what it runs behind the deadline. */
    private static final int JOB_WITH_PROGRAM_SUBMITTED = 12;

    /** A job with all that it may have. */
    private static final int JOB_WITH_TERMS_SUBMITTED = 13;

    /** As {@link #JOB_WITH_TERMS_SUBMITTED}, with what is read of its output behind. */
    private static final int JOB_WITH_METRICS_SUBMITTED = 14;

    /** As {@link #PREEMPTING_STRATEGY_CHANGED}, with how to plan windows behind. */
    private static final int PLANNING_STRATEGY_CHANGED = 15;

    /** A job of an array of which another job comes before it in the frame; since format version 2. */
    private static final int ARRAY_MEMBER_SUBMITTED = 16;

    /** Since format version 2. */
    private static final int CLOCK_SET = 17;

    /** As {@link #NODE_DRAINED}, of one that is drained, with why. */
    private static final int NODE_DRAINED_FOR = 18;

    private static final int JOB_HELD = 19;
    private static final int JOB_REQUEUED = 20;
    private static final int JOB_UPDATED = 21;

    private static final int TASK_STARTING = 32;
    private static final int TASK_STARTED = 33;
    private static final int TASK_START_FAILED = 34;
    private static final int TASK_ENDED = 35;
    private static final int TICK = 36;
    /** As {@link #TASK_ENDED}, for a task that was over its memory. */
    private static final int TASK_OUT_OF_MEMORY = 37;

    private static final int PROGRESS_REPORTED = 38;
    private static final int WINDOW_PLANNED = 39;

    /** As {@link #WINDOW_PLANNED}, with what the plan is worth behind. */
    private static final int WINDOW_WITH_WORTH_PLANNED = 42;

    /** As {@link #TASK_START_FAILED}, where no other start would do better. */
    private static final int TASK_CANNOT_START = 40;

    /** As {@link #TASK_ENDED}, with whether it was over its memory and how long it ran behind. */
    private static final int TASK_ENDED_EARLIER = 41;

    private EarlierEvents() {}

    /**
     * What was written behind {@code kind}, which was read already.
     *
     * @param arrays those of which jobs come before it in the frame
     */
    public static Event read(int kind, ArrayScope arrays, ByteSource source) {
        return switch (kind) {
            case JOB_SUBMITTED,
                    JOB_WITH_DEADLINE_SUBMITTED,
                    JOB_WITH_PROGRAM_SUBMITTED,
                    JOB_WITH_TERMS_SUBMITTED,
                    JOB_WITH_METRICS_SUBMITTED -> {
                Event.JobSubmitted event = submitted(kind, source);
                arrays.add(event.spec());
                yield event;
            }
            case ARRAY_MEMBER_SUBMITTED -> EventForm.member(arrays, source);
            case JOB_CANCELLED -> new Event.JobCancelled(source.number());
            case JOB_HELD -> new Event.JobHeld(source.number(), source.flag());
            case JOB_REQUEUED -> new Event.JobRequeued(source.number());
            case JOB_UPDATED -> new Event.JobUpdated(source.number(), EarlierJobs.change(source));
            case NODE_JOINED -> new Event.NodeJoined(source.integer(), EarlierNodes.node(source));
            case NODE_LOST -> new Event.NodeLost(source.integer());
            case NODE_DRAINED -> new Event.NodeDrained(source.integer(), source.flag());
            case NODE_DRAINED_FOR -> new Event.NodeDrained(source.integer(), true, source.text());
            case USAGE_OBSERVED -> new Event.UsageObserved(source.integer(), source.number(), source.number());
            case STRATEGY_CHANGED -> new Event.StrategyChanged(EarlierStrategies.strategyWithoutPreempt(source));
            case PREEMPTING_STRATEGY_CHANGED ->
                new Event.StrategyChanged(EarlierStrategies.strategyWithoutPlan(source));
            case PLANNING_STRATEGY_CHANGED -> new Event.StrategyChanged(EarlierStrategies.strategy(source));
            case CLOCK_JUMPED -> new Event.ClockJumped(source.number());
            case CLOCK_SET -> new Event.ClockSet(source.number(), EarlierNodes.boot(source));
            case MIX_EXPECTED -> new Event.MixExpected(EarlierNodes.mix(source));
            case TASK_STARTING -> new Event.TaskStarting(source.number(), source.integer(), source.number());
            case TASK_STARTED -> new Event.TaskStarted(source.number(), source.integer(), source.number());
            case TASK_START_FAILED, TASK_CANNOT_START ->
                new Event.TaskStartFailed(
                        source.number(),
                        source.integer(),
                        source.number(),
                        source.text(),
                        kind == TASK_START_FAILED
                                ? Event.TaskStartFailed.Again.LATER
                                : Event.TaskStartFailed.Again.NEVER);
            case TASK_ENDED_EARLIER ->
                new Event.TaskEnded(
                        source.number(),
                        source.integer(),
                        source.number(),
                        source.integer(),
                        source.flag(),
                        source.number());
            case TASK_ENDED, TASK_OUT_OF_MEMORY ->
                new Event.TaskEnded(
                        source.number(),
                        source.integer(),
                        source.number(),
                        source.integer(),
                        kind == TASK_OUT_OF_MEMORY);
            case PROGRESS_REPORTED -> new Event.ProgressReported(source.number(), source.number(), source.number());
            case WINDOW_PLANNED -> window(source, false);
            case WINDOW_WITH_WORTH_PLANNED -> window(source, true);
            case TICK -> new Event.Tick(source.number());
            default -> throw new CorruptRecordException("unknown kind of event " + kind);
        };
    }

    private static Event.JobSubmitted submitted(int kind, ByteSource source) {
        long job = source.number();
        String origin = source.text();
        long sequence = source.number();
        Demand demand = EarlierNodes.demand(source);
        if (kind == JOB_WITH_METRICS_SUBMITTED) {
            JobSpec spec = EarlierJobs.job(demand, source);
            return new Event.JobSubmitted(job, EarlierJobs.withMetrics(spec, source), origin, sequence);
        }
        if (kind == JOB_WITH_TERMS_SUBMITTED) {
            return new Event.JobSubmitted(job, EarlierJobs.job(demand, source), origin, sequence);
        }
        JobSpec spec = EarlierJobs.withoutDeadline(demand, source);
        if (kind != JOB_SUBMITTED) {
            spec = spec.withDeadline(source.time());
        }
        if (kind == JOB_WITH_PROGRAM_SUBMITTED) {
            spec = spec.withProgram(EarlierJobs.program(source));
        }
        return new Event.JobSubmitted(job, spec, origin, sequence);
    }

    private static Event.WindowPlanned window(ByteSource source, boolean tellsWorth) {
        long question = source.number();
        boolean planned = source.flag();
        long gapPpm = source.number();
        long work = source.number();
        int count = source.count();
        List<WindowStart> starts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            starts.add(new WindowStart(source.number(), PlacementForm.LIST.read(source)));
        }
        @Nullable Worth worth = tellsWorth ? new Worth(source.number(), source.number()) : null;
        return new Event.WindowPlanned(question, new WindowAnswer(planned, starts, gapPpm, work, worth));
    }
}
