package io.berth.core.journal;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Terms;
import java.util.ArrayList;
import java.util.List;

/** The bytes of events and of what they carry. Exogenous kinds are below 32, consequent ones from there. */
public final class EventCodec {
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
    // 39 and 42 are those of WindowCodec.

    /** As {@link #TASK_START_FAILED}, where no other start would do better. */
    private static final int TASK_CANNOT_START = 40;

    /** As {@link #TASK_ENDED}, with whether it was over its memory and how long it ran behind. */
    private static final int TASK_ENDED_EARLIER = 41;

    private EventCodec() {}

    /** @param arrays those of which jobs come before it in the frame */
    static void write(Event event, ArrayScope arrays, ByteSink sink) {
        switch (event) {
            case Event.JobSubmitted submitted -> submitted(submitted, arrays, sink);
            case Event.JobCancelled cancelled -> kind(JOB_CANCELLED, cancelled.job(), sink);
            case Event.JobHeld hold -> {
                kind(JOB_HELD, hold.job(), sink);
                sink.flag(hold.held());
            }
            case Event.JobRequeued requeued -> kind(JOB_REQUEUED, requeued.job(), sink);
            case Event.JobUpdated updated -> {
                kind(JOB_UPDATED, updated.job(), sink);
                JobCodec.change(updated.change(), sink);
            }
            case Event.NodeJoined joined -> {
                kind(NODE_JOINED, joined.node(), sink);
                node(joined.spec(), sink);
            }
            case Event.NodeLost lost -> kind(NODE_LOST, lost.node(), sink);
            case Event.NodeDrained drained -> {
                boolean told = drained.draining() && !drained.why().isEmpty();
                kind(told ? NODE_DRAINED_FOR : NODE_DRAINED, drained.node(), sink);
                if (told) {
                    sink.text(drained.why());
                } else {
                    sink.flag(drained.draining());
                }
            }
            case Event.UsageObserved usage -> {
                kind(USAGE_OBSERVED, usage.node(), sink);
                sink.number(usage.cpuMilli());
                sink.number(usage.memoryBytes());
            }
            case Event.StrategyChanged changed -> strategyChanged(changed.strategy(), sink);
            case Event.ClockJumped jumped -> kind(CLOCK_JUMPED, jumped.jumpNanos(), sink);
            case Event.ClockSet set -> {
                kind(CLOCK_SET, set.offsetNanos(), sink);
                boot(set.boot(), sink);
            }
            case Event.MixExpected expected -> {
                sink.put(MIX_EXPECTED);
                mix(expected.mix(), sink);
            }
            case Event.TaskStarting starting ->
                task(TASK_STARTING, starting.job(), starting.task(), starting.decision(), sink);
            case Event.TaskStarted started ->
                task(TASK_STARTED, started.job(), started.task(), started.decision(), sink);
            case Event.TaskStartFailed failed -> {
                int kind = failed.again() ? TASK_START_FAILED : TASK_CANNOT_START;
                task(kind, failed.job(), failed.task(), failed.decision(), sink);
                sink.text(failed.message());
            }
            case Event.TaskEnded ended -> ended(ended, sink);
            case Event.ProgressReported progress -> {
                kind(PROGRESS_REPORTED, progress.job(), sink);
                sink.number(progress.decision());
                sink.number(progress.remainingNanos());
            }
            case Event.WindowPlanned planned -> WindowCodec.write(planned, sink);
            case Event.Tick tick -> kind(TICK, tick.job(), sink);
        }
    }

    private static void ended(Event.TaskEnded ended, ByteSink sink) {
        boolean earlier = ended.ranNanos() >= 0;
        int kind = earlier ? TASK_ENDED_EARLIER : ended.outOfMemory() ? TASK_OUT_OF_MEMORY : TASK_ENDED;
        task(kind, ended.job(), ended.task(), ended.decision(), sink);
        sink.number(ended.exitCode());
        if (earlier) {
            sink.flag(ended.outOfMemory());
            sink.number(ended.ranNanos());
        }
    }

    private static void strategyChanged(StrategySpec strategy, ByteSink sink) {
        boolean plans = !strategy.plan().equals(StrategyCodec.NO_PLAN);
        boolean preempts = plans || !strategy.preempt().equals(StrategyCodec.NO_PREEMPTION);
        sink.put(plans ? PLANNING_STRATEGY_CHANGED : preempts ? PREEMPTING_STRATEGY_CHANGED : STRATEGY_CHANGED);
        StrategyCodec.strategyWithoutPreempt(strategy, sink);
        if (preempts) {
            StrategyCodec.policy(strategy.preempt(), sink);
        }
        if (plans) {
            StrategyCodec.policy(strategy.plan(), sink);
        }
    }

    /** @param arrays those of which jobs come before it in the frame */
    static Event read(ArrayScope arrays, ByteSource source) {
        int kind = source.get();
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
            case ARRAY_MEMBER_SUBMITTED -> {
                long job = source.number();
                String origin = source.text();
                long sequence = source.number();
                yield new Event.JobSubmitted(job, arrays.read(source), origin, sequence);
            }
            case JOB_CANCELLED -> new Event.JobCancelled(source.number());
            case JOB_HELD -> new Event.JobHeld(source.number(), source.flag());
            case JOB_REQUEUED -> new Event.JobRequeued(source.number());
            case JOB_UPDATED -> new Event.JobUpdated(source.number(), JobCodec.change(source));
            case NODE_JOINED -> new Event.NodeJoined(source.integer(), node(source));
            case NODE_LOST -> new Event.NodeLost(source.integer());
            case NODE_DRAINED -> new Event.NodeDrained(source.integer(), source.flag());
            case NODE_DRAINED_FOR -> new Event.NodeDrained(source.integer(), true, source.text());
            case USAGE_OBSERVED -> new Event.UsageObserved(source.integer(), source.number(), source.number());
            case STRATEGY_CHANGED -> new Event.StrategyChanged(StrategyCodec.strategyWithoutPreempt(source));
            case PREEMPTING_STRATEGY_CHANGED -> new Event.StrategyChanged(StrategyCodec.strategyWithoutPlan(source));
            case PLANNING_STRATEGY_CHANGED -> new Event.StrategyChanged(StrategyCodec.strategy(source));
            case CLOCK_JUMPED -> new Event.ClockJumped(source.number());
            case CLOCK_SET -> new Event.ClockSet(source.number(), boot(source));
            case MIX_EXPECTED -> new Event.MixExpected(mix(source));
            case TASK_STARTING -> new Event.TaskStarting(source.number(), source.integer(), source.number());
            case TASK_STARTED -> new Event.TaskStarted(source.number(), source.integer(), source.number());
            case TASK_START_FAILED, TASK_CANNOT_START ->
                new Event.TaskStartFailed(
                        source.number(), source.integer(), source.number(), source.text(), kind == TASK_START_FAILED);
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
            case WindowCodec.PLANNED, WindowCodec.PLANNED_WITH_WORTH -> WindowCodec.read(kind, source);
            case TICK -> new Event.Tick(source.number());
            default -> throw new CorruptRecordException("unknown kind of event " + kind);
        };
    }

    private static void submitted(Event.JobSubmitted event, ArrayScope arrays, ByteSink sink) {
        int begin = sink.size();
        kind(ARRAY_MEMBER_SUBMITTED, event.job(), sink);
        sink.text(event.origin());
        sink.number(event.sequence());
        if (!arrays.write(event.spec(), sink)) {
            sink.cut(begin);
            submitted(event, sink);
            arrays.add(event.spec());
        }
    }

    public static void boot(BootTime boot, ByteSink sink) {
        sink.text(boot.boot());
        sink.number(boot.monotonicZeroNanos());
        sink.number(boot.uptimeZeroNanos());
    }

    public static BootTime boot(ByteSource source) {
        return new BootTime(source.text(), source.number(), source.number());
    }

    /** Every field has come with a kind of its own, so that journals without it stay the bytes that they were. */
    private static void submitted(Event.JobSubmitted event, ByteSink sink) {
        JobSpec spec = event.spec();
        int kind = submittedKind(spec);
        kind(kind, event.job(), sink);
        sink.text(event.origin());
        sink.number(event.sequence());
        demand(spec.demand(), sink);
        if (kind == JOB_WITH_TERMS_SUBMITTED || kind == JOB_WITH_METRICS_SUBMITTED) {
            JobCodec.job(spec, sink);
            if (kind == JOB_WITH_METRICS_SUBMITTED) {
                JobCodec.metrics(spec.program().metrics(), sink);
            }
            return;
        }
        JobCodec.withoutDeadline(spec, sink);
        if (kind != JOB_SUBMITTED) {
            sink.time(spec.deadlineNanos());
        }
        if (kind == JOB_WITH_PROGRAM_SUBMITTED) {
            JobCodec.program(spec.program(), sink);
        }
    }

    private static int submittedKind(JobSpec spec) {
        if (!spec.program().metrics().equals(Metrics.USUAL)) {
            return JOB_WITH_METRICS_SUBMITTED;
        }
        if (!spec.terms().equals(Terms.NONE)) {
            return JOB_WITH_TERMS_SUBMITTED;
        }
        if (spec.program().runs()) {
            return JOB_WITH_PROGRAM_SUBMITTED;
        }
        return spec.deadlineNanos() == Nanos.NEVER ? JOB_SUBMITTED : JOB_WITH_DEADLINE_SUBMITTED;
    }

    private static Event.JobSubmitted submitted(int kind, ByteSource source) {
        long job = source.number();
        String origin = source.text();
        long sequence = source.number();
        Demand demand = demand(source);
        if (kind == JOB_WITH_METRICS_SUBMITTED) {
            JobSpec spec = JobCodec.job(demand, source);
            return new Event.JobSubmitted(job, JobCodec.withMetrics(spec, source), origin, sequence);
        }
        if (kind == JOB_WITH_TERMS_SUBMITTED) {
            return new Event.JobSubmitted(job, JobCodec.job(demand, source), origin, sequence);
        }
        JobSpec spec = JobCodec.withoutDeadline(demand, source);
        if (kind != JOB_SUBMITTED) {
            spec = spec.withDeadline(source.time());
        }
        if (kind == JOB_WITH_PROGRAM_SUBMITTED) {
            spec = spec.withProgram(JobCodec.program(source));
        }
        return new Event.JobSubmitted(job, spec, origin, sequence);
    }

    public static void demand(Demand demand, ByteSink sink) {
        sink.number(demand.cpuMilli());
        sink.number(demand.memoryBytes());
        sink.number(demand.diskBytes());
        sink.number(demand.diskIoBytesPerSecond());
        sink.number(demand.networkBytesPerSecond());
        sink.number(demand.gpus());
        sink.number(demand.gpuMilli());
        sink.number(demand.gpuMemoryBytes());
        sink.number(demand.gpuModels().size());
        demand.gpuModels().forEach(sink::text);
    }

    public static Demand demand(ByteSource source) {
        return new Demand(
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.integer(),
                source.integer(),
                source.number(),
                texts(source));
    }

    public static void node(NodeSpec spec, ByteSink sink) {
        sink.text(spec.name());
        sink.number(spec.cpuMilli());
        sink.number(spec.memoryBytes());
        sink.number(spec.diskBytes());
        sink.number(spec.diskIoBytesPerSecond());
        sink.number(spec.networkBytesPerSecond());
        sink.number(spec.maxTasks());
        sink.number(spec.gpus());
        sink.text(spec.gpuModel());
        sink.number(spec.gpuMemoryBytes());
    }

    public static NodeSpec node(ByteSource source) {
        return new NodeSpec(
                source.text(),
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.number(),
                source.integer(),
                source.integer(),
                source.text(),
                source.number());
    }

    public static void mix(List<DemandCount> mix, ByteSink sink) {
        sink.number(mix.size());
        for (DemandCount entry : mix) {
            demand(entry.demand(), sink);
            sink.number(entry.count());
        }
    }

    public static List<DemandCount> mix(ByteSource source) {
        int count = source.count();
        List<DemandCount> mix = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            mix.add(new DemandCount(demand(source), source.number()));
        }
        return mix;
    }

    static List<String> texts(ByteSource source) {
        int count = source.count();
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(source.text());
        }
        return texts;
    }

    private static void kind(int kind, long subject, ByteSink sink) {
        sink.put(kind);
        sink.number(subject);
    }

    private static void task(int kind, long job, int task, long decision, ByteSink sink) {
        sink.put(kind);
        sink.number(job);
        sink.number(task);
        sink.number(decision);
    }
}
