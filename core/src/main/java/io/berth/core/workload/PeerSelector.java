package io.berth.core.workload;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import java.util.ArrayList;
import java.util.List;

/**
 * Which tasks a rule between tasks looks at.
 *
 * @param anyQueue true for those of jobs of all queues
 * @param queues else the queues of their jobs, sorted
 * @param requirements what must hold of their labels, all of it; none for tasks with any labels
 */
public record PeerSelector(boolean anyQueue, List<String> queues, List<Requirement> requirements) {
    public PeerSelector {
        queues = anyQueue ? List.of() : queues.stream().distinct().sorted().toList();
        requirements = requirements.stream().distinct().toList();
    }

    /** Tasks of jobs of all queues. */
    public static PeerSelector ofAll(List<Requirement> requirements) {
        return new PeerSelector(true, List.of(), requirements);
    }

    /** Tasks of jobs of {@code queues}; of none where there are none. */
    public static PeerSelector of(List<String> queues, List<Requirement> requirements) {
        return new PeerSelector(false, queues, requirements);
    }

    /** True where it picks a task labelled with {@code labels} of a job of {@code queue}. */
    public boolean picks(String queue, List<Label> labels) {
        if (!anyQueue && !queues.contains(queue)) {
            return false;
        }
        for (Requirement requirement : requirements) {
            if (!requirement.holds(Label.value(labels, requirement.key()))) {
                return false;
            }
        }
        return true;
    }

    /** What picks those tasks that both pick. */
    public PeerSelector and(PeerSelector other) {
        List<Requirement> both = new ArrayList<>(requirements);
        both.addAll(other.requirements);
        if (anyQueue || other.anyQueue) {
            return new PeerSelector(anyQueue && other.anyQueue, anyQueue ? other.queues : queues, both);
        }
        return of(queues.stream().filter(other.queues::contains).toList(), both);
    }
}
