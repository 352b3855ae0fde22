package io.berth.sim.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.run.Steering;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class SelectorTest {
    private static final StrategySpec GREEDY = StrategySpec.of("greedy", "fcfs", "best-fit", "greedy");
    private static final StrategySpec LEAST_SERVICE =
            StrategySpec.of("least", "multi-level", "best-fit", "greedy").preempting("by-order");

    private static final int GPUS = 16;
    private static final long SEEDS = Boolean.getBoolean("berth.full") ? 3 : 1;

    private static final List<NodeSpec> NODES =
            List.of(NodeSpec.of("a", 32_000, 1L << 38, 8, "H100"), NodeSpec.of("b", 32_000, 1L << 38, 8, "H100"));
    private static final Demand[] SIZES = {
        Demand.cpu(1000, 1 << 20).withGpus(1), Demand.cpu(1000, 1 << 20).withGpus(2)
    };

    /**
     * Jobs that nobody says the run time of. Where all take about as long, who came first should go first; where few take very long, who has
     * used little (least attained service is best for decreasing hazard rates and bad for increasing ones: Righter, Shanthikumar 1989).
     */
    private static List<Arrival> jobs(long beginNanos, int count, double sigma, long seed) {
        List<Arrival> arrivals = new ArrayList<>();
        double median = sigma > 1 ? 1_000 : 1_800;
        double mean = median * StrictMath.exp(sigma * sigma / 2);
        double at = 0;
        for (int job = 0; job < count; job++) {
            Chance chance = new Chance(seed, "jobs" + sigma, job);
            at += chance.exponential(mean * 1.5 / GPUS / 0.95);
            double run = StrictMath.clamp(median * StrictMath.exp(sigma * chance.normal()), 10, 12 * 3600);
            JobSpec spec = JobSpec.batch(
                            "s" + sigma + "-" + job, SIZES[chance.unit() < 0.5 ? 0 : 1], (long) (run * Nanos.SECOND))
                    .withEstimate(Nanos.NEVER);
            arrivals.add(new Arrival(beginNanos + (long) (at * Nanos.SECOND), spec));
        }
        return arrivals;
    }

    private static ListedWorkload shifting(long seed) {
        List<Arrival> all = new ArrayList<>(jobs(0, 200, 0.1, seed));
        all.addAll(jobs(all.getLast().atNanos(), 400, 1.5, seed));
        all.addAll(jobs(all.getLast().atNanos(), 250, 0.1, seed + 1000));
        return ListedWorkload.of(all);
    }

    private static AdaptiveSpec spec(SequencedMap<String, Double> guard, StrategySpec... portfolio) {
        return new AdaptiveSpec(
                "adaptive",
                List.of(portfolio),
                "mean-wait",
                Nanos.HOUR,
                4 * Nanos.HOUR,
                6 * Nanos.HOUR,
                5,
                0.05,
                0,
                2,
                guard);
    }

    private static Selector selector(AdaptiveSpec spec) {
        return new Selector(spec, Catalog.standard(), WorldOptions.IDEAL, 1);
    }

    private static double wait(ListedWorkload jobs, StrategySpec strategy, Steering by, Observer follower) {
        Simulation.Setup setup = new Simulation.Setup(NODES, jobs, strategy, 1, WorldOptions.IDEAL, Nanos.NEVER, 0);
        return new Simulation(setup, Catalog.standard(), Journal.NONE, follower)
                .steered(by)
                .run()
                .figures()
                .get("wait_mean_s");
    }

    private static double wait(ListedWorkload jobs, StrategySpec strategy) {
        return wait(jobs, strategy, Steering.NONE, new Observer() {});
    }

    private static List<Look> switches(Selector selector) {
        return selector.looks().stream()
                .filter(look -> look.verdict() == Look.Verdict.SWITCHED)
                .toList();
    }

    @Test
    void a_workload_that_shifts_is_followed_and_no_fixed_strategy_does_as_well() {
        double adaptive = 0;
        double greedy = 0;
        double least = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            ListedWorkload jobs = shifting(seed);
            Selector selector = selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE));
            adaptive += wait(jobs, GREEDY, selector, new Observer() {});
            greedy += wait(jobs, GREEDY);
            least += wait(jobs, LEAST_SERVICE);
            assertThat(switches(selector)).hasSizeBetween(1, 4);
            assertThat(switches(selector).getFirst().best()).isEqualTo("least");
        }
        assertThat(adaptive).isLessThan(greedy).isLessThan(least);
    }

    @Test
    void a_workload_that_stays_what_it_is_makes_no_switch() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Selector even = selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE));
            wait(ListedWorkload.of(jobs(0, 400, 0.1, seed)), GREEDY, even, new Observer() {});
            assertThat(switches(even)).isEmpty();

            Selector uneven = selector(spec(new LinkedHashMap<>(), LEAST_SERVICE, GREEDY));
            wait(ListedWorkload.of(jobs(0, 400, 1.5, seed)), LEAST_SERVICE, uneven, new Observer() {});
            assertThat(switches(uneven)).isEmpty();
            assertThat(even.looks().size() + uneven.looks().size()).isGreaterThan(60);
        }
    }

    @Test
    void where_few_jobs_come_it_is_looked_back_until_there_are_enough() {
        // One in about an hour, of half a day: never twenty in the six hours that are asked for.
        List<Arrival> rare = new ArrayList<>();
        for (Arrival arrival : jobs(0, 100, 1.5, 1)) {
            JobSpec spec = arrival.spec();
            rare.add(new Arrival(12 * arrival.atNanos(), spec.withWork(12 * spec.workNanos())));
        }
        Selector selector = selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE));
        wait(ListedWorkload.of(rare), GREEDY, selector, new Observer() {});

        assertThat(selector.looks().getFirst().verdict()).isEqualTo(Look.Verdict.UNKNOWN);
        assertThat(selector.looks()).anyMatch(look -> look.runs() > 0);
    }

    @Test
    void equal_runs_choose_alike() {
        List<Frame> one = new ArrayList<>();
        List<Frame> other = new ArrayList<>();
        Selector first = selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE));
        Selector second = selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE));
        wait(shifting(2), GREEDY, first, frames(one));
        wait(shifting(2), GREEDY, second, frames(other));

        assertThat(second.looks()).isEqualTo(first.looks());
        assertThat(other).isEqualTo(one);
    }

    private static Observer frames(List<Frame> into) {
        return new Observer() {
            @Override
            public void instant(Frame frame, State state) {
                into.add(frame);
            }
        };
    }

    @Test
    void nothing_is_taken_from_the_future() {
        ListedWorkload jobs = shifting(1);
        long when = jobs.arrivals().get(300).atNanos();
        Selector before = selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE));
        Selector after = selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE));
        List<Frame> frames = new ArrayList<>();
        wait(jobs, GREEDY, before, frames(frames));

        // Jobs that have not ended by then turn out to run for a day, and quite other jobs come.
        List<Long> ended = new ArrayList<>();
        wait(jobs, GREEDY, selector(spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE)), new Observer() {
            @Override
            public void ended(JobEnd end) {
                if (end.atNanos() <= when) {
                    ended.add(end.job().id());
                }
            }
        });
        List<Arrival> changed = new ArrayList<>();
        for (int job = 0; job < jobs.arrivals().size(); job++) {
            Arrival arrival = jobs.arrivals().get(job);
            if (arrival.atNanos() > when) {
                changed.add(new Arrival(arrival.atNanos(), arrival.spec().withWork(Nanos.SECOND)));
            } else {
                boolean known = ended.contains((long) job + 1);
                changed.add(
                        known
                                ? arrival
                                : new Arrival(arrival.atNanos(), arrival.spec().withWork(Nanos.DAY)));
            }
        }
        wait(ListedWorkload.of(changed), GREEDY, after, new Observer() {});

        List<Look> until =
                before.looks().stream().filter(look -> look.atNanos() <= when).toList();
        assertThat(until).hasSizeGreaterThan(10).anyMatch(look -> look.runs() > 0);
        assertThat(after.looks().subList(0, until.size())).isEqualTo(until);
    }

    @Test
    void a_guard_keeps_out_what_makes_another_figure_worse() {
        LinkedHashMap<String, Double> guard = new LinkedHashMap<>();
        guard.put("preemptions", 1.0);
        Selector selector = selector(spec(guard, GREEDY, LEAST_SERVICE));
        wait(shifting(1), GREEDY, selector, new Observer() {});

        assertThat(selector.looks()).anyMatch(look -> look.runs() > 0);
        assertThat(switches(selector)).isEmpty();
    }

    @Test
    void a_figure_that_runs_do_not_have_is_refused() {
        AdaptiveSpec usual = spec(new LinkedHashMap<>(), GREEDY, LEAST_SERVICE);
        AdaptiveSpec cost = new AdaptiveSpec(
                "adaptive",
                usual.portfolio(),
                "cost",
                usual.everyNanos(),
                usual.horizonNanos(),
                usual.pastNanos(),
                2,
                0.05,
                0,
                1,
                new LinkedHashMap<>());
        assertThatThrownBy(() -> wait(shifting(1), GREEDY, selector(cost), new Observer() {}))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("unknown figure \"cost\"");
    }
}
