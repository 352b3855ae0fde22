package io.berth.testkit.guide;

import static io.berth.testkit.fixture.Given.given;
import static io.berth.testkit.fixture.Given.job;
import static io.berth.testkit.fixture.Given.rack;
import static io.berth.testkit.fixture.Given.with;
import static io.berth.testkit.fixture.Planned.starts;
import static io.berth.testkit.fixture.Planned.waits;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.decision.Reason;
import io.berth.core.policy.GangPlacer;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneTaskPerNodeTest {
    @Test
    void tasks_of_a_job_go_to_nodes_of_their_own_or_nowhere() {
        Catalog catalog = Catalog.standard().withGang(gang(new OneTaskPerNode()));

        given(rack("r1").nodes(3).gpus(8, "H100"))
                .running(job("before").gpus(8).on("r1-0"))
                .queued(
                        job("pair").gpus(2).tasks(2),
                        job("triple").gpus(1).tasks(3),
                        job("one").gpus(1))
                .whenPlanned(with("fcfs", "best-fit", "greedy").with(PolicyKind.GANG, PolicySpec.of("mine")), catalog)
                .then(starts("pair", "r1-1", "r1-2"), waits("triple", Reason.GANG), starts("one", "r1-1"));
    }

    @Test
    void a_placer_that_forgets_a_task_starts_nothing() {
        Catalog catalog = Catalog.standard().withGang(gang(gang -> gang.take()));

        given(rack("r1").nodes(1).gpus(8, "H100"))
                .queued(job("pair").gpus(2).tasks(2), job("one").gpus(8))
                .whenPlanned(with("fcfs", "best-fit", "greedy").with(PolicyKind.GANG, PolicySpec.of("mine")), catalog)
                .then(waits("pair", Reason.GANG), starts("one", "r1-0"));
    }

    private static Entry<GangPlacer> gang(GangPlacer placer) {
        return new Entry<>("mine", "tasks apart", "", List.of(), (_, _) -> placer);
    }
}
