package io.berth.kube.object;

import io.berth.kube.wire.Message;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules that a pod asks for and that nothing here weighs. Whoever places it all the same breaks its word, so it is left to wait, with
 * the rule by its name; a preference that nobody weighs breaks none.
 */
final class UnknownRules {
    private static final int VOLUME_SOURCE = 2;

    /** Sources that every node has alike: of its own disk, of objects of the cluster, of an image, of a server that all may reach. */
    private static final Set<Integer> ANYWHERE = Set.of(1, 2, 5, 6, 7, 16, 19, 26, 30);

    private final TreeSet<String> names = new TreeSet<>();

    Set<String> names() {
        return names;
    }

    /** {@code v1 Volume}, and in it {@code v1 VolumeSource}. */
    void volume(Message message) {
        message.message(volume -> {
            for (int field = volume.next(); field != 0; field = volume.next()) {
                if (field == VOLUME_SOURCE) {
                    volume.message(this::source);
                } else {
                    volume.skip();
                }
            }
            return true;
        });
    }

    private boolean source(Message source) {
        for (int field = source.next(); field != 0; field = source.next()) {
            if (!ANYWHERE.contains(field)) {
                names.add("volumes");
            }
            source.skip();
        }
        return true;
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
