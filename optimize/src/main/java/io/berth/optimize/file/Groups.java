package io.berth.optimize.file;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The entries of {@code tasks} or {@code agents}: each stands for some that are equal.
 *
 * @param entries their checked keys; a name alone has no others
 */
record Groups(Tree origin, List<Fields> entries, Names names) {
    static Groups read(Tree list, Section section) {
        List<Fields> entries = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        int[] counts = new int[list.items().size()];
        long all = 0;
        for (Tree item : list.items()) {
            Fields entry = section.read(item instanceof Tree.Scalar ? named(item) : item);
            String name = entry.text("name");
            if (!seen.add(name)) {
                throw InputException.at(item, "the " + section.title() + " " + Quote.of(name) + " is there twice");
            }
            counts[entries.size()] = entry.integer("count");
            all += entry.integer("count");
            entries.add(entry);
            names.add(name);
        }
        if (entries.isEmpty()) {
            throw InputException.at(list, "must not be empty");
        }
        if (all > ProblemSchema.MOST_ALIKE) {
            throw InputException.at(list, "are " + all + " together; there may be " + ProblemSchema.MOST_ALIKE);
        }
        return new Groups(list, List.copyOf(entries), new Names(names, counts));
    }

    private static Tree named(Tree name) {
        return new Tree.Map(name.position(), name.path(), List.of(new Tree.Entry(name.position(), "name", name)));
    }

    int size() {
        return entries.size();
    }

    Fields get(int group) {
        return entries.get(group);
    }

    /** Refuses a list of another length; {@code what} it has one of for each of these. */
    List<Tree> each(Tree list, String what) {
        if (list.items().size() != size()) {
            throw InputException.at(
                    list,
                    "has " + list.items().size() + " entries; it must have " + size() + ", one for each of " + what);
        }
        return list.items();
    }
}
