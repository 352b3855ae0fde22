package io.berth.learn.transfer;

import io.berth.core.time.Chance;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.OrderingJobs.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes much of a short log: jobs that it could have had, so that a network does not learn its few hundred by heart.
 *
 * <p>Algorithm: blocks of jobs that follow each other are drawn with replacement, so that bursts stay bursts; the gaps of a block are all
 * stretched by one factor, so that its load differs; run times are multiplied by a log-normal factor and kept in the range of the log,
 * and what their users expect moves with them; a part of the jobs takes its nodes from a job of nearly the same run time, so that the
 * two stay related.
 *
 * <p>Source: Künsch: The jackknife and the bootstrap for general stationary observations, Annals of Statistics 17, 1989, for blocks.
 */
public final class Augmentation {
    private final OrderingJobs log;
    private final Options options;
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> byRun;
    private final int[] rank;

    /**
     * How far it goes from the log.
     *
     * @param block jobs that stay together
     * @param jitter standard deviation of the logarithm of run times
     * @param exchange share of jobs that take the nodes of another
     * @param load the most that a block's gaps are stretched or shortened by, a factor of at least 1
     */
    public record Options(int block, double jitter, double exchange, double load) {
        /** Moderate changes: bench/augment measures what they bring. */
        public static final Options STANDARD = new Options(32, 0.3, 0.3, 1.5);

        /** @throws IllegalArgumentException where one is out of range */
        public Options {
            boolean shares = jitter >= 0 && exchange >= 0 && exchange <= 1;
            if (block < 1 || load < 1 || !shares) {
                throw new IllegalArgumentException("A block (" + block + ") has 1 job or more, jitter (" + jitter
                        + ") is 0 or more, exchange (" + exchange + ") from 0 to 1, load (" + load + ") 1 or more.");
            }
        }
    }

    /** @throws IllegalArgumentException where {@code log} has fewer than two jobs */
    public Augmentation(OrderingJobs log, Options options) {
        if (log.count() < 2) {
            throw new IllegalArgumentException("Nothing can be made of " + log.count() + " jobs; it takes 2.");
        }
        this.log = log;
        this.options = options;
        for (int place = 0; place < log.count(); place++) {
            rows.add(log.row(place));
        }
        this.byRun = new ArrayList<>(rows);
        byRun.sort(Comparator.comparingLong(Row::runNanos));
        this.rank = new int[rows.size()];
        for (int at = 0; at < rank.length; at++) {
            rank[byRun.get(at).place()] = at;
        }
    }

    /** So many jobs, all their chance from {@code seed}. */
    public OrderingJobs draw(int count, long seed) {
        return log.made(rows(count, seed));
    }

    /** The same as rows, each with the place of the job that it is like. */
    public List<Row> rows(int count, long seed) {
        List<Row> made = new ArrayList<>();
        long now = 0;
        for (int block = 0; made.size() < count; block++) {
            Chance chance = new Chance(seed, "augmentation", block);
            int length = Math.min(options.block(), rows.size());
            int start = chance.below(rows.size() - length + 1);
            double stretch = StrictMath.exp(StrictMath.log(options.load()) * (2 * chance.unit() - 1));
            for (int place = start; place < start + length && made.size() < count; place++) {
                now += (long) (gap(place) * stretch);
                made.add(like(rows.get(place), now, chance));
            }
        }
        return made;
    }

    /** The first job of the log comes as long after another as the second after it. */
    private long gap(int place) {
        int second = Math.max(place, 1);
        return Math.max(0, rows.get(second).submitNanos() - rows.get(second - 1).submitNanos());
    }

    private Row like(Row row, long now, Chance chance) {
        double factor = StrictMath.exp(options.jitter() * chance.normal());
        long shortest = byRun.getFirst().runNanos();
        long longest = byRun.getLast().runNanos();
        long run = Math.clamp((long) (row.runNanos() * factor), shortest, longest);
        long expected = Math.max(1, (long) (row.expectedNanos() * ((double) run / row.runNanos())));
        boolean exchanged = chance.unit() < options.exchange();
        int nodes = exchanged ? neighbour(row, chance).nodes() : row.nodes();
        return new Row(row.place(), now, run, expected, nodes);
    }

    /** One of the twentieth of jobs whose run times are the next to that of {@code row}. */
    private Row neighbour(Row row, Chance chance) {
        int near = Math.max(1, rows.size() / 40);
        int from = Math.max(0, rank[row.place()] - near);
        int to = Math.min(byRun.size(), rank[row.place()] + near + 1);
        return byRun.get(from + chance.below(to - from));
    }
}
