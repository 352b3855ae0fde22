package io.berth.core.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkRuleTest {
    private static final JobSpec PAIR = new JobSpec(
            "train-bert",
            "vision",
            JobKind.BATCH,
            0,
            TaskGroup.of(2, Demand.cpu(1000, 0).withGpus(4)),
            Timing.known(Nanos.HOUR));

    private static WorkRule rule(WorkRange gpus, WorkRange tasks, WorkRange seconds, WorkRange restarts) {
        return new WorkRule(List.of(), gpus, tasks, seconds, restarts, List.of(), List.of(), false);
    }

    @Test
    void gpusOfAllTasksCountTogetherAndAllThatIsSaidMustBeSo() {
        WorkRange eight = new WorkRange(8000, Long.MAX_VALUE);
        assertThat(WorkRule.ANY.ofGpus(eight).takes(PAIR, 0)).isTrue();
        assertThat(WorkRule.ANY.ofGpus(new WorkRange(8001, Long.MAX_VALUE)).takes(PAIR, 0))
                .isFalse();
        assertThat(WorkRule.ANY.ofGpus(eight).ofKinds(List.of(JobKind.SERVICE)).takes(PAIR, 0))
                .isFalse();
        assertThat(rule(eight, new WorkRange(2, 2), new WorkRange(3600, 3600), WorkRange.ANY)
                        .takes(PAIR, 0))
                .isTrue();
        assertThat(rule(eight, new WorkRange(3, 9), WorkRange.ANY, WorkRange.ANY)
                        .takes(PAIR, 0))
                .isFalse();
        assertThat(rule(eight, WorkRange.ANY, new WorkRange(0, 3599), WorkRange.ANY)
                        .takes(PAIR, 0))
                .isFalse();
    }

    @Test
    void theHistoryOfAJobCounts() {
        WorkRule again = rule(WorkRange.ANY, WorkRange.ANY, WorkRange.ANY, new WorkRange(1, Long.MAX_VALUE));
        assertThat(again.takes(PAIR, 0)).isFalse();
        assertThat(again.takes(PAIR, 1)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "vision, vision, true",
        "vision, visions, false",
        "*, anything, true",
        "train-*, train-, true",
        "train-*, retrain-1, false",
        "*-bert, train-bert, true",
        "a*a, a, false",
        "a*b*c, a-b-c, true",
        "a*b*c, acb, false",
        "a*bc*c, abc, false",
        "**x, x, true"
    })
    void starsStandForAnything(String pattern, String text, boolean takes) {
        assertThat(WorkRule.takes(pattern, text)).isEqualTo(takes);
    }

    @Test
    void theFirstClassThatTakesAJobIsItsOwn() {
        Map<PolicyKind, PartSpec> parts = Map.of(PolicyKind.PLACE, PolicySpec.of("fgd"));
        WorkClass large = new WorkClass("large", WorkRule.ANY.ofGpus(new WorkRange(9000, Long.MAX_VALUE)), parts);
        WorkClass all = new WorkClass("all", WorkRule.ANY, parts);
        StrategySpec spec = StrategySpec.of("mine").classed(List.of(large, all));
        assertThat(spec.classOf(PAIR, 0)).isEqualTo(all);
        assertThat(spec.classed(List.of(all, large)).classOf(PAIR, 0)).isEqualTo(all);
        assertThat(spec.classed(List.of(large)).classOf(PAIR, 0)).isNull();
        assertThat(spec.texts()).containsEntry("classes", "large: gpus >=9; place fgd | all: all; place fgd");
    }

    @Test
    void classesHaveNamesOfTheirOwnAndPartsThatTheyMayHave() {
        Map<PolicyKind, PartSpec> parts = Map.of(PolicyKind.PLACE, PolicySpec.of("fgd"));
        WorkClass one = new WorkClass("one", WorkRule.ANY, parts);
        assertThatThrownBy(() -> StrategySpec.of("mine").classed(List.of(one, one)))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> new WorkClass("one", WorkRule.ANY, Map.of())).hasMessageContaining("place");
        assertThatThrownBy(() -> new WorkClass("one", WorkRule.ANY, Map.of(PolicyKind.ORDER, PolicySpec.of("sjf"))))
                .hasMessageContaining("nothing else");
    }

    @Test
    void theDefaultsKnowWhatIsLargeSharedLightAndWithoutGpus() {
        StrategySpec spec = StrategySpec.of("mine").classed(WorkClass.DEFAULTS);
        assertThat(named(spec, JobKind.BATCH, Demand.cpu(0, 0).withGpus(4))).isEqualTo("large");
        assertThat(named(spec, JobKind.BATCH, Demand.cpu(0, 0).withGpuShare(1, 500)))
                .isEqualTo("part");
        assertThat(named(spec, JobKind.INTERACTIVE, Demand.cpu(0, 0).withGpus(1)))
                .isEqualTo("light");
        assertThat(named(spec, JobKind.BATCH, Demand.cpu(0, 0).withGpus(1))).isEmpty();
        assertThat(named(spec, JobKind.BATCH, Demand.cpu(1000, 0))).isEqualTo("cpu");
    }

    private static String named(StrategySpec spec, JobKind kind, Demand demand) {
        WorkClass of =
                spec.classOf(new JobSpec("j", "q", kind, 0, TaskGroup.of(1, demand), Timing.known(Nanos.HOUR)), 0);
        return of == null ? "" : of.name();
    }
}
