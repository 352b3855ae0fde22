package io.berth.core.plan.index;

import io.berth.core.decision.Decision;
import io.berth.core.policy.Slot;
import io.berth.core.policy.Turn;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Chance;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Chance and memory of the placements of one pass: draws are counted per job, memory is written to the plan at the end. */
public final class PlacementTurn implements Turn {
    private static final Comparator<Slot> BY_NAME = Comparator.comparing(Slot::name);

    private final State state;
    private final TreeMap<Slot, Long> written = new TreeMap<>(BY_NAME);
    private final TreeMap<Slot, Long> tentative = new TreeMap<>(BY_NAME);
    private long pass;
    private @Nullable Job job;
    private long draw;

    public PlacementTurn(State state) {
        this.state = state;
    }

    public void begin(long newPass) {
        pass = newPass;
        written.clear();
    }

    /** A job's placements begin; what was remembered on trial before is dropped. */
    public void beginJob(Job of) {
        job = of;
        draw = 0;
        tentative.clear();
    }

    /** The job's placements stand. */
    public void keep() {
        written.putAll(tentative);
    }

    /** Adds what changed to the plan. */
    public void remember(long firstId, List<Decision> decisions) {
        long id = firstId;
        for (Map.Entry<Slot, Long> kept : written.entrySet()) {
            Slot slot = kept.getKey();
            decisions.add(new Decision.Remember(id++, slot.name(), slot.version(), List.of(kept.getValue())));
        }
    }

    @Override
    public Job job() {
        return Objects.requireNonNull(job);
    }

    @Override
    public long nowNanos() {
        return state.nowNanos();
    }

    @Override
    public int below(int bound) {
        long bits = Chance.at(state.seed(), job().id(), pass, draw++);
        return (int) Math.multiplyHigh(bits & Long.MAX_VALUE, (long) bound << 1);
    }

    @Override
    public long recall(Slot slot) {
        Long value = tentative.containsKey(slot) ? tentative.get(slot) : written.get(slot);
        if (value != null) {
            return value;
        }
        return state.recall(slot);
    }

    @Override
    public void remember(Slot slot, long value) {
        tentative.put(slot, value);
    }
}
