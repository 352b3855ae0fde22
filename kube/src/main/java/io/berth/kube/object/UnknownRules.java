package io.berth.kube.object;

import io.berth.kube.wire.Message;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rules that a pod asks for and that nothing here weighs. Whoever places it all the same breaks its word, so it is left to wait, with
 * the rule by its name; a preference that nobody weighs breaks none.
 */
final class UnknownRules {
    private static final int AFFINITY_TO_PODS = 2;
    private static final int AFFINITY_AGAINST_PODS = 3;
    private static final int WHEN_UNSATISFIABLE = 3;
    private static final int HOST_PORT = 2;
    private static final int VOLUME_SOURCE = 2;

    /** Sources that every node has alike: of its own disk, of objects of the cluster, of an image, of a server that all may reach. */
    private static final Set<Integer> ANYWHERE = Set.of(1, 2, 5, 6, 7, 16, 19, 26, 30);

    private final TreeSet<String> names = new TreeSet<>();

    Set<String> names() {
        return names;
    }

    /** {@code v1 Affinity}; of nodes somebody else reads it. */
    void affinity(Message message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case AFFINITY_TO_PODS -> required(message, "podAffinity");
                case AFFINITY_AGAINST_PODS -> required(message, "podAntiAffinity");
                default -> message.skip();
            }
        }
    }

    private void required(Message message, String name) {
        if (!message.message(terms -> terms.each(1, term -> term.only(0))).isEmpty()) {
            names.add(name);
        }
    }

    /** {@code v1 TopologySpreadConstraint}. */
    void spread(Message message) {
        String unsatisfiable = message.message(constraint -> constraint.only(WHEN_UNSATISFIABLE));
        if (!unsatisfiable.equals("ScheduleAnyway")) {
            names.add("topologySpreadConstraints");
        }
    }

    /** {@code v1 ContainerPort}. */
    void port(Message message) {
        message.message(port -> {
            for (int field = port.next(); field != 0; field = port.next()) {
                if (field == HOST_PORT && port.whole() != 0) {
                    names.add("hostPort");
                } else if (field != HOST_PORT) {
                    port.skip();
                }
            }
            return true;
        });
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
}
