package io.berth.core.plan.backfill;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.plan.room.GroupPlaces;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import java.util.List;

/**
 * When all groups of a job have room at once, beside what others were promised. It goes from change to change and places group after
 * group, as {@link GroupPlaces} says.
 */
final class GroupSearch {
    private final NodeTable nodes;
    private final Timelines timelines;
    private List<Placement> places = List.of();

    GroupSearch(NodeTable nodes, Timelines timelines) {
        this.nodes = nodes;
        this.timelines = timelines;
    }

    /** The moment, at least {@code after}; {@link Nanos#NEVER} where that is not before {@code before}. */
    long earliest(Job job, long after, long before) {
        long at = after;
        while (at < before) {
            if (fits(job, at)) {
                return at;
            }
            at = nextChange(job, at);
        }
        places = List.of();
        return Nanos.NEVER;
    }

    /** Where the tasks that must start go then, in the order of their numbers; none where there is no room. */
    List<Placement> places() {
        return places;
    }

    private boolean fits(Job job, long at) {
        long end = Nanos.after(at, timelines.duration(job));
        places = new GroupPlaces(job.gang(), job.spec(), nodes.count(), new GroupPlaces.Rows() {
                    @Override
                    public boolean takes(int node, Shape shape) {
                        return nodes.usable(node)
                                && nodes.emptySlots(shape, node) > 0
                                && timelines.openFrom(job, node, at) == at;
                    }

                    @Override
                    public NodeRow of(int node) {
                        return timelines.least(node, at, end);
                    }
                })
                .places();
        return !places.isEmpty();
    }

    /** The next moment at which what is left for as long as {@code job} runs may be another. */
    private long nextChange(Job job, long at) {
        long duration = timelines.duration(job);
        long next = Nanos.NEVER;
        for (int node = 0; node < nodes.count(); node++) {
            next = StrictMath.min(next, timelines.nextChange(node, at));
            long opens = timelines.openFrom(job, node, at);
            next = StrictMath.min(next, opens > at ? opens : timelines.openUntil(job, node, at));
            long cut = timelines.nextChange(node, Nanos.after(at, duration - 1));
            next = cut == Nanos.NEVER ? next : StrictMath.min(next, cut - duration + 1);
        }
        return next;
    }
}
