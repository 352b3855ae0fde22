package io.berth.sim.safety;

import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether the tasks of groups that have domains of their own are in one each, told from the labels of their nodes alone. */
public final class GroupDomains {
    private GroupDomains() {}

    /** The first group of {@code job} whose tasks, placed so, are in no domain or in several though they must be in one; empty for none. */
    public static String divided(JobSpec job, SortedMap<Integer, Placement> placements, NodeTable nodes) {
        for (int group = 0; group < job.groups().size(); group++) {
            Within within = job.groups().get(group).within();
            int first = job.firstTask(group);
            SortedMap<Integer, Placement> tasks =
                    placements.subMap(first, first + job.groups().get(group).max());
            if (within != null && !together(within, tasks.values().stream().toList(), nodes)) {
                return job.groups().get(group).name();
            }
        }
        return "";
    }

    /** The first group to which {@code grow} brings tasks that are not together, or in a domain in which none of those was that {@code job} had. */
    static String strayed(JobSpec job, Holding had, Decision.Grow grow, NodeTable nodes) {
        for (int group = 0; group < job.groups().size(); group++) {
            Within within = job.groups().get(group).within();
            List<Placement> come = new ArrayList<>();
            for (int i = 0; i < grow.tasks().size(); i++) {
                if (job.groupOf(grow.tasks().get(i)) == group) {
                    come.add(grow.placements().get(i));
                }
            }
            if (within != null && !come.isEmpty() && !joins(within, come, of(job, group, had), nodes)) {
                return job.groups().get(group).name();
            }
        }
        return "";
    }

    private static List<Placement> of(JobSpec job, int group, Holding had) {
        return had.placements.entrySet().stream()
                .filter(task -> job.groupOf(task.getKey()) == group && had.left.get(task.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private static boolean joins(Within within, List<Placement> come, List<Placement> there, NodeTable nodes) {
        String domain = domain(within, come.getFirst().node(), nodes);
        return together(within, come, nodes)
                && there.stream()
                        .anyMatch(task -> domain(within, task.node(), nodes).equals(domain));
    }

    private static boolean together(Within within, List<Placement> tasks, NodeTable nodes) {
        TreeSet<String> domains = new TreeSet<>();
        for (Placement task : tasks) {
            domains.add(domain(within, task.node(), nodes));
        }
        return domains.size() == 1 && !domains.contains("");
    }

    /** The values of the label and of those of wider levels; empty of a node without the label. */
    private static String domain(Within within, int node, NodeTable nodes) {
        List<String> levels = within.reach().levels();
        int level = levels.indexOf(within.key());
        List<String> keys = level < 0 ? List.of(within.key()) : levels.subList(0, level + 1);
        if (value(within.key(), node, nodes) == null) {
            return "";
        }
        StringBuilder path = new StringBuilder();
        keys.forEach(key -> path.append('/').append(value(key, node, nodes)));
        return path.toString();
    }

    private static @Nullable String value(String key, int node, NodeTable nodes) {
        return key.equals(PeerRule.NODE)
                ? Integer.toString(node)
                : Label.value(nodes.spec(node).labels(), key);
    }
}
