package io.berth.learn.environment.deeprm;

import io.berth.learn.environment.Observation;

/** How the yard is told to an agent. */
interface View {
    Observation observation();

    /** Writes all numbers of it, from {@code offset}. */
    void write(float[] into, int offset);

    static View of(Rules rules, Yard yard) {
        return switch (rules.view()) {
            case IMAGE -> new ImageView(rules.slots(), yard);
            case COMPACT -> new CompactView(rules.slots(), yard);
            case SLOTS -> new SlotsView(rules.slots(), yard);
        };
    }
}
