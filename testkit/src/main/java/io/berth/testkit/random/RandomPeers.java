package io.berth.testkit.random;

import io.berth.core.time.Chance;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Apart;
import io.berth.core.workload.PeerRule.Over;
import io.berth.core.workload.PeerRule.Spread;
import io.berth.core.workload.PeerRule.Together;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;

/** Labels of tasks, and rules between them. It draws from a stream of its own, so that all else that a seed stands for is what it is without. */
final class RandomPeers {
    private static final List<String> KEYS = List.of(PeerRule.NODE, PeerRule.NODE, "rack", "disk");

    private final Chance chance;
    private final Chance within;
    /** Two lives of three have no rules: most clusters have none, and they must be what they were. */
    private final boolean none;

    RandomPeers(long seed) {
        this.chance = new Chance(seed, "random-peers", 0);
        this.within = new Chance(seed, "random-within", 0);
        this.none = chance.below(3) > 0;
    }

    /** Labelled, an eighth of the groups with a rule or two, a twelfth of the jobs with all tasks of most groups in one domain. */
    JobSpec ruled(JobSpec job) {
        if (none) {
            return job;
        }
        JobSpec ruled = job.withEach(this::ruled);
        if (within.below(12) > 0) {
            return ruled;
        }
        Within rule = new Within(KEYS.get(1 + within.below(KEYS.size() - 1)));
        boolean several = job.groups().size() > 1;
        return ruled.withEach(group -> {
            if (several && within.below(4) == 0) {
                return group;
            }
            List<PeerRule> rules = new ArrayList<>(group.demand().peers());
            rules.add(rule);
            return group.withDemand(group.demand().withPeers(rules));
        });
    }

    private TaskGroup ruled(TaskGroup group) {
        TaskGroup labelled = group.withLabels(labels());
        if (chance.below(8) > 0) {
            return labelled;
        }
        List<PeerRule> rules = new ArrayList<>(List.of(rule()));
        if (chance.below(3) == 0) {
            rules.add(rule());
        }
        return labelled.withDemand(labelled.demand().withPeers(rules));
    }

    /** True where labels of running tasks change now and then. */
    boolean relabels() {
        return !none && chance.below(20) == 0;
    }

    List<Label> labels() {
        List<Label> labels = new ArrayList<>();
        if (chance.below(4) > 0) {
            labels.add(new Label("app", app()));
        }
        if (chance.below(4) == 0) {
            labels.add(new Label("tier", chance.below(2) == 0 ? "front" : "back"));
        }
        return labels;
    }

    private String app() {
        return "app-" + chance.below(3);
    }

    private PeerRule rule() {
        PeerSelector selector = chance.below(3) == 0
                ? PeerSelector.of(List.of(JobSpec.DEFAULT_QUEUE, "moved"), requirements())
                : PeerSelector.ofAll(requirements());
        String key = KEYS.get(chance.below(KEYS.size()));
        return switch (chance.below(3)) {
            case 0 -> new Together(selector, chance.below(4) > 0 ? List.of(key) : List.of("rack", PeerRule.NODE));
            case 1 -> new Apart(selector, key);
            default ->
                new Spread(
                        selector,
                        key,
                        1 + chance.below(2),
                        1 + chance.below(3),
                        new Over(chance.below(2) == 0, chance.below(2) == 0));
        };
    }

    private List<Requirement> requirements() {
        return switch (chance.below(6)) {
            case 0 -> List.of();
            case 1 -> List.of(new Requirement("app", Operator.NOT_IN, List.of(app())));
            case 2 -> List.of(new Requirement("tier", Operator.DOES_NOT_EXIST, List.of()), is(app()));
            case 3 -> List.of(new Requirement("tier", Operator.EXISTS, List.of()));
            default -> List.of(is(app()));
        };
    }

    private static Requirement is(String app) {
        return new Requirement("app", Operator.IN, List.of(app));
    }
}
