package io.berth.testkit.oracle;

import io.berth.core.policy.Slot;
import io.berth.core.policy.Turn;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Chance;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Chance counted by (seed, job, pass, draw), and memory that a gang without room leaves as it was. */
final class NaiveTurn implements Turn {
    private final State state;
    private final SortedMap<String, List<Long>> kept;
    private final TreeMap<String, Long> written = new TreeMap<>();
    private final TreeMap<String, Long> onTrial = new TreeMap<>();
    private @Nullable Job job;
    private long draw;

    NaiveTurn(State state) {
        this.state = state;
        this.kept = state.memory();
    }

    void beginJob(Job of) {
        job = of;
        draw = 0;
        onTrial.clear();
        onTrial.putAll(written);
    }

    void keepJob() {
        written.putAll(onTrial);
    }

    SortedMap<String, Long> written() {
        return written;
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
        long bits = Chance.at(state.seed(), job().id(), state.passes() + 1, draw++) & Long.MAX_VALUE;
        return (int) Math.multiplyHigh(bits, 2L * bound);
    }

    @Override
    public long recall(Slot slot) {
        return onTrial.containsKey(slot.name())
                ? onTrial.get(slot.name())
                : kept.getOrDefault(slot.name(), List.of(0L)).getFirst();
    }

    @Override
    public void remember(Slot slot, long value) {
        onTrial.put(slot.name(), value);
    }
}
