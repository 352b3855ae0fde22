package io.berth.kube.object;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code policy/v1 PodDisruptionBudget}: how many of some pods may be stopped.
 *
 * @param selector what picks them in its namespace by their labels, empty for all of them; null for none of them
 * @param allowed how many may be stopped now; 0 until somebody has counted
 */
public record PodBudget(Meta meta, @Nullable List<Requirement> selector, long allowed) implements KubeObject {
    /** Reads one. */
    public static PodBudget read(Message message) {
        Meta meta = null;
        List<List<Requirement>> selectors = List.of();
        long allowed = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> selectors = message.message(spec -> spec.each(2, LabelSelector::read));
                case 3 -> allowed = message.message(PodBudget::allowed);
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a PodDisruptionBudget without name or UID");
        }
        return new PodBudget(meta, selectors.isEmpty() ? null : selectors.getLast(), Math.max(0, allowed));
    }

    private static long allowed(Message status) {
        long allowed = 0;
        for (int field = status.next(); field != 0; field = status.next()) {
            if (field == 3) {
                allowed = status.whole();
            } else {
                status.skip();
            }
        }
        return allowed;
    }
}
