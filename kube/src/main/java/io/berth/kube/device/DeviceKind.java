package io.berth.kube.device;

import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.claim.DeviceToleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which devices a request will do with, as it says it. */
public record DeviceKind(String deviceClass, List<String> selectors, List<DeviceToleration> tolerations) {
    /** That of {@code request}; null where it has a choice, wants all there are, looks on only, or asks for a part. */
    public static @Nullable DeviceKind of(DeviceRequest request) {
        if (request.options().size() != 1) {
            return null;
        }
        DeviceRequest.Option option = request.options().getFirst();
        boolean plain = option.count() instanceof Count.Exactly
                && !option.admin()
                && option.capacity().isEmpty();
        return plain ? new DeviceKind(option.deviceClass(), option.selectors(), option.tolerations()) : null;
    }
}
