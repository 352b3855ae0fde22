package io.berth.core.state;

import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.load.alike.Alike;
import io.berth.core.decision.Reason;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.OptionalField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.BootForm;
import io.berth.core.journal.form.BudgetForm;
import io.berth.core.journal.form.DataForm;
import io.berth.core.journal.form.DemandForm;
import io.berth.core.journal.form.ImageForm;
import io.berth.core.journal.form.PlacementForm;
import io.berth.core.journal.form.StrategyForm;
import io.berth.core.journal.form.alike.UseForm;
import io.berth.core.journal.form.pool.PoolForm;
import io.berth.core.journal.form.qos.QosForm;
import io.berth.core.journal.form.queue.QueueForm;
import io.berth.core.journal.form.reserve.ReservationForm;
import io.berth.core.pace.Observed;
import io.berth.core.policy.device.Learning;
import io.berth.core.policy.load.Overload;
import io.berth.core.policy.share.Shares;
import io.berth.core.pool.NodeGrant;
import io.berth.core.pool.NodePool;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.Queues.Past;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.state.part.Move;
import io.berth.core.state.part.OpenWindow;
import io.berth.core.state.part.PolicyMemory;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.core.workload.DisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The bytes of a whole state, for snapshots and for comparing two states: equal states are equal bytes. What follows from
 * other fields (free amounts, queues, indexes) is not written.
 *
 * <p>Version, seed, time; the fields of the state; then its tables: nodes, shapes, how jobs ended, jobs.
 */
public final class StateCodec {
    /** Since version 11 a state is written field by field; it rises when bytes change that are no field. */
    public static final int VERSION = 11;

    private static final Form<State> FORM = new Form<>("state");
    private static final NumberField<State> INSTANTS = FORM.number(1, "instants", 0, state -> state.instants);
    private static final NumberField<State> PASSES = FORM.number(2, "passes", 0, state -> state.passes);
    private static final NumberField<State> DECISIONS = FORM.number(3, "decisions", 0, state -> state.decisions);
    private static final NumberField<State> NEXT_JOB = FORM.number(4, "next job", 1, state -> state.nextJob);
    private static final NumberField<State> STRATEGY_CHANGES =
            FORM.number(5, "changes of strategy", 0, state -> state.strategyChanges);
    private static final NumberField<State> MIX_DECLARATIONS =
            FORM.number(6, "declarations of mixes", 0, state -> state.mixDeclarations);
    private static final NumberField<State> DIRTY = FORM.flag(7, "dirty", state -> state.dirty);
    private static final NumberField<State> UNSETTLED = FORM.flag(8, "unsettled", state -> state.unsettled);
    private static final ValueField<State, StrategySpec> STRATEGY =
            FORM.value(9, "strategy", StrategySpec.of("fcfs"), state -> state.strategy, StrategyForm.CODEC);
    private static final OptionalField<State, OpenWindow> WINDOW =
            FORM.optional(10, "window", state -> state.window, window());
    private static final ValueField<State, List<DemandCount>> MIX =
            FORM.value(11, "expected mix", List.of(), state -> state.expectedMix, DemandForm.mix());
    private static final ValueField<State, SortedMap<String, Long>> ORIGINS =
            FORM.value(12, "origins", new TreeMap<>(), state -> state.origins, Codec.mapOf(Codec.NUMBER));
    private static final ValueField<State, SortedMap<String, PolicyMemory>> MEMORY =
            FORM.value(13, "memory", new TreeMap<>(), state -> state.memory, Codec.mapOf(memory()));
    private static final ValueField<State, List<Map.Entry<Long, Integer>>> STOPS =
            FORM.list(14, "stops", StateCodec::stops, stop());
    private static final ValueField<State, WallClock> WALL =
            FORM.value(15, "clock", WallClock.EVEN, state -> state.wall, Codec.of(StateCodec::wall, StateCodec::wall));
    private static final ValueField<State, BootTime> BOOT =
            FORM.value(16, "run of the machine", BootTime.NONE, state -> state.boot, BootForm.CODEC);
    private static final ValueField<State, List<Long>> HOPELESS =
            FORM.list(17, "jobs without hope", state -> List.copyOf(state.hopeless()), Codec.NUMBER);

    private static final ValueField<State, SortedMap<String, DisruptionBudget>> BUDGETS = FORM.value(
            18, "disruption budgets", new TreeMap<>(), state -> state.budgets, Codec.mapOf(BudgetForm.CODEC));

    private static final ValueField<State, SortedMap<String, ImageHolders>> IMAGES = FORM.value(
            19, "images", new TreeMap<>(), state -> state.nodes.images().known(), Codec.mapOf(ImageForm.CODEC));

    private static final ValueField<State, SortedMap<String, DataSet>> DATA = FORM.value(
            20, "data sets", new TreeMap<>(), state -> state.nodes.data().known(), Codec.mapOf(DataForm.CODEC));

    private static final ValueField<State, List<Alike.Kind>> KINDS = FORM.list(
            110,
            "uses by kind of task",
            state -> state.nodes.loads().forecasts().kinds(),
            UseForm.KIND);

    private static final ValueField<State, List<Alike.Telling>> TELLINGS = FORM.list(
            111,
            "uses by what is asked for",
            state -> state.nodes.loads().forecasts().tellings(),
            UseForm.TELLING);
    private static final ValueField<State, List<Observed>> SPEEDS =
            FORM.value(130, "learnt speeds", List.of(), state -> state.speeds.observed(), Observed.CODEC);
    private static final ValueField<State, List<QueueSpec>> QUEUES =
            FORM.list(135, "queues", state -> state.queues.tree().queues(), QueueForm.CODEC);

    private static final ValueField<State, List<Past>> PAST =
            FORM.list(136, "use of queues", state -> state.queues.past(), QueueForm.PAST);

    private static final ValueField<State, List<Map.Entry<Long, Move>>> MOVES =
            FORM.list(177, "moves", state -> List.copyOf(state.moves.entrySet()), move());
    private static final ValueField<State, List<QosClass>> QOS =
            FORM.list(180, "classes of jobs", state -> state.qos.declared(), QosForm.CODEC);
    private static final ValueField<State, SortedMap<String, NodeReservation>> RESERVATIONS = FORM.value(
            197,
            "reservations",
            new TreeMap<>(),
            state -> state.reservations.all(),
            Codec.mapOf(ReservationForm.CODEC));

    private static final ValueField<State, List<NodePool>> POOLS =
            FORM.list(219, "pools", state -> state.pools.pools(), PoolForm.CODEC);
    private static final ValueField<State, List<Map.Entry<Integer, NodeGrant>>> GRANTS = FORM.list(
            220, "grants of nodes", state -> List.copyOf(state.pools.grants().entrySet()), PoolForm.GRANT);

    private StateCodec() {}

    /** Writes {@code state} as it is now. */
    public static void write(State state, ByteSink sink) {
        state.image().write(sink);
    }

    /** What comes before the tables. */
    static void writeHead(State state, ByteSink sink) {
        sink.put(VERSION);
        sink.fixedLong(state.seed);
        sink.fixedLong(state.nowNanos);
        FORM.write(state, sink);
    }

    /**
     * @throws CorruptRecordException where the bytes are no state of a known version
     */
    public static State read(ByteSource source) {
        int version = source.get();
        if (version != VERSION) {
            return EarlierStates.read(version, source);
        }
        State state = new State(source.fixedLong());
        state.nowNanos = source.fixedLong();
        Values values = FORM.read(source);
        restore(state, values);
        NodeRows.read(state, source);
        // After the nodes: what is read as forgotten holds nothing from then on.
        IMAGES.of(values).forEach(state.nodes::holds);
        DATA.of(values).forEach(state.nodes::declare);
        readShapes(state.shapes, source);
        state.life.gate.endings.read(source);
        new JobRows(state).read(source);
        // After the jobs, which took their room of their queues once more.
        state.queues.restore(PAST.of(values));
        // What was read into it made it so.
        state.dirty = DIRTY.is(values);
        return state;
    }

    private static void restore(State state, Values values) {
        state.instants = INSTANTS.of(values);
        state.passes = PASSES.of(values);
        state.decisions = DECISIONS.of(values);
        state.nextJob = NEXT_JOB.of(values);
        state.strategyChanges = STRATEGY_CHANGES.of(values);
        state.mixDeclarations = MIX_DECLARATIONS.of(values);
        state.unsettled = UNSETTLED.is(values);
        state.strategy = STRATEGY.of(values);
        state.nodes.loads().thresholds(Overload.thresholds(state.strategy));
        state.nodes.loads().forecasts().restore(KINDS.of(values), TELLINGS.of(values));
        state.speeds.learns(Learning.asked(state.strategy));
        state.speeds.restore(SPEEDS.of(values));
        state.queues.share(Shares.of(state.strategy));
        state.queues.declare(QueueForm.tree(QUEUES.of(values)), state.nowNanos);
        state.qos.declare(QosForm.checked(QOS.of(values)));
        RESERVATIONS.of(values).forEach(state.reservations::set);
        restorePools(state, values);
        state.window = WINDOW.of(values);
        state.expectedMix = MIX.of(values);
        state.origins.putAll(ORIGINS.of(values));
        state.memory.putAll(MEMORY.of(values));
        for (Map.Entry<Long, Integer> stop : STOPS.of(values)) {
            state.stops.put(stop.getKey(), Reason.ofCode(stop.getValue()));
        }
        state.wall = WALL.of(values);
        state.boot = BOOT.of(values);
        state.budgets.putAll(BUDGETS.of(values));
        MOVES.of(values).forEach(move -> state.moves.put(move.getKey(), move.getValue()));
        HOPELESS.of(values).forEach(state.life.gate::giveUp);
    }

    private static void restorePools(State state, Values values) {
        List<NodePool> pools = POOLS.of(values);
        if (!pools.isEmpty()) {
            TreeMap<Integer, NodeGrant> grants = new TreeMap<>();
            GRANTS.of(values).forEach(grant -> grants.put(grant.getKey(), grant.getValue()));
            state.pools.restore(PoolForm.checked(pools), grants);
        }
    }

    private static Codec<OpenWindow> window() {
        Form<OpenWindow> form = new Form<>("open window");
        var id = form.number(1, "decision", 0, OpenWindow::id);
        var jobs = form.list(2, "jobs", OpenWindow::jobs, Codec.NUMBER);
        var until = form.number(3, "end", Nanos.NEVER, OpenWindow::untilNanos);
        return form.made(values -> new OpenWindow(id.of(values), jobs.of(values), until.of(values)));
    }

    private static Codec<Map.Entry<Long, Move>> move() {
        Form<Map.Entry<Long, Move>> form = new Form<>("move of a job");
        var job = form.number(1, "job", 0, Map.Entry::getKey);
        var other = form.number(2, "other job", 0, move -> move.getValue().forJob());
        var placements =
                form.value(3, "placements", List.of(), move -> move.getValue().placements(), PlacementForm.LIST);
        return form.made(values -> Map.entry(job.of(values), new Move(other.of(values), placements.of(values))));
    }

    private static Codec<PolicyMemory> memory() {
        Form<PolicyMemory> form = new Form<>("memory of a policy");
        var version = form.number(1, "version", 0, PolicyMemory::version);
        var kept = form.list(2, "values", PolicyMemory::values, Codec.NUMBER);
        return form.made(values -> new PolicyMemory(version.whole(values), kept.of(values)));
    }

    /** Jobs to stop and the codes of the reasons. */
    private static List<Map.Entry<Long, Integer>> stops(State state) {
        return state.stops.entrySet().stream()
                .map(stop -> Map.entry(stop.getKey(), stop.getValue().code()))
                .toList();
    }

    private static Codec<Map.Entry<Long, Integer>> stop() {
        return Codec.of(
                (stop, sink) -> {
                    sink.number(stop.getKey());
                    sink.put(stop.getValue());
                },
                source -> Map.entry(source.number(), source.get()));
    }

    private static void wall(WallClock wall, ByteSink sink) {
        sink.number(wall.settings());
        for (int setting = 0; setting < wall.settings(); setting++) {
            sink.number(wall.fromNanos(setting));
            sink.number(wall.offsetOf(setting));
        }
    }

    /** What {@link #wall(WallClock, ByteSink)} wrote; of all versions that have it. */
    static WallClock wall(ByteSource source) {
        int settings = source.count();
        long[] froms = new long[settings];
        long[] offsets = new long[settings];
        for (int setting = 0; setting < settings; setting++) {
            froms[setting] = source.number();
            offsets[setting] = source.number();
        }
        try {
            return WallClock.of(froms, offsets);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    static void writeShapes(ShapeTable.Counted shapes, ByteSink sink) {
        for (long total : shapes.totals()) {
            sink.number(total);
        }
        sink.number(shapes.shapes().size());
        for (int id = 0; id < shapes.shapes().size(); id++) {
            DemandForm.CODEC.write(shapes.shapes().get(id).demand(), sink);
            sink.number(shapes.counts()[id]);
            sink.number(shapes.countsAtEpoch()[id]);
        }
    }

    private static void readShapes(ShapeTable shapes, ByteSource source) {
        shapes.restore(source.number(), source.number(), source.number());
        int count = source.count();
        for (int id = 0; id < count; id++) {
            shapes.intern(DemandForm.CODEC.read(source));
            shapes.restoreCounts(id, source.number(), source.number());
        }
    }
}
