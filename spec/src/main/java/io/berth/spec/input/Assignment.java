package io.berth.spec.input;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value put into a tree from the command line: {@code --set workload.generate.jobs=100}. Its errors name it. */
public record Assignment(Position position, KeyPath target, Tree value) {
    /** The option that carries assignments. */
    public static final String OPTION = "--set";

    /** The assignment written {@code key.path=value}; the value is YAML. */
    public static Assignment parse(String text) {
        return parse(OPTION, text);
    }

    /** The same from another {@code option}, which errors name. */
    public static Assignment parse(String option, String text) {
        String place = option + " " + text;
        int equals = text.indexOf('=');
        String keys = equals < 0 ? text : text.substring(0, equals);
        KeyPath target = KeyPath.parse(keys.strip(), place);
        if (equals < 0) {
            throw new InputException(place, "has no value: write " + target + "=VALUE");
        }
        Source source = Source.inline(place, text.substring(equals + 1));
        return new Assignment(Position.of(Quote.oneLine(place)), target, TreeReader.read(source, target.toString()));
    }

    /** The key that its path begins with. */
    public String first() {
        return target.steps().getFirst() instanceof KeyPath.Key key ? key.name() : "";
    }

    /** The same value, one map and another further in. */
    public Assignment within(String outer, String inner) {
        List<KeyPath.Step> steps = new ArrayList<>(List.of(new KeyPath.Key(outer), new KeyPath.Key(inner)));
        steps.addAll(target.steps());
        return new Assignment(position, new KeyPath(steps), value);
    }

    /** {@code root} with the value put in; maps on the way are made where they are missing. */
    public Tree applyTo(Tree root) {
        return replaced(root, root.path(), 0);
    }

    /** What takes the place of {@code old}, which the first {@code depth} steps lead to. */
    private Tree replaced(@Nullable Tree old, String path, int depth) {
        if (depth == target.steps().size()) {
            return value;
        }
        return switch (target.steps().get(depth)) {
            case KeyPath.Key key -> withKey(old, path, key.name(), depth);
            case KeyPath.Index index -> withItem(old, path, index.at(), depth);
        };
    }

    private Tree withKey(@Nullable Tree old, String path, String key, int depth) {
        List<Tree.Entry> entries = new ArrayList<>();
        if (old instanceof Tree.Map map) {
            entries.addAll(map.entries());
        } else if (old != null && !old.isNull()) {
            throw InputException.at(position, path, "is " + old.describe() + " and has no key " + Quote.of(key));
        }
        int at = 0;
        while (at < entries.size() && !entries.get(at).key().equals(key)) {
            at++;
        }
        boolean there = at < entries.size();
        Tree inner = replaced(there ? entries.get(at).value() : null, Tree.below(path, key), depth + 1);
        Tree.Entry entry = new Tree.Entry(position, key, inner);
        if (there) {
            entries.set(at, entry);
        } else {
            entries.add(entry);
        }
        return new Tree.Map(old == null ? position : old.position(), path, entries);
    }

    private Tree withItem(@Nullable Tree old, String path, int at, int depth) {
        if (!(old instanceof Tree.Items list)) {
            throw InputException.at(position, path, "is " + (old == null ? "absent" : old.describe()) + ", not a list");
        }
        List<Tree> items = new ArrayList<>(list.items());
        if (at > items.size()) {
            throw InputException.at(
                    position, path, "has " + items.size() + " items; the index may be 0 to " + items.size());
        }
        Tree inner = replaced(at < items.size() ? items.get(at) : null, path + "[" + at + "]", depth + 1);
        if (at < items.size()) {
            items.set(at, inner);
        } else {
            items.add(inner);
        }
        return new Tree.Items(list.position(), path, items);
    }
}
