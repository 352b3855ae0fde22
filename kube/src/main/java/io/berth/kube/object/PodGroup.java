package io.berth.kube.object;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code scheduling.k8s.io PodGroup}: pods that start together.
 *
 * @param version in which the server told of it
 * @param together which pods start together, and what they share
 * @param disruption how its pods go before others, or make room for them
 * @param unknown what it asks for and nothing here weighs, by the names of its fields
 * @param started true where its status says that it was placed, which is never taken back
 */
public record PodGroup(
        Meta meta,
        PodGroupVersion version,
        Together together,
        Disruption disruption,
        List<String> unknown,
        boolean started)
        implements KubeObject {
    public PodGroup {
        unknown = List.copyOf(unknown);
    }

    /**
     * Which pods start together, and what they share.
     *
     * @param least how many pods must start together; 0 where each starts by itself ({@code basic})
     * @param topology the label of nodes by which all of them must be in one domain; empty for none
     * @param claims of devices, which are of the group where its pods name them alike
     */
    public record Together(int least, String topology, List<Pod.DevicesClaimed> claims) {
        public Together {
            claims = List.copyOf(claims);
        }
    }

    /**
     * How a group stands beside others.
     *
     * @param all true where its pods are stopped together or not at all, to make room for others; else each by itself
     * @param priority that counts for all of its pods; null where their own does
     * @param preempts true where others may be stopped for it
     */
    public record Disruption(boolean all, @Nullable Integer priority, boolean preempts) {
        /** Of a group that says nothing of it. */
        public static final Disruption USUAL = new Disruption(false, null, true);
    }

    /** How many pods must start together; 0 where each starts by itself. */
    public int least() {
        return together.least;
    }

    /** The label of nodes by which all of them must be in one domain; empty for none. */
    public String topology() {
        return together.topology;
    }

    /** True where {@code other} asks the same of whoever places its pods. */
    public boolean asksAs(PodGroup other) {
        return together.equals(other.together) && disruption.equals(other.disruption) && unknown.equals(other.unknown);
    }
}
