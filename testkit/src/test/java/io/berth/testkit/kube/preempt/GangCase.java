package io.berth.testkit.kube.preempt;

import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.ServedGroups;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A cluster that is nearly full of pods that may be stopped, some by themselves, some in PodGroups, and a gang that has no room in it.
 *
 * @param nodes of {@value #GPUS} GPUs each
 * @param running where it runs and what it holds
 * @param groups of some of them, and how each is disrupted: true where as a whole
 * @param levels of how many priorities they are
 * @param members how many pods the gang has
 * @param gpus what each of its pods asks for
 */
record GangCase(int nodes, List<Running> running, Map<String, Boolean> groups, int levels, int members, int gpus) {
    static final int GPUS = 8;
    static final String RESOURCE = "example.com/gpu";
    private static final double MOST_MINUTES = 2 * 24 * 60;
    private static final List<Integer> SIZES = List.of(1, 1, 1, 2, 2, 4, 8);

    /**
     * A pod that runs.
     *
     * @param group that it is of; empty for none
     * @param minutes for how long it runs
     */
    record Running(String name, String node, int gpus, int priority, String group, int minutes) {
        /** What is lost where it is stopped, GPU hours. */
        double work() {
            return gpus * minutes / 60.0;
        }

        /** As its node and its scheduler tell of it, {@code now}. */
        Map<String, Object> status(Instant now) {
            String since = now.minus(minutes, ChronoUnit.MINUTES)
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString();
            return Map.of(
                    "status",
                    Map.of(
                            "phase",
                            "Running",
                            "startTime",
                            since,
                            "conditions",
                            List.of(Map.of("type", "PodScheduled", "status", "True", "lastTransitionTime", since))));
        }
    }

    /** One of the chance of {@code seed}. @param alone where no pod that runs is of a group @param levels of how many priorities those that run are */
    static GangCase of(long seed, boolean alone, int levels) {
        Random chance = new Random(seed);
        int nodes = 4 + chance.nextInt(29);
        Map<String, Boolean> groups = new LinkedHashMap<>();
        for (int i = 0; !alone && i < 1 + chance.nextInt(4); i++) {
            groups.put("group-" + i, chance.nextBoolean());
        }
        List<Running> running = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            int free = GPUS - (chance.nextInt(4) == 0 ? chance.nextInt(4) : 0);
            while (free > 0) {
                int gpus = Math.min(free, SIZES.get(chance.nextInt(SIZES.size())));
                String group = groups.isEmpty() || chance.nextBoolean() ? "" : "group-" + chance.nextInt(groups.size());
                // All pods of a group are as urgent as it is.
                int priority = group.isEmpty() ? chance.nextInt(levels) : priority(group, levels);
                // Jobs run for minutes or for days: as many of each length, on a scale of factors.
                int minutes = (int) Math.round(Math.exp(chance.nextDouble() * Math.log(MOST_MINUTES)));
                running.add(new Running("r-" + running.size(), "node-" + node, gpus, priority, group, minutes));
                free -= gpus;
            }
        }
        int gpus = List.of(1, 2, 4, 8).get(chance.nextInt(4));
        int most = Math.max(1, nodes * GPUS / gpus / 3);
        return new GangCase(nodes, running, groups, levels, 1 + chance.nextInt(Math.min(most, 32)), gpus);
    }

    private static int priority(String group, int levels) {
        return Math.floorMod(group.hashCode(), levels);
    }

    List<Map<String, Object>> nodeDocuments() {
        return Draft.many(nodes, i -> Draft.node("node-" + i).amount(RESOURCE, Integer.toString(GPUS)));
    }

    /** Those that run: they are bound as they are made. */
    List<Map<String, Object>> podDocuments() {
        return Draft.many(running.size(), i -> {
            Running pod = running.get(i);
            Draft draft = pod(pod.name, "nobody", pod.gpus)
                    .spec("nodeName", pod.node)
                    .spec("priorityClassName", "case-" + pod.priority);
            return pod.group.isEmpty() ? draft : draft.spec("schedulingGroup", Map.of("podGroupName", pod.group));
        });
    }

    List<Map<String, Object>> groupDocuments(ServedGroups served) {
        List<Map<String, Object>> documents = new ArrayList<>();
        groups.forEach((name, all) -> {
            Map<String, Object> spec = new LinkedHashMap<>();
            spec.put("schedulingPolicy", Map.of("basic", Map.of()));
            spec.put("priorityClassName", "case-" + priority(name, levels));
            if (all) {
                spec.put("disruptionMode", served.all());
            }
            documents.add(served.document(name, spec));
        });
        documents.add(served.document(
                "gang",
                Map.of(
                        "schedulingPolicy",
                        Map.of("gang", Map.of("minCount", members)),
                        "priorityClassName",
                        "case-3")));
        return documents;
    }

    List<Map<String, Object>> gangDocuments(String scheduler) {
        return Draft.many(
                members,
                i -> pod("gang-" + i, scheduler, gpus)
                        .spec("priorityClassName", "case-3")
                        .spec("schedulingGroup", Map.of("podGroupName", "gang")));
    }

    private static Draft pod(String name, String scheduler, int gpus) {
        return Draft.pod(name, scheduler).amount(RESOURCE, Integer.toString(gpus));
    }
}
