package io.berth.kube.extended;

import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.object.Pod;
import io.berth.kube.object.Pod.Container;
import io.berth.kube.object.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a claim asks for that is made for a pod: a request for each container that wants devices. An init container that ends before others
 * begin uses what those have; what it wants beyond that is one request for all of its kind, as large as the largest
 * (pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go, createRequestsAndMappings).
 *
 * @param requests by name
 * @param mappings whose devices those of each request are
 */
public record ClaimRequests(List<DeviceRequest> requests, List<Mapping> mappings) {
    /** That devices of {@code request} are what {@code container} has of {@code resource}. */
    public record Mapping(String container, String resource, String request) {}

    /** @param classes the class of devices for each extended resource of which the pod's node has devices */
    public static ClaimRequests of(Pod pod, Map<String, String> classes) {
        List<DeviceRequest> requests = new ArrayList<>();
        List<Mapping> mappings = new ArrayList<>();
        new TreeMap<>(classes).forEach((resource, deviceClass) -> {
            OfResource one = new OfResource(pod.spec().needs(), resource, deviceClass);
            one.longLived();
            one.shortLived();
            one.tell(requests, mappings);
        });
        requests.sort(Comparator.comparing(DeviceRequest::name));
        return new ClaimRequests(List.copyOf(requests), List.copyOf(mappings));
    }

    /** What containers want of one resource. */
    private static final class OfResource {
        private final List<Container> containers;
        private final int firstBeside;
        private final String resource;
        private final String deviceClass;
        /** By container; null for those that want nothing, or end before others begin. */
        private final List<@Nullable Wanted> lasting = new ArrayList<>();

        private final List<Mapping> ofLasting = new ArrayList<>();
        private final List<Mapping> ofPassing = new ArrayList<>();
        private @Nullable Wanted largest;

        private record Wanted(String name, long count) {}

        OfResource(Pod.Needs needs, String resource, String deviceClass) {
            this.containers = Stream.concat(needs.init().stream(), needs.containers().stream())
                    .toList();
            this.firstBeside = needs.init().size();
            this.resource = resource;
            this.deviceClass = deviceClass;
        }

        private boolean passes(int container) {
            return container < firstBeside && !containers.get(container).sidecar();
        }

        void longLived() {
            for (int i = 0; i < containers.size(); i++) {
                long wanted = passes(i) ? 0 : wanted(containers.get(i));
                Wanted request = wanted == 0 ? null : new Wanted(name(i), wanted);
                lasting.add(request);
                if (request != null) {
                    ofLasting.add(mapping(i, request.name));
                }
            }
        }

        void shortLived() {
            Set<String> replaced = new HashSet<>();
            for (int i = 0; i < firstBeside; i++) {
                long wanted = passes(i) ? wanted(containers.get(i)) : 0;
                long left = wanted == 0 ? 0 : used(i, wanted);
                if (left > 0) {
                    Wanted request = new Wanted(name(i), left);
                    replaced.add(request.name);
                    ofPassing.add(mapping(i, request.name));
                    largest = largest == null || largest.count < left ? request : largest;
                }
            }
            Wanted one = largest;
            if (one != null) {
                ofPassing.replaceAll(mapping -> replaced.contains(mapping.request)
                        ? new Mapping(mapping.container, mapping.resource, one.name)
                        : mapping);
            }
        }

        /** Maps container {@code number} to what those after it have; how many it wants beside. */
        private long used(int number, long wanted) {
            long left = wanted;
            for (int i = number; i < lasting.size() && left > 0; i++) {
                Wanted other = lasting.get(i);
                if (other != null) {
                    ofPassing.add(mapping(number, other.name));
                    left -= other.count;
                }
            }
            return left;
        }

        void tell(List<DeviceRequest> requests, List<Mapping> mappings) {
            Stream.concat(Stream.ofNullable(largest), lasting.stream().flatMap(Stream::ofNullable))
                    .forEach(wanted -> requests.add(new DeviceRequest(
                            wanted.name,
                            List.of(new DeviceRequest.Option(
                                    "",
                                    deviceClass,
                                    List.of(),
                                    new Count.Exactly(wanted.count),
                                    false,
                                    List.of(),
                                    Map.of())))));
            mappings.addAll(ofLasting);
            mappings.addAll(ofPassing);
        }

        private Mapping mapping(int container, String request) {
            return new Mapping(containers.get(container).name(), resource, request);
        }

        /** The number of the resource is that among all that the container asks for, by name. */
        private String name(int container) {
            int number = new TreeSet<>(containers.get(container).requests().keySet())
                    .headSet(resource)
                    .size();
            return "container-" + container + "-request-" + number;
        }

        private long wanted(Container container) {
            String quantity = container.requests().get(resource);
            try {
                return quantity == null ? 0 : Math.max(0, Quantity.whole(quantity));
            } catch (IllegalArgumentException e) {
                // The server lets nobody ask so.
                return 0;
            }
        }
    }
}
