package io.berth.learn.environment.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.column.PublishedColumns;
import io.berth.core.strategy.PolicySpec;
import io.berth.learn.PublishedData;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.sim.table.CatalogOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** RLScheduler's published cells, played through the environment and its event loop, where the logs are at hand. */
class PublishedCellsTest {
    private static final String TABLE = "expected/swf_rlscheduler_bsld.csv";
    private static final int[] STARTS = {1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085};
    private static final int JOBS = 1024;
    private static final int REQUESTED_TIME = 1;
    private static final double CENT = 0.00501;
    private static final Map<String, String> ORDERS = Map.of("FCFS", "fcfs", "SJF", "sjf", "F1", "f1");

    @Test
    void fcfsSjfAndF1ThroughTheEventLoopGiveThePublishedCells() throws IOException {
        List<String> lines = Files.readAllLines(PublishedData.needed(TABLE));
        String[] head = lines.getFirst().split(",");
        int cells = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] row = line.split(",");
            Path log = PublishedData.needed("swf").resolve(row[head.length - 1]);
            if (!Files.isRegularFile(log)) {
                continue;
            }
            OrderingJobs jobs = OrderingJobs.read(log, 10_000);
            for (int column = 2; column < head.length - 1; column++) {
                String order = ORDERS.get(head[column]);
                if (order != null) {
                    double ours = mean(jobs, order, row[0].equals("bf"));
                    assertThat(ours).as(line + " " + order).isCloseTo(Double.parseDouble(row[column]), within(CENT));
                    cells++;
                }
            }
        }
        assertThat(cells).isPositive();
    }

    @Test
    void whereAllJobsAreSeenTheEnvironmentGivesWhatTheLoopGives() throws IOException {
        for (String line : Files.readAllLines(PublishedData.needed(TABLE))) {
            Path log = PublishedData.needed("swf").resolve(line.substring(line.lastIndexOf(',') + 1));
            if (!Files.isRegularFile(log)) {
                continue;
            }
            OrderingJobs jobs = OrderingJobs.read(log, 10_000);
            boolean backfill = line.startsWith("bf");
            QueueOrdering environment = new QueueOrdering(
                    jobs,
                    new QueueOrdering.Setup(
                            JOBS,
                            JOBS,
                            backfill,
                            new PublishedColumns(),
                            Reward.BOUNDED_SLOWDOWN,
                            QueueOrdering.Rewarding.AT_END));
            for (String order : List.of("fcfs", "sjf")) {
                OrderPlayer loop = new OrderPlayer(jobs, CatalogOrder.of(PolicySpec.of(order)), backfill);
                for (int start : STARTS) {
                    environment.begin(start);
                    play(environment, order.equals("sjf"));
                    assertThat(environment.figures()).isEqualTo(loop.play(start, JOBS));
                }
            }
        }
    }

    private static double mean(OrderingJobs jobs, String order, boolean backfill) {
        OrderPlayer player = new OrderPlayer(jobs, CatalogOrder.of(PolicySpec.of(order)), backfill);
        double sum = 0;
        for (int start : STARTS) {
            sum += player.play(start, JOBS).get(Goal.BOUNDED_SLOWDOWN.figure());
        }
        return sum / STARTS.length;
    }

    private static void play(QueueOrdering environment, boolean shortest) {
        int features = environment.mdp().observation().features().size();
        float[] seen = new float[environment.mdp().observation().size()];
        while (!environment.over()) {
            environment.observe(seen, 0);
            int action = 0;
            for (int row = 1; shortest && row < environment.visibleJobs(); row++) {
                if (seen[row * features + REQUESTED_TIME] < seen[action * features + REQUESTED_TIME]) {
                    action = row;
                }
            }
            environment.step(action);
        }
    }
}
