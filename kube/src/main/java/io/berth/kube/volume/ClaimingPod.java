package io.berth.kube.volume;

import io.berth.kube.object.Pod;
import java.util.List;

/**
 * A pod, as far as its claims go.
 *
 * @param claims those of its volumes, without those that are named twice
 */
public record ClaimingPod(String namespace, String uid, List<Named> claims) {
    /**
     * A claim.
     *
     * @param own true where it is made for the pod alone, and goes with it
     */
    public record Named(String claim, boolean own) {}

    public static ClaimingPod of(Pod pod) {
        return new ClaimingPod(
                pod.meta().key().namespace(),
                pod.meta().uid(),
                pod.spec().where().volumes().stream()
                        .map(volume -> volume.own()
                                ? new Named(pod.meta().name() + "-" + volume.name(), true)
                                : new Named(volume.name(), false))
                        .distinct()
                        .toList());
    }
}
