package io.berth.kube.volume;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a claim that has no volume yet gets it from, when its pod goes to a certain node.
 *
 * @param volume one that there is; null where one is to be made
 */
public record VolumeChoice(Claim claim, @Nullable Volume volume) {
    /** What a pod's claims are to get; {@code why} not, in words, where they cannot. */
    public record Choices(List<VolumeChoice> all, String why) {
        public static Choices not(String why) {
            return new Choices(List.of(), why);
        }

        /** True where all can be had. */
        public boolean possible() {
            return why.isEmpty();
        }
    }
}
