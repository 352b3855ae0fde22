package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs of two or three groups, each in a rack of its own choice, on random clusters that are partly held: they start exactly where trying
 * every rack for every group finds room.
 */
class SubGangsFitTest {
    private static final int RACKS = 3;
    private static final int ROUNDS = 300;

    private final List<TaskGroup> groups = new ArrayList<>();
    private final int[] rooms = new int[RACKS];
    private final int[] sizes = new int[RACKS];

    @ParameterizedTest
    @CsvSource({"first-fit,none", "best-fit,none", "worst-fit,none", "best-fit,elastic", "first-fit,by-gain"})
    void they_start_exactly_where_trying_all_ways_finds_room(String place, String resize) {
        int started = 0;
        int waited = 0;
        int turned = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Scene scene = new Scene(
                    StrategySpec.of("scene", "fcfs", place, "none").with(PolicyKind.RESIZE, PolicySpec.of(resize)), 0);
            Job job = drawn(scene, new Chance(7, "subgangs", round));
            List<Decision> plan = scene.plan();
            String round0 = "round " + round + ": racks " + List.of(rooms[0], rooms[1], rooms[2]) + ", " + groups;
            if (!fits(sizes, 0)) {
                assertThat(plan)
                        .as(round0)
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Decision.Reject.class,
                                reject -> assertThat(reject.reason()).isIn(Reason.NO_DOMAIN_EVER, Reason.NO_NODE_EVER));
                turned++;
            } else if (fits(rooms, 0)) {
                assertThat(job.waiting()).as(round0).isFalse();
                check(job, round0);
                started++;
            } else {
                assertThat(job.waiting()).as(round0).isTrue();
                waited++;
            }
        }
        assertThat(List.of(started, waited, turned))
                .allSatisfy(count -> assertThat(count).isGreaterThan(ROUNDS / 20));
    }

    private Job drawn(Scene scene, Chance chance) {
        groups.clear();
        for (int rack = 0; rack < RACKS; rack++) {
            rooms[rack] = 0;
            sizes[rack] = 0;
        }
        for (int node = 0; node < 2 * RACKS; node++) {
            int gpus = chance.below(4);
            sizes[node / 2] += gpus;
            scene.happens(new Event.NodeJoined(
                    node,
                    NodeSpec.of("n" + node, 64_000, 1L << 38, gpus, "H100")
                            .withLabels(List.of(new Label("rack", "r" + node / 2)))));
        }
        int held = chance.below(6);
        for (int i = 0; i < held; i++) {
            scene.submit(Scene.ONE_GPU, Nanos.HOUR);
        }
        scene.settle();
        for (int node = 0; node < 2 * RACKS; node++) {
            rooms[node / 2] += (int) (scene.state.nodes().totalFreeMilli(node) / 1000);
        }
        int count = 2 + chance.below(2);
        for (int group = 0; group < count; group++) {
            int most = 1 + chance.below(5);
            int fewest = 1 + chance.below(most);
            groups.add(new TaskGroup("g" + group, Scene.ONE_GPU, fewest, most, Program.NONE)
                    .withWithin(new Within("rack")));
        }
        return scene.submit(groups, Nanos.HOUR);
    }

    /** True where the groups from {@code group} on have racks with as many places as they need at least. */
    private boolean fits(int[] left, int group) {
        if (group == groups.size()) {
            return true;
        }
        for (int rack = 0; rack < RACKS; rack++) {
            int[] then = left.clone();
            then[rack] -= groups.get(group).min();
            if (then[rack] >= 0 && fits(then, group + 1)) {
                return true;
            }
        }
        return false;
    }

    private void check(Job job, String round) {
        for (int group = 0; group < groups.size(); group++) {
            int first = job.spec().firstTask(group);
            List<Integer> racks = new ArrayList<>();
            for (int task = first; task < first + groups.get(group).max(); task++) {
                if (job.node(task) >= 0) {
                    racks.add(job.node(task) / 2);
                }
            }
            assertThat(racks)
                    .as(round)
                    .hasSizeBetween(groups.get(group).min(), groups.get(group).max());
            assertThat(racks.stream().distinct()).as(round).hasSize(1);
        }
    }
}
