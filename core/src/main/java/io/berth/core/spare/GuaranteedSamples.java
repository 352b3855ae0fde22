package io.berth.core.spare;

import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.spare.Amount;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Samples of what all but best-effort tasks use of one node. What is told of them rises at once and falls when most of five minutes was lower:
 * the larger of the last sample and the 95th percentile.
 */
public final class GuaranteedSamples {
    private static final Span SPAN = Span.FIVE_MINUTES;
    private static final int PERCENT = 95;
    /** One a second; of more the oldest go. */
    private static final int MOST = 300;

    private final ArrayDeque<Sample> samples = new ArrayDeque<>();

    private record Sample(long nanos, Amount used) {}

    /** One more, which was taken at {@code nanos}. Where the node has other devices now, or time goes back, those before count no more. */
    public void add(long nanos, Amount used) {
        Sample last = samples.peekLast();
        if (last != null && (last.used.devices() != used.devices() || nanos < last.nanos)) {
            samples.clear();
        }
        samples.add(new Sample(nanos, used));
        while (samples.size() > MOST || samples.getFirst().nanos <= nanos - SPAN.nanos()) {
            samples.removeFirst();
        }
    }

    /** What is to be told of them; there must be one. */
    public Amount used() {
        Amount last = samples.getLast().used;
        return Amount.of(
                last.devices(), i -> last.value(i) < 0 ? Amount.UNKNOWN : StrictMath.max(last.value(i), rank(i)));
    }

    private long rank(int i) {
        long[] values =
                samples.stream().mapToLong(sample -> sample.used.value(i)).toArray();
        Arrays.sort(values);
        return values[(values.length * PERCENT + 99) / 100 - 1];
    }
}
