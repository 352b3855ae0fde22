package io.berth.testkit.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.SimulatedDay;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes of the journal through the life of a job: submitted, started, seen starting, running and ended. */
class JournalSizeTest {
    private static final int JOBS = 2000;
    private static final int BUDGET_BYTES = 200;

    /** What a journal file adds to each frame: length and checksum. */
    private static final int RECORD_HEAD_BYTES = 8;

    @Test
    void a_one_task_job_takes_at_most_200_bytes_through_its_life() {
        double perJob = (double) (bytes(JOBS) - bytes(0)) / JOBS;

        System.out.printf("journal per job: %.0f bytes%n", perJob);
        assertThat(perJob).isBetween(80.0, (double) BUDGET_BYTES);
    }

    /** Each event is an instant of its own, which is the most that a job can take. */
    private static long bytes(int jobs) {
        Chance chance = new Chance(1, "journal-size", 0);
        List<Arrival> arrivals = new ArrayList<>();
        long now = Workload.START_NANOS;
        for (int job = 0; job < jobs; job++) {
            now += 1 + (long) (chance.unit() * Nanos.MINUTE);
            Demand demand = Demand.cpu(11_300, 47L << 30)
                    .withGpuShare(1, 460 + chance.below(540))
                    .onModels(List.of("G2"));
            long work = (long) (chance.unit() * Nanos.HOUR);
            arrivals.add(new Arrival(now, JobSpec.batch("openb-pod-%04d".formatted(job), demand, work)));
        }
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < 200; node++) {
            nodes.add(NodeSpec.of("openb-node-%04d".formatted(node), 128_000, 1L << 40, 8, "G2"));
        }
        WorldOptions world = new WorldOptions(3_123_456_789L, 0, 0, Nanos.NEVER, 0);
        StrategySpec strategy = StrategySpec.of("fgd", "fcfs", "fgd", "greedy");
        RandomDay day = new RandomDay(1, nodes, strategy, arrivals, List.of(), world);
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(day, Catalog.standard(), journal, new Observer() {}, 0).run();
        return journal.bytes().length
                + (long) RECORD_HEAD_BYTES * journal.frames().size();
    }
}
