package io.berth.testkit.kube.fault;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Which requests something happens to, by chance; none while it is calm. */
final class Faults {
    private static final List<Fault> OF_CALLS =
            List.of(Fault.SLOW, Fault.REFUSED, Fault.REFUSED, Fault.LOST_BEFORE, Fault.LOST_AFTER, Fault.DENIED_AFTER);
    private static final List<Fault> OF_WATCHES =
            List.of(Fault.CUT, Fault.CUT, Fault.CUT, Fault.GONE, Fault.REFUSED, Fault.LOST_BEFORE);
    private static final List<Integer> CODES = List.of(409, 429, 500, 503, 504);

    private final Random random;
    private final Map<Fault, Integer> done = new EnumMap<>(Fault.class);
    private int ofHundred;

    Faults(long seed) {
        random = new Random(seed);
    }

    /** So many of a hundred requests go wrong from now on. */
    synchronized void rate(int newOfHundred) {
        ofHundred = newOfHundred;
    }

    synchronized Fault next(boolean watch) {
        if (random.nextInt(100) >= ofHundred) {
            return Fault.NONE;
        }
        List<Fault> some = watch ? OF_WATCHES : OF_CALLS;
        Fault fault = some.get(random.nextInt(some.size()));
        done.merge(fault, 1, Integer::sum);
        return fault;
    }

    /** With which code something is turned away. */
    synchronized int code() {
        return CODES.get(random.nextInt(CODES.size()));
    }

    synchronized long millis(int least, int most) {
        return least + random.nextInt(most - least);
    }

    /** How many of each there were. */
    synchronized Map<Fault, Integer> done() {
        return new EnumMap<>(done);
    }
}
