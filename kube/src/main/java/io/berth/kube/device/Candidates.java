package io.berth.kube.device;

import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * The devices of one node that one option of a request may be given.
 *
 * @param each in which order they are tried
 * @param problem why a device that is not one of them could not be judged, in words; empty where all could
 */
record Candidates(DeviceRequest.Option option, List<Candidate> each, String problem) {
    /**
     * One of them.
     *
     * @param consumed how much of its capacities the option takes, by name
     */
    record Candidate(Offered offered, Pool pool, Map<String, BigDecimal> consumed) {
        boolean shareable() {
            return offered.device().shareable();
        }
    }

    boolean all() {
        return option.count() instanceof Count.All;
    }

    /** How many are wanted. */
    long number() {
        return switch (option.count()) {
            case Count.Exactly(long number) -> number;
            case Count.All() -> Math.max(1, each.size());
            case Count.Unknown _ -> throw new IllegalStateException("Whoever looks for devices knows how many.");
        };
    }
}
