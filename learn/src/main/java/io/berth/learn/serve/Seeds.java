package io.berth.learn.serve;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The payload of a reset, and the counting of seeds. */
final class Seeds {
    private final int count;
    private final long[] last;
    private final boolean[] reset;

    Seeds(int count) {
        this.count = count;
        last = new long[count];
        reset = new boolean[count];
        begin();
    }

    static int bytes(int count) {
        return count * (Long.BYTES + 1);
    }

    /** Forgets all; the first counted seed of environment i is i. */
    void begin() {
        forgetEpisodes();
        for (int i = 0; i < count; i++) {
            last[i] = i - (long) count;
        }
    }

    /** Every environment must be reset before it is stepped. */
    void forgetEpisodes() {
        Arrays.fill(reset, false);
    }

    /** @throws RefusedException where a value is none, or an environment would have no episode */
    void check(ByteBuffer request) {
        for (int i = 0; i < count; i++) {
            byte which = which(request, i);
            if (which < EnvironmentProtocol.LEAVE || which > EnvironmentProtocol.NEXT_SEED) {
                throw new RefusedException(
                        Refusal.WRONG_VALUE,
                        i,
                        "Whether to reset environment " + i + " is " + which + "; it may be 0 to 2.");
            }
            if (which == EnvironmentProtocol.LEAVE) {
                requireReset(i);
            }
        }
    }

    /** @throws RefusedException where environment {@code i} has no episode */
    void requireReset(int i) {
        if (!reset[i]) {
            throw new RefusedException(
                    Refusal.OUT_OF_ORDER, i, "Environment " + i + " has no episode yet; reset it first.");
        }
    }

    /** True where the checked {@code request} resets environment {@code i}; {@link #last} is then the seed. */
    boolean take(ByteBuffer request, int i) {
        byte which = which(request, i);
        if (which == EnvironmentProtocol.LEAVE) {
            return false;
        }
        last[i] = which == EnvironmentProtocol.WITH_SEED ? request.getLong(i * Long.BYTES) : last[i] + count;
        reset[i] = true;
        return true;
    }

    /** The next counted seed of environment {@code i}. */
    long next(int i) {
        last[i] += count;
        return last[i];
    }

    /** The seed of the episode that environment {@code i} plays. */
    long last(int i) {
        return last[i];
    }

    private byte which(ByteBuffer request, int i) {
        return request.get(count * Long.BYTES + i);
    }
}
