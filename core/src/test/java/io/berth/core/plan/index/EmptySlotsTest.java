package io.berth.core.plan.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.state.ShapeTable;
import io.berth.core.time.Chance;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmptySlotsTest {
    private static final List<String> MODELS = List.of("A100", "H100");

    @Test
    void aNodeCouldHoldAsManyAsTheTableSays() {
        Chance chance = new Chance(7, "slots", 0);
        for (int round = 0; round < 2_000; round++) {
            NodeTable table = new NodeTable();
            ShapeTable shapes = new ShapeTable(table);
            NodeSpec spec = spec(chance);
            table.join(0, spec);
            Demand demand = demand(chance);

            assertThat(spec.slots(demand))
                    .as(spec + " " + demand)
                    .isEqualTo(table.emptySlots(shapes.intern(demand), 0));
        }
    }

    private static NodeSpec spec(Chance chance) {
        int gpus = chance.below(5);
        return new NodeSpec(
                "node",
                new Amounts(
                        1000L * chance.below(16),
                        chance.below(64),
                        chance.below(3) * 10L,
                        chance.below(3) * 10L,
                        chance.below(3) * 10L),
                chance.below(3) == 0 ? 2 : Integer.MAX_VALUE,
                NodeSpec.gpus(gpus, gpus == 0 ? "" : MODELS.get(chance.below(2)), chance.below(3) * 16L));
    }

    private static Demand demand(Chance chance) {
        int gpus = chance.below(4);
        int milli = gpus > 1 || chance.below(2) == 0 ? 1000 : 250;
        return new Demand(
                new Amounts(
                        500L * chance.below(5),
                        chance.below(9),
                        chance.below(2) * 5L,
                        chance.below(2) * 5L,
                        chance.below(2) * 5L),
                DeviceDemand.of(
                        gpus,
                        gpus == 0 ? 0 : milli,
                        gpus == 0 ? 0 : chance.below(3) * 7L,
                        Acceptable.gpus(gpus > 0 && chance.below(3) == 0 ? List.of("H100") : List.of())));
    }
}
