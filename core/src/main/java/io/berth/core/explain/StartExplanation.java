package io.berth.core.explain;

import io.berth.core.plan.Preference;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a job came to be started when and where it was.
 *
 * @param atNanos when that was decided, UTC nanoseconds
 * @param strategy in force then
 * @param of the class of work that it was of; null for none
 * @param nodes where its tasks went, by name, task by task
 * @param same true where the policies of this program decide the same; else nothing is told of why
 * @param preferences what a learnt order preferred to it, and it to what; empty under other orders
 * @param placements why the first of its tasks went where they did; empty where the placement does not score nodes, where the job was
 *     planned together with others, and where its groups had room on the first nodes only
 * @param movedFor the job that it moved there for; {@link #OTHERS_MOVED} where others moved so that it fits; 0 where nobody did
 */
public record StartExplanation(
        long atNanos,
        StrategySpec strategy,
        @Nullable WorkClass of,
        List<String> nodes,
        boolean same,
        List<Preference> preferences,
        List<NodePreference> placements,
        long movedFor) {
    /** Others moved for the job. */
    public static final long OTHERS_MOVED = -1;

    public StartExplanation {
        nodes = List.copyOf(nodes);
        preferences = List.copyOf(preferences);
        placements = List.copyOf(placements);
    }
}
