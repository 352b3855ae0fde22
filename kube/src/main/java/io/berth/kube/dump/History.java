package io.berth.kube.dump;

import io.berth.core.time.Nanos;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What became of nodes and pods, in turn. Objects say when to the second. */
final class History {
    private final List<Moment> moments = new ArrayList<>();

    /** What goes first of one moment: what frees room before what takes it, and what comes before it is bound. */
    enum Kind {
        JOINS,
        GONE,
        MADE,
        BOUND
    }

    /**
     * Something that happened.
     *
     * @param name of the node or pod
     * @param pods of a node none; several where they start together
     */
    record Moment(long atNanos, Kind kind, String name, List<DumpedPod> pods) {
        private static Moment of(long seconds, Kind kind, List<DumpedPod> pods) {
            return new Moment(
                    seconds * Nanos.SECOND,
                    kind,
                    pods.getFirst().pod().meta().key().text(),
                    pods);
        }
    }

    /**
     * All moments.
     *
     * @param together pods that started together
     */
    static List<Moment> of(List<Node> nodes, List<DumpedPod> pods, List<List<DumpedPod>> together) {
        History history = new History();
        Set<String> gangs = new HashSet<>();
        together.forEach(gang -> {
            gang.forEach(pod -> gangs.add(pod.uid()));
            history.starts(gang);
        });
        for (DumpedPod pod : pods) {
            if (!gangs.contains(pod.uid())) {
                history.starts(List.of(pod));
            }
            history.ends(pod);
        }
        history.joins(nodes, pods);
        history.moments.sort(Comparator.comparingLong(Moment::atNanos)
                .thenComparing(Moment::kind)
                .thenComparing(Moment::name));
        return history.moments;
    }

    private void starts(List<DumpedPod> pods) {
        long made = pods.stream().mapToLong(pod -> pod.life().created()).max().orElse(0);
        long bound = pods.stream().mapToLong(pod -> pod.life().bound()).max().orElse(0);
        moments.add(Moment.of(made, Kind.MADE, pods));
        if (bound > 0) {
            moments.add(Moment.of(Math.max(made, bound), Kind.BOUND, pods));
        }
    }

    private void ends(DumpedPod pod) {
        DumpedPod.Life life = pod.life();
        if (life.ended() > 0) {
            long before = Math.max(life.created(), life.bound());
            Moment moment = Moment.of(Math.max(before, life.ended()), Kind.GONE, List.of(pod));
            // Its end is after its begin, also where both are of one second.
            moments.add(
                    life.ended() > before
                            ? moment
                            : new Moment(moment.atNanos + 1, Kind.GONE, moment.name, moment.pods));
        }
    }

    /** Nodes are there from the beginning, or when they were made; one that was made anew, when the first of its pods was bound. */
    private void joins(List<Node> nodes, List<DumpedPod> pods) {
        Map<String, Long> used = new HashMap<>();
        long begin = Long.MAX_VALUE;
        for (DumpedPod pod : pods) {
            begin = Math.min(begin, pod.life().created());
            if (pod.life().bound() > 0) {
                used.merge(pod.pod().spec().node(), pod.life().bound(), Math::min);
            }
        }
        for (Node node : nodes) {
            long made = pods.isEmpty() ? 0 : node.meta().createdSeconds();
            long joins = Math.min(made, used.getOrDefault(node.meta().name(), Long.MAX_VALUE));
            long at = begin == Long.MAX_VALUE ? joins : Math.max(begin, joins);
            moments.add(new Moment(at * Nanos.SECOND, Kind.JOINS, node.meta().name(), List.of()));
        }
    }
}
