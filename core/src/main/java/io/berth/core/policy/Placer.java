package io.berth.core.policy;

/** How nodes and devices are chosen: by the best score, or by a choice among all that fit. */
public sealed interface Placer {
    /** Chooses the device of a share once the node is chosen. */
    GpuPicker gpus();

    /** The node of the best score. */
    record Scored(Scorer scorer, GpuPicker gpus) implements Placer {
        public Scored(Scorer scorer) {
            this(scorer, GpuPicker.LEAST_LEFT);
        }
    }

    /** A choice among all nodes that fit. */
    record Picked(Picker picker, GpuPicker gpus) implements Placer {
        public Picked(Picker picker) {
            this(picker, GpuPicker.LEAST_LEFT);
        }
    }
}
