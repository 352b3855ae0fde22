package io.berth.kube.device;

import io.berth.kube.claim.Allocation;
import java.util.List;

/** What a search for devices came to. */
public sealed interface Outcome {
    /** @param allocations one for each of the claims, in their order */
    record Found(List<Allocation> allocations) implements Outcome {}

    /** @param why in words */
    record Not(String why) implements Outcome {}
}
