package io.berth.kube.mirror;

import io.berth.kube.claim.DeviceClaim;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which pods are about to use what their claims have, and which claims are about to give it back. Of one thread at a time. */
final class Freeing {
    /** The UIDs of pods that were promised devices, and are not bound yet. */
    private final Set<String> starting = new HashSet<>();
    /** By UID, the versions of claims whose devices are being taken back: nobody starts with those. */
    private final Map<String, String> leaving = new HashMap<>();

    void starts(String pod) {
        starting.add(pod);
    }

    /** The pod of {@code uid} is bound, or does not start. */
    void startsNoMore(String uid) {
        starting.remove(uid);
    }

    boolean starting(String pod) {
        return starting.contains(pod);
    }

    void leaves(DeviceClaim claim) {
        leaving.put(claim.meta().uid(), claim.meta().resourceVersion());
    }

    /** It stays, or is another by now. */
    void leavesNoMore(DeviceClaim claim) {
        leaving.remove(claim.meta().uid());
    }

    /** True until {@code claim} is said to be otherwise. */
    boolean leaving(DeviceClaim claim) {
        return claim.meta().resourceVersion().equals(leaving.get(claim.meta().uid()));
    }
}
