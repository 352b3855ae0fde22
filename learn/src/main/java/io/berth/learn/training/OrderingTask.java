package io.berth.learn.training;

import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.column.Columns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.time.Chance;
import io.berth.learn.agent.Opening;
import io.berth.learn.agent.Player;
import io.berth.learn.environment.Environment;
import io.berth.learn.environment.ordering.OrderPlayer;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.RowNetworks;
import io.berth.sim.table.CatalogOrder;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ordering of the jobs of a log. It is tested on parts of the log that begin where the published experiment's do, where it has the
 * length for them, and else where the seed 1 draws them; the episodes to learn from are drawn from the same log, as published.
 */
public final class OrderingTask implements Task {
    /** The first draws of randint(1024, 8975) with seed 1 (Zhang et al., SC 2020, as their program has it). */
    private static final int[] PUBLISHED_STARTS = {1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085};

    private static final int PUBLISHED_JOBS = 1024;
    private static final int PUBLISHED_LOG = 10_000;
    private static final List<String> ORDERS = List.of("fcfs", "sjf", "f1", "wfp3", "unicep");

    private final OrderingJobs jobs;
    private final OrderingJobs learning;
    private final QueueOrdering.Setup setup;
    private final Test test;

    /** Where it is tested: on so many {@code sequences} of so many {@code jobs}. */
    public record Test(int sequences, int jobs) {}

    /** @throws IllegalArgumentException where {@code jobs} are too few for the episodes or the tests */
    public OrderingTask(OrderingJobs jobs, QueueOrdering.Setup setup, Test test) {
        this(jobs, jobs, setup, test);
    }

    /**
     * The same where the episodes to learn from are drawn from other jobs, {@code learning}.
     *
     * @throws IllegalArgumentException where these or {@code jobs} are too few
     */
    public OrderingTask(OrderingJobs jobs, OrderingJobs learning, QueueOrdering.Setup setup, Test test) {
        if (Math.min(jobs.count(), learning.count()) < Math.max(setup.jobs(), test.jobs())) {
            throw new IllegalArgumentException("The workload has "
                    + (learning == jobs ? "" : learning.count() + " jobs to learn from and ") + jobs.count()
                    + " jobs" + (learning == jobs ? "" : " to be tested on") + "; an episode takes " + setup.jobs()
                    + " (jobs) and a test " + test.jobs() + " (test_jobs).");
        }
        this.jobs = jobs;
        this.learning = learning;
        this.setup = setup;
        this.test = test;
    }

    @Override
    public QueueOrdering environment() {
        return new QueueOrdering(learning, setup);
    }

    @Override
    public Environment longEnvironment() {
        return new QueueOrdering(learning, setup.of(test.jobs()));
    }

    /**
     * Spread over the log: where each begins is drawn from a stretch of its own. A few parts of a log have most of its slowdown, so
     * that means over parts drawn anywhere differ by more than policies do.
     */
    @Override
    public Opening opening() {
        return (environment, seed, episode, of) -> {
            if (environment instanceof QueueOrdering ordering) {
                double place = (episode + new Chance(seed, "place in stretch", 0).unit()) / of;
                ordering.begin((int) (place * ordering.starts()));
            } else {
                environment.reset(seed);
            }
        };
    }

    /** The jobs that it is tested on. */
    public OrderingJobs jobs() {
        return jobs;
    }

    /** Where it is tested, in words. */
    public String tested() {
        return test.sequences() + " parts of " + test.jobs() + " jobs" + (learning == jobs ? "" : ", held out");
    }

    /** What an episode is. */
    public QueueOrdering.Setup setup() {
        return setup;
    }

    /** What was learnt as a model: an actor with {@code hidden} layers. */
    public Model model(Columns columns, List<Integer> hidden, float[] parameters, SortedMap<String, String> lineage) {
        LayerSizes shape = new RowNetworks(mdp(), hidden).actor();
        return new Model(columns, setup.rows(), jobs.longestNanos(), new LearntNetwork<>(shape, parameters, lineage));
    }

    @Override
    public String figure() {
        return setup.reward().figure();
    }

    @Override
    public double test(ActorCritic networks, float[] parameters) {
        return mean(figures(networks, parameters));
    }

    /** The figure on each of the sequences it is tested on. */
    public double[] figures(ActorCritic networks, float[] parameters) {
        QueueOrdering environment = new QueueOrdering(jobs, setup.of(test.jobs()));
        Player player =
                new Player(environment, networks.evaluation(parameters, new float[networks.criticParameters()]));
        double[] figures = new double[test.sequences()];
        for (int sequence = 0; sequence < figures.length; sequence++) {
            environment.begin(start(sequence));
            player.finish();
            figures[sequence] = environment.figures().get(figure());
        }
        return figures;
    }

    /** The same for an order of the catalog by its name; it sees all waiting jobs. */
    public double[] figures(String order) {
        OrderPlayer player = new OrderPlayer(jobs, CatalogOrder.of(PolicySpec.of(order)), setup.backfill());
        double[] figures = new double[test.sequences()];
        for (int sequence = 0; sequence < figures.length; sequence++) {
            figures[sequence] = player.play(start(sequence), test.jobs()).get(figure());
        }
        return figures;
    }

    /** The orders that what is learnt is compared with. */
    public static List<String> orders() {
        return ORDERS;
    }

    @Override
    public SortedMap<String, Double> baselines() {
        TreeMap<String, Double> baselines = new TreeMap<>();
        for (String order : ORDERS) {
            baselines.put(order, mean(figures(order)));
        }
        return Collections.unmodifiableSortedMap(baselines);
    }

    private static double mean(double[] figures) {
        double sum = 0;
        for (double figure : figures) {
            sum += figure;
        }
        return sum / figures.length;
    }

    private int start(int sequence) {
        boolean published = jobs.count() == PUBLISHED_LOG && test.jobs() == PUBLISHED_JOBS;
        if (published && sequence < PUBLISHED_STARTS.length) {
            return PUBLISHED_STARTS[sequence];
        }
        return new Chance(1, "test sequence", sequence).below(jobs.count() - test.jobs() + 1);
    }
}
