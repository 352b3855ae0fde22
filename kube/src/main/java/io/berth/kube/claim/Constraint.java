package io.berth.kube.claim;

import java.util.List;

/**
 * What must be the same of several devices, or must not be.
 *
 * @param requests by name, or {@code request/option}; empty for all of the claim
 * @param attribute by qualified name; empty where it asks for something that this program does not know
 * @param distinct true where no two may have the same
 */
public record Constraint(List<String> requests, String attribute, boolean distinct) {
    /** True where it speaks of what is allocated for {@code option} of {@code request}. */
    public boolean covers(DeviceRequest request, DeviceRequest.Option option) {
        return requests.isEmpty() || requests.contains(request.name()) || requests.contains(request.resultName(option));
    }
}
