package io.berth.core.dispatch.flow;

import io.berth.core.time.Nanos;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The requests that have come and not ended: by number, and those for which somebody waits only so long by when that is. */
final class UnderWay {
    private final Map<Long, Passage> byNumber = new LinkedHashMap<>();
    private final TreeSet<Passage> impatient = new TreeSet<>();

    void add(Passage passage) {
        if (byNumber.putIfAbsent(passage.number(), passage) != null) {
            throw new IllegalArgumentException("Request " + passage.number() + " is under way already.");
        }
        if (passage.giveUpNanos() != Nanos.NEVER) {
            impatient.add(passage);
        }
    }

    @Nullable
    Passage get(long number) {
        return byNumber.get(number);
    }

    void remove(Passage passage) {
        byNumber.remove(passage.number());
        impatient.remove(passage);
    }

    int size() {
        return byNumber.size();
    }

    /** All, as they came. */
    List<Passage> all() {
        return List.copyOf(byNumber.values());
    }

    /** When the time of one is over; {@link Nanos#NEVER} for none. */
    long nextNanos() {
        return impatient.isEmpty() ? Nanos.NEVER : first().giveUpNanos();
    }

    /** The one whose time is over first; there must be one. */
    Passage first() {
        return impatient.first();
    }
}
