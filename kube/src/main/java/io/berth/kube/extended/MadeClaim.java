package io.berth.kube.extended;

import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.extended.ClaimRequests.Mapping;
import io.berth.kube.object.Meta;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.Message;
import io.berth.spec.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A claim that whoever schedules a pod makes for it, as kube-scheduler does: owned by the pod, and marked
 * (pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go, preFilterExtendedResources).
 */
public final class MadeClaim {
    /** Marks one (k8s.io/api/resource/v1, ExtendedResourceClaimAnnotation). */
    private static final String ANNOTATION = "resource.kubernetes.io/extended-resource-claim";

    private static final String STATUS = "/status/extendedResourceClaimStatus";
    private static final String EXACT = "ExactCount";

    private MadeClaim() {}

    /** The UID of the pod for which {@code claim} was made; null where it is no such claim. */
    public static @Nullable String pod(DeviceClaim claim) {
        Meta.Owner owner = claim.meta().owner();
        return owner != null && "true".equals(claim.meta().annotations().get(ANNOTATION)) ? owner.uid() : null;
    }

    /** One for {@code pod} in its envelope, without devices; the server names it. */
    public static byte[] sealed(Pod pod, List<DeviceRequest> requests) {
        ObjectKey key = pod.meta().key();
        Fields owner = new Fields()
                .text(1, "Pod")
                .text(3, key.name())
                .text(4, key.uid())
                .text(5, "v1")
                .number(6, 1);
        Fields meta = new Fields()
                .text(2, key.name() + "-extended-resources-")
                .text(3, key.namespace())
                .message(12, new Fields().text(1, ANNOTATION).text(2, "true"))
                .message(13, owner);
        Fields devices = new Fields();
        requests.forEach(request -> devices.message(1, request(request)));
        return Envelope.seal(
                "resource.k8s.io/v1",
                "ResourceClaim",
                new Fields().message(1, meta).message(2, new Fields().message(1, devices)));
    }

    private static Fields request(DeviceRequest request) {
        DeviceRequest.Option option = request.options().getFirst();
        if (!(option.count() instanceof Count.Exactly(long number))) {
            throw new IllegalArgumentException("Such claims ask for numbers of devices.");
        }
        return new Fields()
                .text(1, request.name())
                .message(
                        2,
                        new Fields()
                                .text(1, option.deviceClass())
                                .text(3, EXACT)
                                .number(4, number));
    }

    /** Tells the very {@code pod} which claim was made for it, and whose its devices are; a merge patch of the pod's status. */
    public static String told(Pod pod, String claim, List<Mapping> mappings) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("requestMappings", mappings.stream().map(MadeClaim::mapping).toList());
        status.put("resourceClaimName", claim);
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", Map.of("uid", pod.meta().uid()));
        patch.put("status", Map.of("extendedResourceClaimStatus", status));
        return Json.line(patch);
    }

    /** True where {@code pod}, as the server has it, says which claim was made for it: servers without the feature leave that out. */
    public static boolean isTold(Message pod) {
        return pod.each(3, MadeClaim::statusTells).contains(true);
    }

    private static boolean statusTells(Message status) {
        return !status.each(18, claim -> claim.only(2)).isEmpty();
    }

    private static Map<String, Object> mapping(Mapping mapping) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("containerName", mapping.container());
        json.put("resourceName", mapping.resource());
        json.put("requestName", mapping.request());
        return json;
    }

    /** Takes back from {@code pod} that {@code claim} was made for it, where that is what it was told last; a JSON patch of its status. */
    public static String untold(Pod pod, String claim) {
        return Json.line(List.of(
                test("/metadata/uid", pod.meta().uid()),
                test(STATUS + "/resourceClaimName", claim),
                Map.of("op", "remove", "path", STATUS)));
    }

    private static Map<String, Object> test(String path, String value) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("op", "test");
        json.put("path", path);
        json.put("value", value);
        return json;
    }

    /** Lets the very {@code claim} go; a strategic merge patch, as others may keep it as well. @param version of which it must be; empty for any */
    public static String letGo(DeviceClaim claim, String version) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("uid", claim.meta().uid());
        if (!version.isEmpty()) {
            meta.put("resourceVersion", version);
        }
        meta.put("$deleteFromPrimitiveList/finalizers", List.of(DeviceClaim.FINALIZER));
        return Json.line(Map.of("metadata", meta));
    }
}
