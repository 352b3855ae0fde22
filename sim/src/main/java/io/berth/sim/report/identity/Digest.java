package io.berth.sim.report.identity;

import io.berth.core.time.Chance;

/**
 * 64 bits of numbers and texts that come one after the other, in their order: enough to tell the runs of one command apart, and a
 * nanosecond each, since every run pays for it.
 */
final class Digest {
    private long hash;

    Digest add(long value) {
        hash = Chance.mix(hash + Chance.mix(value));
        return this;
    }

    /** Of a text the length too, so that two texts are not one. */
    Digest add(String text) {
        add(text.length());
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return add(0);
    }

    /** As 16 hexadecimal digits. */
    String text() {
        return String.format("%016x", hash);
    }
}
