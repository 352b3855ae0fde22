package io.berth.testkit.guide;

import static io.berth.core.catalog.Catalog.place;
import static io.berth.testkit.fixture.Given.given;
import static io.berth.testkit.fixture.Given.job;
import static io.berth.testkit.fixture.Given.rack;
import static io.berth.testkit.fixture.Given.with;
import static io.berth.testkit.fixture.Planned.starts;

import io.berth.core.catalog.Catalog;
import io.berth.core.policy.Placer.Scored;
import org.junit.jupiter.api.Test;

class EmptiestTest {
    private static final Catalog CATALOG = Catalog.standard()
            .with(place("emptiest", "most GPUs left", "Johnson 1973", (_, _) -> new Scored(new Emptiest())));

    @Test
    void tasks_go_one_by_one_to_the_node_with_most_gpus_left() {
        given(rack("r1").nodes(2).gpus(8, "H100"))
                .running(job("a").gpus(3).on("r1-0"))
                .queued(job("b").gpus(4), job("c").gpus(1))
                .whenPlanned(with("fcfs", "emptiest", "none"), CATALOG)
                .then(starts("b", "r1-1"), starts("c", "r1-0"));
    }
}
