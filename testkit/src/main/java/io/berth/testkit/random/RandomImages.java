package io.berth.testkit.random;

import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.event.Event;
import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Images that tasks ask for, and who holds them. It draws from streams of its own, as {@link RandomPeers} do. */
final class RandomImages {
    private static final int IMAGES = 3;

    private final Chance asked;
    private final Chance held;
    private final boolean none;

    RandomImages(long seed) {
        this.asked = new Chance(seed, "random-images", 0);
        this.held = new Chance(seed, "random-holders", 0);
        this.none = asked.below(3) > 0;
    }

    /** Half of the groups ask for some. */
    JobSpec asking(JobSpec job) {
        return none ? job : job.withEach(this::asking);
    }

    private TaskGroup asking(TaskGroup group) {
        if (asked.below(2) > 0) {
            return group;
        }
        List<Preference> preferences = new ArrayList<>(group.demand().preferences());
        preferences.add(new Preference.OfImages(IntStream.rangeClosed(0, asked.below(3))
                .mapToObj(_ -> name(asked))
                .toList()));
        return group.withDemand(group.demand().preferring(preferences));
    }

    /** Who holds some image now, of {@code nodes}; nobody knows it now and then. */
    Event.ImageChanged change(int nodes) {
        String name = name(held);
        if (held.below(8) == 0) {
            return new Event.ImageChanged(name, null);
        }
        int[] holders =
                IntStream.range(0, nodes + 1).filter(_ -> held.below(2) == 0).toArray();
        return new Event.ImageChanged(name, new ImageHolders((long) held.below(1_500) << 20, NodeSet.of(holders)));
    }

    /** True where one changes. */
    boolean changes() {
        return !none && held.below(2) == 0;
    }

    private static String name(Chance chance) {
        return "image-" + chance.below(IMAGES);
    }
}
