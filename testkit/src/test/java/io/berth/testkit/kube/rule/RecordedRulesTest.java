package io.berth.testkit.kube.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.architecture.Code;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where pods may go, by what a real API server sent and kube-scheduler's filters said of it. */
class RecordedRulesTest {
    private static final Path FOLDER = Code.checkout().resolve("testkit/src/test/resources/kube-rules");
    private static final int FEWEST_CASES = 500;

    private final List<RecordedWorld> worlds = Recording.read(FOLDER);

    /** Where Berth means to say otherwise, by name. */
    private final Set<String> differing = RuleFile.all(FOLDER).stream()
            .filter(world -> !world.differs().isEmpty())
            .map(RuleWorld::name)
            .collect(Collectors.toSet());

    @Test
    void berthLetsPodsGoWhereKubeSchedulerDoes() {
        assertThat(worlds).allSatisfy(world -> {
            Map<Integer, List<Integer>> nodes =
                    FeasibleByBerth.scheduling(world.nodes(), world.pods()).nodes();
            if (differing.contains(world.name())) {
                assertThat(nodes).as(world.name()).isNotEqualTo(world.feasible());
            } else {
                assertThat(nodes).as(world.name()).isEqualTo(world.feasible());
            }
        });
    }

    @Test
    void explanationsWithoutABerthSeeTheSame() {
        assertThat(worlds)
                .allSatisfy(world -> assertThat(FeasibleByBerth.explaining(world.nodes(), world.pods())
                                .nodes())
                        .as(world.name())
                        .isEqualTo(FeasibleByBerth.scheduling(world.nodes(), world.pods())
                                .nodes()));
    }

    @Test
    void theRecordingHasAllThatWasWrittenByHandAndEnoughElse() {
        assertThat(worlds.stream().map(RecordedWorld::name))
                .containsAll(RuleFile.all(FOLDER).stream().map(RuleWorld::name).toList());
        assertThat(worlds.stream().mapToInt(world -> world.feasible().size()).sum())
                .isGreaterThan(FEWEST_CASES);
    }
}
