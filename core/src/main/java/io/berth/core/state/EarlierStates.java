package io.berth.core.state;

import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.earlier.EarlierJobs;
import io.berth.core.journal.earlier.EarlierNodes;
import io.berth.core.journal.earlier.EarlierStrategies;
import io.berth.core.journal.form.ArrayScope;
import io.berth.core.journal.form.PlacementForm;
import io.berth.core.state.part.JobState;
import io.berth.core.state.part.MeasuredRun;
import io.berth.core.state.part.OpenWindow;
import io.berth.core.state.part.PolicyMemory;
import io.berth.core.state.part.Promise;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** States of versions 3 to 10, whose fields stand one after the other; they are read and never written. Nothing is added here. */
final class EarlierStates {
    /** The last of them. */
    static final int LAST = 10;

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

    private EarlierStates() {}

    /**
     * A state of {@code version}, which was read already.
     *
     * @throws CorruptRecordException where that is none of these
     */
    static State read(int version, ByteSource source) {
        if (version < WITHOUT_PROGRESS || version > LAST) {
            throw new CorruptRecordException("state of version " + version + "; this program knows " + WITHOUT_PROGRESS
                    + " to " + StateCodec.VERSION);
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
            state.strategy = EarlierStrategies.strategyWithoutPlan(source);
        } else {
            state.strategy = EarlierStrategies.strategy(source);
            state.window = readWindow(source);
        }
        state.expectedMix = EarlierNodes.mix(source);
        readNodes(state, source);
        readShapes(state.shapes, source);
        int origins = source.count();
        for (int i = 0; i < origins; i++) {
            String origin = source.text();
            state.origins.put(origin, source.number());
        }
        state.life.gate.endings.read(source);
        readMemory(state, source);
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
            state.nodeLife.drain(new Event.NodeDrained(source.integer(), true, source.text()));
        }
        state.dirty = dirty;
        return state;
    }

    private static void readMemory(State state, ByteSource source) {
        int slots = source.count();
        for (int i = 0; i < slots; i++) {
            String slot = source.text();
            int version = source.integer();
            state.memory.put(slot, new PolicyMemory(version, numbers(source)));
        }
    }

    private static void readClock(State state, ByteSource source) {
        state.wall = StateCodec.wall(source);
        state.boot = EarlierNodes.boot(source);
    }

    private static @Nullable OpenWindow readWindow(ByteSource source) {
        if (!source.flag()) {
            return null;
        }
        long id = source.number();
        long until = source.time();
        return new OpenWindow(id, numbers(source), until);
    }

    private static void readNodes(State state, ByteSource source) {
        int count = source.count();
        for (int node = 0; node < count; node++) {
            state.nodeLife.join(new Event.NodeJoined(node, EarlierNodes.node(source)));
            if (source.flag()) {
                state.nodes.lose(node);
            }
            state.nodes.drain(node, source.flag());
            state.nodes.observeOthers(node, source.number(), source.number());
        }
    }

    private static void readShapes(ShapeTable shapes, ByteSource source) {
        shapes.restore(source.number(), source.number(), source.number());
        int count = source.count();
        for (int id = 0; id < count; id++) {
            shapes.intern(EarlierNodes.demand(source));
            shapes.restoreCounts(id, source.number(), source.number());
        }
    }

    private static JobSpec readSpec(Demand demand, int version, ArrayScope arrays, ByteSource source) {
        if (version > WITHOUT_ARRAYS && source.flag()) {
            return arrays.read(source).withDemand(demand);
        }
        JobSpec spec = EarlierJobs.job(demand, source);
        if (version != WITHOUT_PROGRESS && source.flag()) {
            spec = EarlierJobs.withMetrics(spec, source);
        }
        arrays.add(spec);
        return spec;
    }

    private static void readJob(State state, int version, ArrayScope arrays, ByteSource source) {
        long id = source.number();
        Demand demand = state.shapes.get(source.integer());
        JobSpec spec = readSpec(demand, version, arrays, source);
        Job job = state.shapes.job(id, spec, source.number());
        job.change().readyNanos += source.number();
        job.change().notBeforeNanos = source.number();
        job.change().ranNanos = source.number();
        job.change().lostNanos = source.number();
        job.change().failures = (short) source.integer();
        job.change().retried = source.integer();
        job.change().measured = MeasuredRun.of(version == WITHOUT_PROGRESS ? Nanos.NEVER : source.time(), null);
        job.change().toldNanos = version > WITHOUT_CLOCK ? source.number() : -1;
        job.change().cancelled = source.flag();
        job.change().onHold = version > WITHOUT_HOLDS && source.flag();
        job.change().decision = source.number();
        state.jobs.add(job);
        if (job.waiting()) {
            readWaiting(state, job, source);
            return;
        }
        state.life.gate.restore(job, false);
        readHolding(state, job, version, source);
    }

    private static void readWaiting(State state, Job job, ByteSource source) {
        job.change().gated = source.flag();
        if (job.course.gated) {
            boolean hopeless = source.flag();
            job.change().unmet = EarlierJobs.afters(source);
            state.waiting++;
            state.life.gate.restore(job, hopeless);
            return;
        }
        state.life.gate.restore(job, false);
        state.life.enqueue(job);
        long promised = source.time();
        List<Placement> placements = PlacementForm.LIST.read(source);
        if (promised != Nanos.NEVER) {
            state.promises.make(job, new Promise(promised, placements));
        }
    }

    /** What a job has that holds room. */
    private static void readHolding(State state, Job job, int version, ByteSource source) {
        job.change().starts = 1;
        job.change().decidedNanos = version <= WITHOUT_DECIDED ? 0 : source.number();
        job.change().startNanos = source.number();
        job.change().expectedEndNanos = source.time();
        job.change().running = source.integer();
        job.change().exitCode = source.integer();
        job.change().outOfMemory = source.flag();
        int stopping = source.get();
        job.change().stopping = stopping == 0 ? null : Reason.ofCode(stopping);
        if (job.course.stopping == null) {
            state.life.limits.add(job);
        }
        int tasks = source.count();
        job.makePlaces();
        for (int task = 0; task < tasks; task++) {
            int node = source.integer();
            Grant grant = Grant.of(source.number());
            job.place(task, node, grant, JobState.of(source.get()));
            if (job.holds(task)) {
                state.nodes.take(job.shape(), node, grant);
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
