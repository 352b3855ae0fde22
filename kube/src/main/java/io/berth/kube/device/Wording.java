package io.berth.kube.device;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.Allocation.Share;
import io.berth.kube.claim.BindingConditions;
import io.berth.kube.claim.Configuration;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.Reach;
import io.berth.kube.device.Search.Chosen;
import io.berth.kube.object.NodeAffinity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Says what was found as drivers and nodes read it. */
final class Wording {
    private final Map<String, DeviceClass> classes;
    private final String node;

    Wording(Map<String, DeviceClass> classes, String node) {
        this.classes = classes;
        this.node = node;
    }

    Allocation allocation(Asks asks, List<Chosen> chosen) {
        return new Allocation(
                chosen.stream().map(Wording::result).toList(), configuration(asks, chosen), where(chosen), 0);
    }

    private static Result result(Chosen one) {
        BindingConditions binding = one.device().binding();
        return new Result(
                one.request().resultName(one.option()),
                one.candidate().offered().id(),
                one.option().admin(),
                one.candidate().shareable()
                        ? new Share(
                                UUID.randomUUID().toString(), one.candidate().consumed())
                        : null,
                new BindingConditions(false, binding.awaited(), binding.failures()),
                one.option().tolerations());
    }

    /** That of classes first, each once, with the requests that are of it; then that of the claim. */
    private List<Configuration> configuration(Asks asks, List<Chosen> chosen) {
        Map<DeviceRequest, DeviceRequest.Option> taken = new LinkedHashMap<>();
        chosen.forEach(one -> taken.put(one.request(), one.option()));
        Map<String, List<String>> ofClass = new LinkedHashMap<>();
        taken.forEach((request, option) -> ofClass.computeIfAbsent(option.deviceClass(), _ -> new ArrayList<>())
                .add(request.resultName(option)));
        List<Configuration> all = new ArrayList<>();
        ofClass.forEach((name, requests) -> {
            DeviceClass of = classes.get(name);
            if (of != null) {
                of.configuration().forEach(configured -> all.add(configured.of(requests)));
            }
        });
        for (Configuration configured : asks.configuration()) {
            boolean counts = configured.requests().isEmpty()
                    || taken.entrySet().stream()
                            .anyMatch(one ->
                                    configured.requests().contains(one.getKey().name())
                                            || configured
                                                    .requests()
                                                    .contains(one.getKey().resultName(one.getValue())));
            if (counts) {
                all.add(configured);
            }
        }
        return all;
    }

    /** From which nodes all of them can be had; null for all. */
    private @Nullable NodeAffinity where(List<Chosen> chosen) {
        LinkedHashSet<Requirement> requirements = new LinkedHashSet<>();
        for (Chosen one : chosen) {
            Reach reach = one.device().reach();
            if (reach instanceof Reach.OnNode || one.device().binding().toNode()) {
                return new NodeAffinity(List.of(
                        new NodeSelectorTerm(List.of(new Requirement(NodeAffinity.NAME, Operator.IN, List.of(node))))));
            }
            // A slice has one term (its validation).
            if (reach instanceof Reach.Selected(NodeAffinity nodes)) {
                nodes.required().forEach(term -> requirements.addAll(term.requirements()));
            }
        }
        return requirements.isEmpty()
                ? null
                : new NodeAffinity(List.of(new NodeSelectorTerm(List.copyOf(requirements))));
    }
}
