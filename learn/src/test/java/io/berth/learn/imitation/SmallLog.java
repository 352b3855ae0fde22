package io.berth.learn.imitation;

import io.berth.core.model.column.Columns;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.environment.ordering.QueueOrdering.Rewarding;
import io.berth.learn.environment.ordering.QueueOrdering.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A drawn log of a machine of 16 nodes that is asked for too much, and what plays it. */
final class SmallLog {
    private static final int JOBS = 1500;
    private static final int ROWS = 32;

    private SmallLog() {}

    /** Run times over four powers of ten, some of them equal; half of the jobs want one node. */
    static OrderingJobs in(Path folder) throws IOException {
        StringBuilder text = new StringBuilder("; MaxNodes: 16\n; MaxProcs: 16\n");
        Chance chance = new Chance(3, "small log", 0);
        long submit = 0;
        for (int job = 1; job <= JOBS; job++) {
            submit += 1 + chance.below(600);
            long run = Math.round(StrictMath.pow(10, 4 * chance.unit()));
            int wide = chance.below(2) == 0 ? 1 : 1 + chance.below(8);
            text.append(
                    "%d %d -1 %d %d -1 -1 %d %d -1 1 1 1 1 1 -1 -1 -1%n".formatted(job, submit, run, wide, wide, run));
        }
        return OrderingJobs.read(Files.writeString(folder.resolve("small.swf"), text), JOBS);
    }

    /** Episodes of {@code jobs} jobs with the columns in which orders can be told. */
    static QueueOrdering environment(OrderingJobs log, int jobs) {
        return new QueueOrdering(
                log,
                new Setup(jobs, ROWS, false, Columns.FINE.columns(), Reward.BOUNDED_SLOWDOWN, Rewarding.AS_CERTAIN));
    }
}
