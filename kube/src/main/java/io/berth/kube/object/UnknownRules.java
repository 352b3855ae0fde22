package io.berth.kube.object;

import io.berth.kube.wire.Message;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules that a pod asks for and that nothing here weighs. Whoever places it all the same breaks its word, so it is left to wait, with
 * the rule by its name; a preference that nobody weighs breaks none.
 */
final class UnknownRules {
    private final TreeSet<String> names = new TreeSet<>();

    Set<String> names() {
        return names;
    }

    /** Something that is asked for by being there. */
    void named(Message message, String name) {
        names.add(name);
        message.skip();
    }

    /** Something that somebody else read, and cannot weigh. */
    void add(String name) {
        names.add(name);
    }
}
