package io.berth.core.catalog;

import io.berth.core.policy.ChoiceListener;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Waiting;

/** Chooses what another does, and tells of it. */
record HeardChooser(Chooser chooser, ChoiceListener listener) implements Chooser {
    @Override
    public int choose(Waiting waiting) {
        int place = chooser.choose(waiting);
        listener.chose(waiting, chooser, place);
        return place;
    }

    @Override
    public KeyedOrder keyed() {
        return chooser.keyed();
    }
}
