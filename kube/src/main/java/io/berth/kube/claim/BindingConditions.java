package io.berth.kube.claim;

import java.util.List;

/**
 * What its driver must say of a device before a pod that has it is bound.
 *
 * @param toNode true where the claim is bound to the node that was chosen, although other nodes reach the device as well
 * @param awaited conditions that all must be true
 * @param failures conditions of which none may be true
 */
public record BindingConditions(boolean toNode, List<String> awaited, List<String> failures) {
    public static final BindingConditions NONE = new BindingConditions(false, List.of(), List.of());
}
