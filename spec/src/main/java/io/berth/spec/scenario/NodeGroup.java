package io.berth.spec.scenario;

import io.berth.core.cluster.NodeSpec;
import java.util.Locale;

/**
 * Equal machines.
 *
 * @param count how many; at least 1
 * @param prefix what their names begin with
 * @param template what each has; its own name is the prefix
 */
public record NodeGroup(int count, String prefix, NodeSpec template) {
    /** The prefix where neither it nor a GPU model is given. */
    public static final String DEFAULT_PREFIX = "node";

    public NodeGroup {
        if (count < 1) {
            throw new IllegalArgumentException("The count (" + count + ") of nodes (" + prefix + ") must be positive.");
        }
    }

    /** The node of the number {@code index}, from 0. */
    NodeSpec node(int index) {
        return template.withName(String.format(Locale.ROOT, "%s-%04d", prefix, index));
    }

    /** The prefix for machines with GPUs of {@code model}: its letters and digits in lower case, as host names are. */
    static String prefixFor(String model) {
        String host =
                model.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return host.isEmpty() ? DEFAULT_PREFIX : host;
    }
}
