package io.berth.app.learn.file;

import io.berth.spec.input.Tree;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All values of a text by their keys, such as {@code learn.ppo.updates} and {@code seeds[0]}. */
final class TreeFacts {
    private TreeFacts() {}

    static SortedMap<String, String> of(Tree tree) {
        TreeMap<String, String> facts = new TreeMap<>();
        collect("", tree, facts);
        return facts;
    }

    private static void collect(String key, Tree tree, SortedMap<String, String> facts) {
        switch (tree) {
            case Tree.Scalar scalar -> facts.put(key, scalar.value());
            case Tree.Items items -> {
                List<Tree> each = items.items();
                for (int i = 0; i < each.size(); i++) {
                    collect(key + "[" + i + "]", each.get(i), facts);
                }
            }
            case Tree.Map map ->
                map.entries().forEach(entry -> collect(Tree.below(key, entry.key()), entry.value(), facts));
        }
    }
}
