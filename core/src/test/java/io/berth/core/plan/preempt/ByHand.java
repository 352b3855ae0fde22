package io.berth.core.plan.preempt;

import io.berth.core.decision.Decision;
import io.berth.core.engine.Scene;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;
import java.util.Map;

/** What tests of preemption work out by hand, on nodes of two GPUs. */
final class ByHand {
    private ByHand() {}

    static Scene scene(int nodes) {
        return scene(nodes, "by-order");
    }

    static Scene scene(int nodes, String preemption) {
        StrategySpec strategy = StrategySpec.of("scene", "fcfs", "first-fit", "greedy")
                .ordering(PolicySpec.of("priority", Map.of("aging", "0")))
                .preempting(preemption);
        return new Scene(strategy, nodes);
    }

    static List<Long> stopped(Scene scene) {
        return scene.plan().stream()
                .filter(Decision.Stop.class::isInstance)
                .map(stop -> ((Decision.Stop) stop).job())
                .toList();
    }

    /** True where {@code urgent} has room when {@code without} are gone. */
    static boolean fits(Scene scene, Job urgent, List<Job> without) {
        int room = 0;
        for (int node = 0; node < scene.state.nodes().count(); node++) {
            int idle = scene.state.nodes().idleGpus(node);
            for (Job job : without) {
                idle += job.node(0) == node ? job.spec().demand().gpus() : 0;
            }
            room += idle / urgent.spec().demand().gpus();
        }
        return room >= urgent.leastTasks();
    }
}
