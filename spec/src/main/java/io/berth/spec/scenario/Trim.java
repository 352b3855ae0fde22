package io.berth.spec.scenario;

import io.berth.spec.quantity.Cut;

/**
 * What of a run is not measured.
 *
 * @param warmup from the first arrival on
 * @param cooldown before the last arrival, and all after it unless there is none
 */
public record Trim(Cut warmup, Cut cooldown) {
    /** All is measured. */
    public static final Trim NONE = new Trim(new Cut.None(), new Cut.None());

    /** True where all is measured. */
    public boolean isNone() {
        return warmup instanceof Cut.None && cooldown instanceof Cut.None;
    }
}
