package io.berth.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.GangShape;
import io.berth.core.cluster.Shape;
import io.berth.core.time.Chance;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobTableTest {
    private static final Demand DEMAND = Demand.cpu(1, 1);
    private static final JobSpec SPEC = JobSpec.batch("a", DEMAND, 1);
    private static final GangShape GANG = new GangShape(0, new Shape(0, DEMAND));

    @Test
    void the_table_holds_what_a_map_would_hold() {
        for (int seed = 0; seed < 200; seed++) {
            Chance chance = new Chance(seed, "job-table", 0);
            JobTable table = new JobTable();
            TreeMap<Long, Job> map = new TreeMap<>();
            long range = 1L << chance.below(12);
            for (int step = 0; step < 1000; step++) {
                long id = chance.below((int) range) * (seed % 2 == 0 ? 1L : 1L << 40);
                Job known = map.get(id);
                assertThat(table.get(id)).isSameAs(known);
                if (known == null) {
                    Job job = new Job(id, SPEC, GANG, 0, 0);
                    table.add(job);
                    map.put(id, job);
                } else if (chance.below(2) == 0) {
                    table.remove(id);
                    map.remove(id);
                }
            }
            assertThat(table.size()).isEqualTo(map.size());
            assertThat(table.sorted()).containsExactlyElementsOf(map.values());
        }
    }
}
