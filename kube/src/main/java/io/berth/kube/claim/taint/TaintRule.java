package io.berth.kube.claim.taint;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceTaint;
import io.berth.kube.claim.PoolVersion;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import org.jspecify.annotations.Nullable;

/**
 * {@code DeviceTaintRule}, of which all versions have the same fields: a taint of all devices that it selects, beside those that their
 * drivers give them. Since when they have it matters to who evicts pods, and to nobody here.
 *
 * @param selected null where it selects none
 */
public record TaintRule(Meta meta, @Nullable Selected selected, DeviceTaint taint) implements KubeObject {
    /**
     * Which devices, all of it at once.
     *
     * @param driver of which driver; empty for any
     * @param pool of which pool; empty for any
     * @param device of which name; empty for any
     */
    public record Selected(String driver, String pool, String device) {
        private boolean some(PoolVersion.Id id) {
            return (driver.isEmpty() || driver.equals(id.driver())) && (pool.isEmpty() || pool.equals(id.pool()));
        }

        private boolean holds(Allocation.Id id) {
            return some(id.inPool()) && (device.isEmpty() || device.equals(id.device()));
        }

        private static Selected read(Message message) {
            String driver = "";
            String pool = "";
            String device = "";
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 2 -> driver = message.text();
                    case 3 -> pool = message.text();
                    case 4 -> device = message.text();
                    default -> message.skip();
                }
            }
            return new Selected(driver, pool, device);
        }
    }

    /** True where it may select devices of pool {@code id}. */
    public boolean reaches(PoolVersion.Id id) {
        return selected != null && selected.some(id);
    }

    /** True where it selects the device of {@code id}. */
    public boolean selects(Allocation.Id id) {
        return selected != null && selected.holds(id);
    }

    /** @throws MalformedException where it is none */
    public static TaintRule read(Message message) {
        Meta meta = null;
        Spec spec = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> spec = message.message(Spec::read);
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named() || spec == null) {
            throw new MalformedException("a rule that taints devices without name, UID or taint");
        }
        return new TaintRule(meta, spec.selected, spec.taint);
    }

    /** {@code DeviceTaintRuleSpec}. */
    private record Spec(@Nullable Selected selected, DeviceTaint taint) {
        private static Spec read(Message message) {
            Selected selected = null;
            DeviceTaint taint = new DeviceTaint("", "", DeviceTaint.Effect.NONE);
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 1 -> selected = message.message(Selected::read);
                    case 2 -> taint = message.message(DeviceTaint::read);
                    default -> message.skip();
                }
            }
            return new Spec(selected, taint);
        }
    }
}
