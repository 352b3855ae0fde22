package io.berth.kube.mirror;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Names of resources for things that pods ask for. Each costs a number for every node, so there are not many, and they are used again. */
final class Names<T> {
    /** As many at once. */
    static final int MOST = 64;

    private final Function<T, String> naming;
    private final Map<T, String> names = new HashMap<>();

    /** @param naming what a name begins with; a number follows where that is taken */
    Names(Function<T, String> naming) {
        this.naming = naming;
    }

    /** Null where it has none yet. */
    @Nullable
    String of(T thing) {
        return names.get(thing);
    }

    /**
     * A name for {@code thing}, which had none; null where there are too many.
     *
     * @param wanted all that is asked for: the names of other things may be taken from them
     */
    @Nullable
    String add(T thing, Supplier<Collection<T>> wanted) {
        if (names.size() >= MOST) {
            names.keySet().retainAll(new HashSet<>(wanted.get()));
        }
        if (names.size() >= MOST) {
            return null;
        }
        Set<String> taken = new HashSet<>(names.values());
        String name = naming.apply(thing);
        for (int number = 2; taken.contains(name); number++) {
            name = naming.apply(thing) + "-" + number;
        }
        names.put(thing, name);
        return name;
    }

    Map<T, String> all() {
        return names;
    }
}
