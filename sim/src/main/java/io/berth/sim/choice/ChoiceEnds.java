package io.berth.sim.choice;

import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What came of the jobs of a journal, gone through once before its choices are written: how each ended, some dozens of bytes a job.
 */
public final class ChoiceEnds {
    private static final double SHORT_NANOS = 10.0 * Nanos.SECOND;

    private final Recovery recovery;
    private final TreeMap<Long, End> ends = new TreeMap<>();

    /**
     * How a job ended.
     *
     * @param completionNanos from its submission to its end
     * @param ranNanos of it, all its lives together
     */
    record End(JobOutcome outcome, long completionNanos, long ranNanos) {
        /** max(1, completion / max(run, 10 s)), as in the figures of a run. */
        double boundedSlowdown() {
            return StrictMath.max(1, completionNanos / StrictMath.max((double) ranNanos, SHORT_NANOS));
        }
    }

    /** @param seed of all chance in the journal */
    public ChoiceEnds(long seed) {
        recovery = Recovery.recover(new State(seed), new Observer() {
            @Override
            public void ended(JobEnd end) {
                long ran = end.job().ranNanos(end.atNanos());
                ends.put(
                        end.job().id(),
                        new End(end.outcome(), end.atNanos() - end.job().submitNanos(), ran));
            }
        });
    }

    /** Goes through the next frame. */
    public void apply(Frame frame) {
        recovery.apply(frame);
    }

    @Nullable
    End of(long job) {
        return ends.get(job);
    }
}
