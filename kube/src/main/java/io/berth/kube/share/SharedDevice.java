package io.berth.kube.share;

/**
 * A device of which a node gives shares.
 *
 * @param id by which its agent knows it
 * @param minor its number on the node, as the agent counts
 * @param kind the kind of accelerator, as {@link io.berth.core.workload.DeviceDemand.Acceptable} has it
 * @param model its model; may be empty
 * @param memoryMib its memory; MiB, 0 where unknown
 * @param usable false where it is ill, or cut into instances
 */
public record SharedDevice(String id, int minor, String kind, String model, long memoryMib, boolean usable) {
    /** Behind the kind of one that nobody gets. */
    private static final String NOT = "-unusable";

    /** The kind that demands name; another where it is not {@link #usable}. */
    String demanded() {
        return usable ? kind : kind + NOT;
    }

    /** True where nobody who asks could tell it from {@code other}. */
    boolean like(SharedDevice other) {
        return demanded().equals(other.demanded()) && model.equals(other.model) && memoryMib == other.memoryMib;
    }
}
