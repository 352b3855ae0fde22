package io.berth.app.replay;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.scenario.RecordedRun;
import io.berth.spec.input.InputException;
import io.berth.spec.scenario.ClusterSpec;
import io.berth.spec.scenario.EmulateSpec;
import io.berth.spec.scenario.NodeGroup;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioWriter;
import io.berth.spec.scenario.SharedSpec;
import io.berth.spec.scenario.Trim;
import io.berth.spec.scenario.WorkloadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scenario of what a journal recorded: all nodes it ever had, its jobs with the run times they had, the strategies that were
 * in force. Nodes keep their order, which ties between them go by, and not their names.
 */
record RecordedScenario(Scenario scenario, long jobs) {

    static RecordedScenario of(Replay replay) {
        RecordedRun run = replay.run();
        if (run == null || run.nodes().isEmpty()) {
            String missing = run == null ? "the first frames, which were deleted" : "a node";
            throw new InputException(replay.folder().toString(), "is no workload without " + missing);
        }
        Path folder = replay.folder().toAbsolutePath().normalize();
        Path name = folder.getFileName();
        List<StrategySpec> strategies =
                run.strategies().isEmpty() ? List.of(run.state().strategy()) : run.strategies();
        Scenario scenario = new Scenario(
                name == null ? "journal" : name.toString(),
                new ClusterSpec.Listed(groups(run.nodes())),
                new WorkloadSpec.Journal(folder),
                EmulateSpec.IDEAL,
                strategies,
                List.of(run.state().seed()),
                Nanos.NEVER,
                Trim.NONE,
                false,
                SharedSpec.NONE,
                List.of());
        return new RecordedScenario(scenario, run.submitted());
    }

    void writeTo(Path target) {
        try {
            Files.writeString(target, ScenarioWriter.write(scenario));
        } catch (IOException e) {
            throw new InputException("--as-workload " + target, "cannot be written: " + e);
        }
    }

    /** What was written, for a program. */
    Map<String, Object> document(Path target) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("scenario", target);
        document.put("jobs", jobs);
        return document;
    }

    /** Equal neighbours are one group. */
    private static List<NodeGroup> groups(List<NodeSpec> nodes) {
        List<NodeGroup> groups = new ArrayList<>();
        for (NodeSpec node : nodes) {
            NodeSpec template = node.withName(prefix(node.name()));
            NodeGroup last = groups.isEmpty() ? null : groups.getLast();
            if (last != null && last.template().equals(template)) {
                groups.set(groups.size() - 1, new NodeGroup(last.count() + 1, last.prefix(), template));
            } else {
                groups.add(new NodeGroup(1, template.name(), template));
            }
        }
        return groups;
    }

    /** The name without the number at its end. */
    private static String prefix(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        while (end > 0 && name.charAt(end - 1) == '-') {
            end--;
        }
        return end == 0 ? NodeGroup.DEFAULT_PREFIX : name.substring(0, end);
    }
}
