package io.berth.kube.object;

import io.berth.spec.input.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands below a value of an object, where it is there. */
public final class Branches {
    private Branches() {}

    /** The value at the end of {@code keys}; null where it is not there, or is none. */
    public static @Nullable Tree at(@Nullable Tree tree, String... keys) {
        Tree at = tree;
        for (String key : keys) {
            if (!(at instanceof Tree.Map map)) {
                return null;
            }
            at = map.get(key);
        }
        return at == null || at.isNull() ? null : at;
    }

    /** The same as text; empty where it is not there. */
    public static String text(@Nullable Tree tree, String... keys) {
        Tree at = at(tree, keys);
        return at == null ? "" : at.text();
    }

    /** The same as a list. */
    public static List<Tree> items(@Nullable Tree tree, String... keys) {
        Tree at = at(tree, keys);
        return at == null ? List.of() : at.items();
    }

    /** The same as a map. */
    public static List<Tree.Entry> entries(@Nullable Tree tree, String... keys) {
        Tree at = at(tree, keys);
        return at == null ? List.of() : at.entries();
    }

    /** {@code object} with nothing but {@code keys}. */
    public static Tree only(Tree object, String... keys) {
        List<String> kept = List.of(keys);
        return new Tree.Map(
                object.position(),
                object.path(),
                object.entries().stream()
                        .filter(entry -> kept.contains(entry.key()))
                        .toList());
    }
}
