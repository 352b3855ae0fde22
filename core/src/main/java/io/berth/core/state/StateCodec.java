package io.berth.core.state;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.journal.ArrayScope;
import io.berth.core.journal.ByteSink;
import io.berth.core.journal.ByteSource;
import io.berth.core.journal.CorruptRecordException;
import io.berth.core.journal.EventCodec;
import io.berth.core.journal.FrameCodec;
import io.berth.core.journal.JobCodec;
import io.berth.core.journal.StrategyCodec;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a whole state, for snapshots and for comparing two states: equal states are equal bytes. What follows from
 * other fields (free amounts, queues, indexes) is not written.
 */
public final class StateCodec {
    public static final int VERSION = 10;

    /** Without what is read of outputs and what progress told of. */
    private static final int WITHOUT_PROGRESS = 3;

    /** Without how to plan windows, and the open one. */
    private static final int WITHOUT_WINDOWS = 4;

    /** With all jobs of arrays as wholes. */
    private static final int WITHOUT_ARRAYS = 5;

    /** Without what the machine's clock showed, and how long tasks say that they ran. */
    private static final int WITHOUT_CLOCK = 6;

    /** Without when the jobs that hold room were decided. */
    private static final int WITHOUT_DECIDED = 7;

    /** Without why nodes are drained. */
    private static final int WITHOUT_DRAIN_REASONS = 8;

    /** Without who is held back. */
    private static final int WITHOUT_HOLDS = 9;

    private StateCodec() {}

    public static void write(State state, ByteSink sink) {
        sink.put(VERSION);
        sink.fixedLong(state.seed);
        sink.fixedLong(state.nowNanos);
        sink.number(state.instants);
        sink.number(state.passes);
        sink.number(state.decisions);
        sink.number(state.nextJob);
        sink.number(state.strategyChanges);
        sink.number(state.mixDeclarations);
        sink.flag(state.dirty);
        sink.flag(state.unsettled);
        StrategyCodec.strategy(state.strategy, sink);
        writeWindow(state.window, sink);
        EventCodec.mix(state.expectedMix, sink);
        writeNodes(state.nodes, sink);
        writeShapes(state.shapes, sink);
        sink.number(state.origins.size());
        state.origins.forEach((origin, sequence) -> {
            sink.text(origin);
            sink.number(sequence);
        });
        state.life.gate.endings.write(sink);
        sink.number(state.memory.size());
        state.memory.forEach((slot, memory) -> {
            sink.text(slot);
            sink.number(memory.version());
            sink.number(memory.values().size());
            memory.values().forEach(sink::number);
        });
        sink.number(state.jobs.size());
        ArrayScope arrays = new ArrayScope();
        for (Job job : state.jobs.sorted()) {
            writeJob(state, job, arrays, sink);
        }
        sink.number(state.stops.size());
        for (Map.Entry<Long, Reason> stop : state.stops.entrySet()) {
            sink.number(stop.getKey());
            sink.put(stop.getValue().code());
        }
        writeClock(state, sink);
        sink.number(state.drainReasons.size());
        state.drainReasons.forEach((node, why) -> {
            sink.number(node);
            sink.text(why);
        });
    }

    /**
     * @throws CorruptRecordException where the bytes are no state of a known version
     */
    public static State read(ByteSource source) {
        int version = source.get();
        if (version < WITHOUT_PROGRESS || version > VERSION) {
            throw new CorruptRecordException("state of version " + version + "; this program knows " + VERSION);
        }
        State state = new State(source.fixedLong());
        state.nowNanos = source.fixedLong();
        state.instants = source.number();
        state.passes = source.number();
        state.decisions = source.number();
        state.nextJob = source.number();
        state.strategyChanges = source.number();
        state.mixDeclarations = source.number();
        boolean dirty = source.flag();
        state.unsettled = source.flag();
        if (version <= WITHOUT_WINDOWS) {
            state.strategy = StrategyCodec.strategyWithoutPlan(source);
        } else {
            state.strategy = StrategyCodec.strategy(source);
            state.window = readWindow(source);
        }
        state.expectedMix = EventCodec.mix(source);
        readNodes(state, source);
        readShapes(state.shapes, source);
        int origins = source.count();
        for (int i = 0; i < origins; i++) {
            String origin = source.text();
            state.origins.put(origin, source.number());
        }
        state.life.gate.endings.read(source);
        int slots = source.count();
        for (int i = 0; i < slots; i++) {
            String slot = source.text();
            int slotVersion = source.integer();
            state.memory.put(slot, new State.Memory(slotVersion, numbers(source)));
        }
        int jobs = source.count();
        ArrayScope arrays = new ArrayScope();
        for (int i = 0; i < jobs; i++) {
            readJob(state, version, arrays, source);
        }
        int stops = source.count();
        for (int i = 0; i < stops; i++) {
            long job = source.number();
            state.stops.put(job, Reason.ofCode(source.get()));
        }
        if (version > WITHOUT_CLOCK) {
            readClock(state, source);
        }
        int reasons = version > WITHOUT_DRAIN_REASONS ? source.count() : 0;
        for (int i = 0; i < reasons; i++) {
            state.drainReasons.put(source.integer(), source.text());
        }
        state.dirty = dirty;
        return state;
    }

    private static void writeClock(State state, ByteSink sink) {
        WallClock wall = state.wall;
        sink.number(wall.settings());
        for (int setting = 0; setting < wall.settings(); setting++) {
            sink.number(wall.fromNanos(setting));
            sink.number(wall.offsetOf(setting));
        }
        EventCodec.boot(state.boot, sink);
    }

    private static void readClock(State state, ByteSource source) {
        int settings = source.count();
        long[] froms = new long[settings];
        long[] offsets = new long[settings];
        for (int setting = 0; setting < settings; setting++) {
            froms[setting] = source.number();
            offsets[setting] = source.number();
        }
        try {
            state.wall = WallClock.of(froms, offsets);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
        state.boot = EventCodec.boot(source);
    }

    private static void writeWindow(@Nullable OpenWindow window, ByteSink sink) {
        sink.flag(window != null);
        if (window != null) {
            sink.number(window.id());
            sink.time(window.untilNanos());
            sink.number(window.jobs().size());
            window.jobs().forEach(sink::number);
        }
    }

    private static @Nullable OpenWindow readWindow(ByteSource source) {
        if (!source.flag()) {
            return null;
        }
        long id = source.number();
        long until = source.time();
        return new OpenWindow(id, numbers(source), until);
    }

    private static void writeNodes(NodeTable nodes, ByteSink sink) {
        sink.number(nodes.count());
        for (int node = 0; node < nodes.count(); node++) {
            EventCodec.node(nodes.spec(node), sink);
            sink.flag(!nodes.present(node));
            sink.flag(nodes.draining(node));
            sink.number(nodes.othersCpuMilli(node));
            sink.number(nodes.othersMemoryBytes(node));
        }
    }

    private static void readNodes(State state, ByteSource source) {
        int count = source.count();
        for (int node = 0; node < count; node++) {
            var spec = EventCodec.node(source);
            state.nodes.join(node, spec);
            state.nodesByName.put(spec.name(), node);
            if (source.flag()) {
                state.nodes.lose(node);
            }
            state.nodes.drain(node, source.flag());
            state.nodes.observeOthers(node, source.number(), source.number());
        }
    }

    private static void writeShapes(ShapeTable shapes, ByteSink sink) {
        sink.number(shapes.submitted());
        sink.number(shapes.epochEnds());
        sink.number(shapes.epoch());
        sink.number(shapes.size());
        for (int id = 0; id < shapes.size(); id++) {
            EventCodec.demand(shapes.get(id).demand(), sink);
            sink.number(shapes.count(id));
            sink.number(shapes.countAtEpoch(id));
        }
    }

    private static void readShapes(ShapeTable shapes, ByteSource source) {
        shapes.restore(source.number(), source.number(), source.number());
        int count = source.count();
        for (int id = 0; id < count; id++) {
            shapes.intern(EventCodec.demand(source));
            shapes.restoreCounts(id, source.number(), source.number());
        }
    }

    /** A job of an array as what is otherwise than with the first, any other as a whole. */
    private static void writeSpec(JobSpec spec, ArrayScope arrays, ByteSink sink) {
        int begin = sink.size();
        sink.flag(true);
        if (arrays.write(spec, sink)) {
            return;
        }
        sink.cut(begin);
        sink.flag(false);
        arrays.add(spec);
        JobCodec.job(spec, sink);
        Metrics metrics = spec.program().metrics();
        sink.flag(!metrics.equals(Metrics.USUAL));
        if (!metrics.equals(Metrics.USUAL)) {
            JobCodec.metrics(metrics, sink);
        }
    }

    private static JobSpec readSpec(Shape shape, int version, ArrayScope arrays, ByteSource source) {
        if (version > WITHOUT_ARRAYS && source.flag()) {
            return arrays.read(source).withDemand(shape.demand());
        }
        JobSpec spec = JobCodec.job(shape.demand(), source);
        if (version != WITHOUT_PROGRESS && source.flag()) {
            spec = JobCodec.withMetrics(spec, source);
        }
        arrays.add(spec);
        return spec;
    }

    private static void writeJob(State state, Job job, ArrayScope arrays, ByteSink sink) {
        sink.number(job.id);
        sink.number(job.shape.id());
        writeSpec(job.spec, arrays, sink);
        sink.number(job.submitNanos);
        sink.number(job.readyNanos - job.submitNanos);
        sink.number(job.notBeforeNanos);
        sink.number(job.ranNanos);
        sink.number(job.lostNanos);
        sink.number(job.failures);
        sink.number(job.retried);
        sink.time(job.measuredNanos);
        sink.number(job.toldNanos);
        sink.flag(job.cancelled);
        sink.flag(job.onHold);
        sink.number(job.decision);
        if (job.waiting()) {
            sink.flag(job.gated);
            if (job.gated) {
                sink.flag(state.life.gate.hopeless(job));
                JobCodec.afters(job.unmet, sink);
                return;
            }
            sink.time(job.promisedNanos());
            FrameCodec.placements(job.promise == null ? List.of() : job.promise.placements(), sink);
            return;
        }
        sink.number(job.decidedNanos);
        sink.number(job.startNanos);
        sink.time(job.expectedEndNanos);
        // Not how many tasks run now: those that ended after they ran count too, those that never ran do not.
        sink.number(job.running);
        sink.number(job.exitCode);
        sink.flag(job.outOfMemory);
        sink.put(job.stopping == null ? 0 : job.stopping.code());
        sink.number(job.tasks.length);
        for (int task = 0; task < job.tasks.length; task++) {
            sink.number(job.nodes[task]);
            sink.number(job.masks[task]);
            sink.put(job.tasks[task]);
        }
    }

    private static void readJob(State state, int version, ArrayScope arrays, ByteSource source) {
        long id = source.number();
        Shape shape = state.shapes.get(source.integer());
        JobSpec spec = readSpec(shape, version, arrays, source);
        Job job = new Job(id, spec, shape, source.number());
        job.readyNanos += source.number();
        job.notBeforeNanos = source.number();
        job.ranNanos = source.number();
        job.lostNanos = source.number();
        job.failures = source.integer();
        job.retried = source.integer();
        job.measuredNanos = version == WITHOUT_PROGRESS ? Nanos.NEVER : source.time();
        job.toldNanos = version > WITHOUT_CLOCK ? source.number() : -1;
        job.cancelled = source.flag();
        job.onHold = version > WITHOUT_HOLDS && source.flag();
        job.decision = source.number();
        state.jobs.add(job);
        if (job.waiting()) {
            readWaiting(state, job, source);
            return;
        }
        state.life.gate.restore(job, false);
        readHolding(state, job, version, source);
    }

    private static void readWaiting(State state, Job job, ByteSource source) {
        job.gated = source.flag();
        if (job.gated) {
            boolean hopeless = source.flag();
            job.unmet = JobCodec.afters(source);
            state.waiting++;
            state.life.gate.restore(job, hopeless);
            return;
        }
        state.life.gate.restore(job, false);
        state.life.enqueue(job);
        long promised = source.time();
        List<Placement> placements = FrameCodec.placements(source);
        if (promised != Nanos.NEVER) {
            state.promises.make(job, new Promise(promised, placements));
        }
    }

    /** What a job has that holds room. */
    private static void readHolding(State state, Job job, int version, ByteSource source) {
        job.decidedNanos = version <= WITHOUT_DECIDED ? 0 : source.number();
        job.startNanos = source.number();
        job.expectedEndNanos = source.time();
        job.running = source.integer();
        job.exitCode = source.integer();
        job.outOfMemory = source.flag();
        int stopping = source.get();
        job.stopping = stopping == 0 ? null : Reason.ofCode(stopping);
        if (job.stopping == null) {
            state.life.limits.add(job);
        }
        int tasks = source.count();
        job.nodes = new int[tasks];
        job.masks = new long[tasks];
        job.tasks = new byte[tasks];
        for (int task = 0; task < tasks; task++) {
            job.nodes[task] = source.integer();
            job.masks[task] = source.number();
            job.tasks[task] = (byte) source.get();
            if (job.tasks[task] != JobState.ENDED.ordinal()) {
                job.live++;
                state.nodes.take(job.shape, job.nodes[task], job.masks[task]);
            }
        }
    }

    private static List<Long> numbers(ByteSource source) {
        int count = source.count();
        List<Long> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(source.number());
        }
        return values;
    }
}
