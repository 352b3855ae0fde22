package io.berth.core.dispatch.precedence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the names of one tenant stand for: requests under way, how some ended, and some that are waited for. */
final class Names {
    private final Map<String, Tied> live = new LinkedHashMap<>();
    /** As they ended. */
    private final LinkedHashMap<String, End> ends = new LinkedHashMap<>();
    /** By a name that nobody has: who waits for it. */
    private final Map<String, Set<Tied>> awaited = new LinkedHashMap<>();

    private final int most;
    private final long keptNanos;

    private record End(boolean done, long atNanos) {}

    Names(int most, long keptNanos) {
        this.most = most;
        this.keptNanos = keptNanos;
    }

    @Nullable
    Tied live(String name) {
        return live.get(name);
    }

    /** How the one of {@code name} ended; null where that is not known. */
    @Nullable
    Result end(String name, long nowNanos) {
        while (!ends.isEmpty() && nowNanos - ends.firstEntry().getValue().atNanos >= keptNanos) {
            ends.pollFirstEntry();
        }
        End end = ends.get(name);
        return end == null ? null : end.done ? Result.DONE : Result.FAILED;
    }

    /** {@code tied} has its name from now on; returns those that waited for that. */
    List<Tied> begin(Tied tied) {
        live.put(tied.ties.name(), tied);
        ends.remove(tied.ties.name());
        Set<Tied> waited = awaited.remove(tied.ties.name());
        return waited == null ? List.of() : new ArrayList<>(waited);
    }

    /** {@code tied} is no longer under way. */
    void end(Tied tied, Result result, long nowNanos) {
        if (live.remove(tied.ties.name(), tied)) {
            note(tied.ties.name(), result, nowNanos);
        }
    }

    /** One of {@code name} has ended. */
    void note(String name, Result result, long nowNanos) {
        ends.remove(name);
        if (result != Result.ABSENT) {
            ends.putLast(name, new End(result == Result.DONE, nowNanos));
        }
        if (ends.size() > most) {
            ends.pollFirstEntry();
        }
    }

    void await(String name, Tied waits) {
        awaited.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(waits);
    }

    void awaitNoMore(String name, Tied waits) {
        Set<Tied> all = awaited.get(name);
        if (all != null && all.remove(waits) && all.isEmpty()) {
            awaited.remove(name);
        }
    }

    /** Those that wait for somebody of {@code name} to come. */
    Set<Tied> awaiting(String name) {
        return awaited.getOrDefault(name, Collections.emptySet());
    }

    /** How many things are remembered. */
    int size() {
        return live.size() + ends.size() + awaited.size();
    }
}
