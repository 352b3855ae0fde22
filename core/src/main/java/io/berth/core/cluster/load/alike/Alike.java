package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What tasks used, by what makes them alike. Of at most {@value #MOST_KINDS} kinds; those of which nothing was heard for longest go.
 *
 * <p>What tasks that ask for the same are expected to use is asked of every node, so it is kept as it was when enough was learnt since: at
 * 3 tasks, at 5, and from there whenever half as many came.
 */
public final class Alike {
    /** So many kinds are known at most. */
    static final int MOST_KINDS = 2_000;

    /** By key, those first of which nothing was heard for longest. */
    private final SequencedMap<String, AlikeUse> kinds = new LinkedHashMap<>();

    /** By what is asked for. */
    private final SequencedMap<Use, Told> told = new LinkedHashMap<>();

    private long version;

    /**
     * What is told of tasks that ask for the same.
     *
     * @param tasks how many were known then
     * @param version when; it rises
     */
    record Told(Expected expected, int tasks, long version) {}

    /** The same once more. */
    Alike copy() {
        Alike copy = new Alike();
        copy.kinds.putAll(kinds);
        copy.told.putAll(told);
        copy.version = version;
        return copy;
    }

    /**
     * A task was measured.
     *
     * @param before what was told of it before; null where it is told of for the first time
     * @return true where other is expected of tasks that ask for the same
     */
    boolean learn(Likeness task, @Nullable Expected before, Expected now) {
        for (String key : task.keys()) {
            AlikeUse known = kinds.remove(key);
            kinds.putLast(key, (known == null ? AlikeUse.none() : known).with(task.asked(), before, now));
        }
        while (kinds.size() > MOST_KINDS) {
            kinds.pollFirstEntry();
        }
        return tell(task);
    }

    private boolean tell(Likeness task) {
        AlikeUse known = kinds.get(task.keys().getLast());
        Expected expected = known == null ? null : known.of(task.asked());
        if (known == null || expected == null) {
            return false;
        }
        Told last = told.get(task.asked());
        int since = last == null ? 0 : last.tasks;
        boolean due = known.tasks() < since || known.tasks() >= since + StrictMath.max(1, since / 2);
        if (!due) {
            return false;
        }
        boolean other = last == null || !last.expected.equals(expected);
        version += other ? 1 : 0;
        told.remove(task.asked());
        told.putLast(task.asked(), new Told(expected, known.tasks(), other || last == null ? version : last.version));
        while (told.size() > MOST_KINDS) {
            told.pollFirstEntry();
            version++;
            other = true;
        }
        return other;
    }

    /** What a task is expected to use by those that are most alike to it; null where too few are. */
    @Nullable
    Expected of(Likeness task) {
        for (String key : task.keys()) {
            AlikeUse known = kinds.get(key);
            Expected expected = known == null ? null : known.of(task.asked());
            if (expected != null) {
                return expected;
            }
        }
        return null;
    }

    /** What is told of tasks that ask for {@code asked}; null where nothing is. */
    @Nullable
    Told told(Use asked) {
        return told.get(asked);
    }

    /** It rises whenever other is told. */
    long version() {
        return version;
    }

    boolean isEmpty() {
        return kinds.isEmpty();
    }

    /** The kinds that are known, those first of which nothing was heard for longest. */
    List<Kind> kinds() {
        List<Kind> all = new ArrayList<>(kinds.size());
        kinds.forEach((key, use) -> all.add(new Kind(key, use)));
        return all;
    }

    /** What is told, the oldest first. */
    List<Telling> tellings() {
        List<Telling> all = new ArrayList<>(told.size());
        told.forEach((asked, what) -> all.add(new Telling(asked, what.expected, what.tasks)));
        return all;
    }

    /** Takes up what another wrote down. */
    void restore(List<Kind> known, List<Telling> tellings) {
        known.forEach(kind -> kinds.putLast(kind.key(), kind.use()));
        for (Telling telling : tellings) {
            version++;
            told.putLast(telling.asked(), new Told(telling.expected(), telling.tasks(), version));
        }
    }

    /** What tasks of one kind used. */
    public record Kind(String key, AlikeUse use) {}

    /**
     * What is told of tasks that ask for the same.
     *
     * @param tasks how many were known then
     */
    public record Telling(Use asked, Expected expected, int tasks) {}
}
