package io.berth.kube.device;

import io.berth.kube.claim.Device;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.DeviceTaint;
import io.berth.kube.claim.DeviceToleration;
import io.berth.kube.device.expression.ExpressionException;
import io.berth.kube.device.expression.Expressions;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All devices of one kind, wherever they are.
 *
 * @param counted true where one claim takes one whole device of them, and leaves the others as they are
 */
record Selection(Set<Offered> devices, boolean counted) {
    static Selection of(
            DeviceKind kind, @Nullable DeviceClass deviceClass, Collection<Pool> pools, Expressions expressions) {
        Set<Offered> devices = new HashSet<>();
        boolean counted = deviceClass != null;
        for (Pool pool : pools) {
            for (Offered offered : pool.devices()) {
                if (deviceClass != null && pool.why().isEmpty() && selects(kind, deviceClass, offered, expressions)) {
                    devices.add(offered);
                    Device device = offered.device();
                    counted &= !device.shareable() && device.consumes().isEmpty();
                }
            }
        }
        return new Selection(devices, counted);
    }

    private static boolean selects(DeviceKind kind, DeviceClass deviceClass, Offered offered, Expressions expressions) {
        try {
            return offered.device().qualities().unweighed().isEmpty()
                    && deviceClass.selectors().stream().allMatch(expression -> offered.passes(expression, expressions))
                    && kind.selectors().stream().allMatch(expression -> offered.passes(expression, expressions))
                    && tolerated(kind.tolerations(), offered.device());
        } catch (ExpressionException e) {
            // Nobody is given a device that cannot be judged.
            return false;
        }
    }

    /** True where {@code tolerations} put up with all taints of {@code device}. */
    static boolean tolerated(List<DeviceToleration> tolerations, Device device) {
        return device.taints().stream().allMatch(taint -> tolerates(tolerations, taint));
    }

    private static boolean tolerates(List<DeviceToleration> tolerations, DeviceTaint taint) {
        return switch (taint.effect()) {
            case NONE -> true;
            case NO_SCHEDULE, NO_EXECUTE -> tolerations.stream().anyMatch(toleration -> toleration.tolerates(taint));
        };
    }
}
