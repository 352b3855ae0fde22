package io.berth.spec.schema;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import java.util.List;

/**
 * A map of known keys.
 *
 * @param title what it describes
 * @param doc what it is for, in one or two sentences
 * @param keys in the order of the reference file
 * @param exactlyOne the keys of which exactly one is there; empty for no such rule. The last stands in the reference file
 */
public record Section(String title, String doc, List<Key> keys, List<String> exactlyOne) {
    public Section {
        keys = List.copyOf(keys);
        exactlyOne = List.copyOf(exactlyOne);
    }

    /** A section in which any of the keys may be together. */
    public static Section of(String title, String doc, Key... keys) {
        return new Section(title, doc, List.of(keys), List.of());
    }

    /** The same with the rule that exactly one of {@code names} is there. */
    public Section exactlyOneOf(String... names) {
        return new Section(title, doc, keys, List.of(names));
    }

    /** The values in {@code tree}, all of them checked. */
    public Fields read(Tree tree) {
        for (Tree.Entry entry : tree.entries()) {
            if (names().contains(entry.key())) {
                key(entry.key()).shape().check(entry.value());
            } else {
                throw InputException.about(
                        entry.position(),
                        tree.path(),
                        entry.key(),
                        InputException.unknown("key", entry.key(), names()));
            }
        }
        for (Key key : keys) {
            checkPresence(key, tree);
        }
        checkExactlyOne(tree);
        return new Fields(this, tree);
    }

    /** The declaration of {@code name}. */
    public Key key(String name) {
        return keys.stream()
                .filter(key -> key.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(title + " has no key " + name));
    }

    /** The names of the keys, in order. */
    public List<String> names() {
        return keys.stream().map(Key::name).toList();
    }

    private void checkPresence(Key key, Tree tree) {
        Tree value = tree.get(key.name());
        if (value == null && key.required()) {
            String example = key.example().isEmpty() ? "" : ", such as " + key.name() + ": " + key.example();
            throw InputException.about(
                    tree.position(),
                    tree.path(),
                    key.name(),
                    "the key " + Quote.of(key.name()) + " is missing" + example);
        }
        if (value != null && !key.with().isEmpty() && tree.get(key.with()) == null) {
            throw InputException.at(value, "goes only with the key " + Quote.of(key.with()));
        }
        if (value != null && !key.without().isEmpty() && tree.get(key.without()) != null) {
            throw InputException.at(value, "may not stand beside " + key.without() + ": keep one of the two");
        }
    }

    private void checkExactlyOne(Tree tree) {
        if (exactlyOne.isEmpty()) {
            return;
        }
        List<String> there =
                exactlyOne.stream().filter(name -> tree.get(name) != null).toList();
        if (there.size() != 1) {
            String found = there.isEmpty() ? "none is there" : String.join(" and ", there) + " are there";
            throw InputException.at(tree, "needs exactly one of " + String.join(", ", exactlyOne) + "; " + found);
        }
    }
}
