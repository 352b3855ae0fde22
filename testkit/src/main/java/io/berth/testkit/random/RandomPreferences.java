package io.berth.testkit.random;

import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Preference;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;

/** What tasks would rather have. It draws from a stream of its own, as {@link RandomPeers} do. */
final class RandomPreferences {
    private final Chance chance;
    private final boolean none;
    private final RandomImages images;

    RandomPreferences(long seed) {
        this.images = new RandomImages(seed);
        this.chance = new Chance(seed, "random-preferences", 0);
        this.none = chance.below(3) > 0;
    }

    /** A third with a preference or two. */
    JobSpec preferring(JobSpec job) {
        return images.asking(none ? job : job.withEach(this::preferring));
    }

    private TaskGroup preferring(TaskGroup group) {
        if (chance.below(3) > 0) {
            return group;
        }
        List<Preference> preferences = new ArrayList<>(List.of(preference()));
        if (chance.below(2) == 0) {
            preferences.add(preference());
        }
        return group.withDemand(group.demand().preferring(preferences));
    }

    private Preference preference() {
        int weight = 1 + chance.below(Preference.HEAVIEST);
        PeerSelector selector = chance.below(3) == 0
                ? PeerSelector.of(List.of(JobSpec.DEFAULT_QUEUE, "moved"), List.of(app()))
                : PeerSelector.ofAll(chance.below(3) == 0 ? List.of() : List.of(app()));
        String key = chance.below(2) == 0 ? PeerRule.NODE : "rack";
        return switch (chance.below(4)) {
            case 0 ->
                new Preference.OfNodes(
                        new NodeSelectorTerm(
                                List.of(new Requirement("rack", Operator.IN, List.of("r" + chance.below(4))))),
                        weight);
            case 1 -> new Preference.Near(selector, key, weight);
            case 2 -> new Preference.Near(selector, key, -weight);
            default -> new Preference.Even(selector, key, weight);
        };
    }

    private Requirement app() {
        return new Requirement("app", Operator.IN, List.of("app-" + chance.below(3)));
    }
}
