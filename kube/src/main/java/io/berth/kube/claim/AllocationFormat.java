package io.berth.kube.claim;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.object.NodeAffinity;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import io.berth.spec.json.JsonTree;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Changes of claims, as patches in JSON. Each is of the version of the claim that was read: what changed meanwhile is looked at first. */
public final class AllocationFormat {
    private AllocationFormat() {}

    /** Has a claim stay there that is to have devices; a strategic merge patch, as others may keep it as well. */
    public static String keep(DeviceClaim claim) {
        Map<String, Object> meta = meta(claim);
        meta.put("finalizers", List.of(DeviceClaim.FINALIZER));
        return Json.line(Map.of("metadata", meta));
    }

    /** The same of whatever version it is now, so that the answer says what others made of it meanwhile. */
    public static String keepAsIs(DeviceClaim claim) {
        return Json.line(
                Map.of("metadata", Map.of("uid", claim.meta().uid(), "finalizers", List.of(DeviceClaim.FINALIZER))));
    }

    /** Gives devices to a claim that has none, for {@code users}; a merge patch of its status. */
    public static String allocate(DeviceClaim claim, Allocation allocation, List<Consumer> users) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("allocation", allocation(allocation));
        status.put("reservedFor", reserved(claim, users));
        return patch(claim, status);
    }

    /** Has {@code users} use a claim beside who does; a merge patch of its status. */
    public static String reserve(DeviceClaim claim, List<Consumer> users) {
        return patch(claim, Map.of("reservedFor", reserved(claim, users)));
    }

    /** Takes the devices of a claim back that nobody uses; a merge patch of its status. */
    public static String deallocate(DeviceClaim claim) {
        Map<String, @Nullable Object> status = new LinkedHashMap<>();
        status.put("allocation", null);
        status.put("reservedFor", null);
        status.put("devices", null);
        return patch(claim, status);
    }

    private static String patch(DeviceClaim claim, Map<String, ?> status) {
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", meta(claim));
        patch.put("status", status);
        return Json.line(patch);
    }

    private static Map<String, Object> meta(DeviceClaim claim) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("uid", claim.meta().uid());
        meta.put("resourceVersion", claim.meta().resourceVersion());
        return meta;
    }

    private static List<Object> reserved(DeviceClaim claim, List<Consumer> users) {
        Map<String, Consumer> all = new LinkedHashMap<>();
        claim.reserved().forEach(user -> all.put(user.uid(), user));
        users.forEach(user -> all.remove(user.uid()));
        users.forEach(user -> all.put(user.uid(), user));
        return List.copyOf(all.values().stream().map(AllocationFormat::consumer).toList());
    }

    private static Map<String, Object> consumer(Consumer user) {
        Map<String, Object> json = new LinkedHashMap<>();
        put(json, "apiGroup", user.group());
        json.put("resource", user.resource());
        json.put("name", user.name());
        json.put("uid", user.uid());
        return json;
    }

    private static Map<String, Object> allocation(Allocation allocation) {
        Map<String, Object> devices = new LinkedHashMap<>();
        devices.put(
                "results",
                allocation.results().stream().map(AllocationFormat::result).toList());
        put(
                devices,
                "config",
                allocation.configuration().stream()
                        .map(AllocationFormat::configuration)
                        .toList());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("devices", devices);
        if (allocation.where() != null) {
            json.put("nodeSelector", selector(allocation.where()));
        }
        if (allocation.seconds() > 0) {
            json.put(
                    "allocationTimestamp",
                    Instant.ofEpochSecond(allocation.seconds()).toString());
        }
        return json;
    }

    private static Map<String, Object> result(Allocation.Result result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("request", result.request());
        json.put("driver", result.id().driver());
        json.put("pool", result.id().pool());
        json.put("device", result.id().device());
        if (result.admin()) {
            json.put("adminAccess", true);
        }
        put(
                json,
                "tolerations",
                result.tolerations().stream().map(AllocationFormat::toleration).toList());
        put(json, "bindingConditions", result.binding().awaited());
        put(json, "bindingFailureConditions", result.binding().failures());
        Allocation.Share share = result.share();
        if (share != null) {
            json.put("shareID", share.id());
            Map<String, Object> consumed = new TreeMap<>();
            share.consumed().forEach((capacity, amount) -> consumed.put(capacity, quantity(amount)));
            json.put("consumedCapacity", consumed);
        }
        return json;
    }

    private static String quantity(BigDecimal amount) {
        return amount.toPlainString();
    }

    private static Map<String, Object> toleration(DeviceToleration toleration) {
        Map<String, Object> json = new LinkedHashMap<>();
        put(json, "key", toleration.key());
        put(json, "operator", toleration.operator());
        put(json, "value", toleration.value());
        put(json, "effect", toleration.effect());
        if (toleration.seconds() != null) {
            json.put("tolerationSeconds", toleration.seconds());
        }
        return json;
    }

    private static Map<String, Object> configuration(Configuration configuration) {
        Map<String, @Nullable Object> opaque = new LinkedHashMap<>();
        opaque.put("driver", configuration.driver());
        opaque.put(
                "parameters",
                JsonTree.of(JsonReader.read(
                        Source.inline("the parameters of " + configuration.driver(), configuration.parameters()))));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("source", configuration.ofClass() ? Configuration.FROM_CLASS : Configuration.FROM_CLAIM);
        put(json, "requests", configuration.requests());
        json.put("opaque", opaque);
        return json;
    }

    private static Map<String, Object> selector(NodeAffinity nodes) {
        return Map.of(
                "nodeSelectorTerms",
                nodes.required().stream().map(AllocationFormat::term).toList());
    }

    private static Map<String, Object> term(NodeSelectorTerm term) {
        List<Object> labels = new ArrayList<>();
        List<Object> fields = new ArrayList<>();
        for (Requirement requirement : term.requirements()) {
            Map<String, Object> json = new LinkedHashMap<>();
            boolean field = requirement.key().startsWith(NodeAffinity.FIELD);
            json.put("key", field ? requirement.key().substring(NodeAffinity.FIELD.length()) : requirement.key());
            json.put("operator", name(requirement.operator()));
            put(json, "values", requirement.values());
            (field ? fields : labels).add(json);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        put(json, "matchExpressions", labels);
        put(json, "matchFields", fields);
        return json;
    }

    private static String name(Operator operator) {
        return switch (operator) {
            case IN -> "In";
            case NOT_IN -> "NotIn";
            case EXISTS -> "Exists";
            case DOES_NOT_EXIST -> "DoesNotExist";
            case GREATER -> "Gt";
            case LESS -> "Lt";
        };
    }

    private static void put(Map<String, Object> json, String key, String value) {
        if (!value.isEmpty()) {
            json.put(key, value);
        }
    }

    private static void put(Map<String, Object> json, String key, List<?> values) {
        if (!values.isEmpty()) {
            json.put(key, values);
        }
    }
}
