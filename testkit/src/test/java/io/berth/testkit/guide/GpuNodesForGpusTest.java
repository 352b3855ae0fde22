package io.berth.testkit.guide;

import static io.berth.testkit.fixture.Given.given;
import static io.berth.testkit.fixture.Given.job;
import static io.berth.testkit.fixture.Given.rack;
import static io.berth.testkit.fixture.Given.with;
import static io.berth.testkit.fixture.Planned.starts;
import static io.berth.testkit.fixture.Planned.waits;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.decision.Reason;
import io.berth.core.policy.Facts;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuNodesForGpusTest {
    private static final Catalog CATALOG = Catalog.standard()
            .withFilter(new Entry<>("gpu-nodes", "GPU nodes for GPUs", "", List.of(), (_, _) -> new GpuNodesForGpus()));
    private static final PolicySpec FILTER = PolicySpec.of("gpu-nodes");

    @ParameterizedTest
    @ValueSource(strings = {"best-fit", "random"})
    void a_filter_keeps_tasks_off_nodes_and_is_told_as_the_reason(String place) {
        StrategySpec strategy = with("fcfs", place, "greedy").with(PolicyKind.FILTER, FILTER);

        given(rack("gpu").nodes(2).gpus(8, "H100"))
                .queued(
                        job("plain").gpus(0),
                        job("trains").gpus(4),
                        job("large").gpus(8).tasks(2))
                .whenPlanned(strategy, CATALOG)
                .then(waits("plain", Reason.FILTERED), starts("trains"), waits("large", Reason.GANG));
    }

    @Test
    void who_counts_on_room_that_a_filter_may_refuse_is_refused() {
        Facts facts = new Facts(1, 1, List.of());
        StrategySpec easy = with("fcfs", "best-fit", "easy").with(PolicyKind.FILTER, FILTER);
        StrategySpec preempts =
                with("fcfs", "best-fit", "none").with(PolicyKind.FILTER, FILTER).preempting("by-order");

        assertThatThrownBy(() -> CATALOG.strategy(easy, facts))
                .hasMessage("filter (gpu-nodes) may refuse room that is there by count, so backfill (easy) does not go"
                        + " with it, only none or greedy.");
        assertThatThrownBy(() -> CATALOG.strategy(preempts, facts)).hasMessageContaining("preempt (by-order)");
    }
}
