package io.berth.app.adaptive;

import io.berth.app.catalog.FullCatalog;
import io.berth.console.api.call.StateCopy;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.live.driver.Operator;
import io.berth.sim.adaptive.Agreed;
import io.berth.sim.adaptive.Hindsight;
import io.berth.sim.adaptive.Look;
import io.berth.sim.adaptive.RecentWork;
import io.berth.sim.adaptive.Selector;
import io.berth.sim.portfolio.Objective;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one of several strategies again and again while a system decides real jobs: as {@link Selector} does in a simulation, on copies of
 * the present state and the jobs that the system remembers, on a thread of its own. The engine makes the copy and, where one is better, hears of
 * the change as from an operator; so the journal has it, and what was decided can be decided again with no chooser at hand.
 *
 * <p>A strategy that somebody else sets and that is none of the portfolio stays until one of it is set again.
 */
public final class StrategyChooser implements MetricSource, AutoCloseable {
    private static final Metric LOOKS = Metric.counter(
            "berth_adaptive_looks_total",
            "looks",
            "How often it was looked which strategy of the portfolio would do best, by what came of it: unknown, idle, stays, again, switched; overruled where somebody set another, failed where it could not be found.",
            "verdict");
    private static final Metric GAIN = Metric.gauge(
            "berth_adaptive_gain_ratio",
            "part",
            "The part by which the objective would get better under the best of the others, over the looks on end at which it was better; 0 where none is.");

    private static final Metric PERIODS = Metric.counter(
            "berth_adaptive_periods_total",
            "periods",
            "Periods after which all strategies of the portfolio were run over the jobs that had come, beside what was decided.");
    private static final Metric REGRET = Metric.gauge(
            "berth_adaptive_regret_ratio",
            "part",
            "The part by which the objective would have been better over these periods with hindsight: under the best strategy that stays (against fixed), under the best of each period (against best). Below 0 where what was decided did better.",
            "against");
    private static final Metric AGREEMENT = Metric.gauge(
            "berth_adaptive_agreement_ratio",
            "part",
            "The part of the starts of the last period that a strategy of the portfolio would have made at the same moment on the same nodes.",
            "strategy");
    private static final Metric APART = Metric.gauge(
            "berth_adaptive_starts_apart_seconds",
            "seconds",
            "By how much starts lie apart, a mean over the jobs, had a strategy of the portfolio decided the last period alone.",
            "strategy");

    /** Chance follows from it and from the number of the look. */
    private static final long SEED = 42;

    /** That are there at once: the copy, one that runs with its own image, and one that another strategy decides on. */
    private static final int STATES = 4;

    private static final String OVERRULED = "overruled";
    private static final String FAILED = "failed";

    private final AdaptiveSpec spec;
    private final Objective objective;
    private final Selector selector;
    private final Hindsight hindsight;
    private final LiveView view;
    private final Operator operator;
    private final Consumer<String> notes;
    private final Map<String, Long> counts = new TreeMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform()
            .name("berth-adaptive")
            .daemon()
            .priority(Thread.MIN_PRIORITY)
            .factory());
    private @Nullable StrategySpec overruling;
    private double gain;
    private Hindsight.@Nullable Period last;
    private long periods;
    private double regretFixed;
    private double regretBest;

    /**
     * Begins to look as {@code wanted} says.
     *
     * @param view what is remembered of jobs; it has begun
     * @param notes gets a line for each change and its reason
     */
    public StrategyChooser(AdaptiveSpec wanted, LiveView view, Operator operator, Consumer<String> notes) {
        this.spec = wanted.with(FullCatalog.get()::signed);
        this.objective = Objective.of(spec.objective(), spec.name() + ": adaptive.objective");
        this.selector = new Selector(spec, FullCatalog.get(), WorldOptions.IDEAL, SEED);
        this.hindsight = new Hindsight(spec, FullCatalog.get(), WorldOptions.IDEAL);
        this.view = view;
        this.operator = operator;
        this.notes = notes;
    }

    /**
     * Puts the first of the portfolio in force where none of it is, and looks from now on.
     *
     * @param decides false while another process decides in place of this one: then nobody looks
     */
    public void start(BooleanSupplier decides) {
        StrategySpec inForce = operator.ask(State::strategy).join();
        if (!spec.portfolio().contains(inForce)) {
            operator.strategy(spec.portfolio().getFirst()).join();
        }
        thread.scheduleWithFixedDelay(
                () -> tryLook(decides), spec.everyNanos(), spec.everyNanos(), TimeUnit.NANOSECONDS);
    }

    private void tryLook(BooleanSupplier decides) {
        try {
            if (decides.getAsBoolean()) {
                look();
            }
        } catch (RuntimeException e) {
            // The next look may find more, such as memory, or an engine that can write again.
            count(FAILED, 0);
            notes.accept("adaptive: cannot look which strategy would do best: " + e.getMessage());
        }
    }

    /** Looks once, and puts another strategy in force where one is better. */
    void look() {
        State copy = StateCopy.of(operator).checked(STATES).state();
        if (overruled(copy.strategy())) {
            count(OVERRULED, 0);
            hindsight.overruled();
            return;
        }
        List<JobEntry> jobs = remembered();
        long nowNanos = operator.evenNanos();
        lookBack(nowNanos, copy, jobs);
        Look look = selector.look(nowNanos, copy, recent(copy, jobs));
        count(
                look.verdict().name().toLowerCase(Locale.ROOT),
                look.best().isEmpty() ? 0 : part(look.gain().mean()));
        if (look.verdict() == Look.Verdict.SWITCHED
                && copy.strategy().equals(operator.ask(State::strategy).join())) {
            operator.strategy(selector.inForce()).join();
            hindsight.changed(operator.evenNanos(), selector.inForce());
            notes.accept(text(look));
        }
    }

    private void lookBack(long nowNanos, State copy, List<JobEntry> jobs) {
        Hindsight.Period period = hindsight.look(
                nowNanos,
                copy,
                jobs.stream()
                        .map(job -> new Hindsight.Came(job.id(), job.submitNanos(), job.spec(), job.finishedNanos()))
                        .toList());
        if (period != null) {
            synchronized (this) {
                last = period;
                periods = hindsight.regret().periods();
                regretFixed = hindsight.regret().againstFixed();
                regretBest = hindsight.regret().againstBest();
            }
        }
    }

    /** True where somebody set a strategy that is none of the portfolio; said once. */
    private boolean overruled(StrategySpec inForce) {
        boolean overruled = !spec.portfolio().contains(inForce);
        if (overruled && !inForce.equals(overruling)) {
            notes.accept("adaptive: the strategy \"" + inForce.name() + "\" was set by somebody and is none of "
                    + names() + ": it stays until one of these is set");
        }
        overruling = overruled ? inForce : null;
        return overruled;
    }

    private String names() {
        return String.join(
                ", ", spec.portfolio().stream().map(StrategySpec::name).toList());
    }

    private String text(Look look) {
        return "adaptive: " + look.best() + " in place of " + look.inForce() + ": " + objective.text() + " "
                + objective.moves(look.gain()) + " in " + look.gain().draws() + " draws of work to come"
                + agreement(look.best());
    }

    /** How far {@code strategy} would have decided the last period as it was decided; nothing where none is over. */
    private String agreement(String strategy) {
        Hindsight.Period period = last;
        Agreed agreed = period == null ? null : period.agreed().get(strategy);
        if (agreed == null || agreed.starts() == 0) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "; of %d starts of late it would have made %.0f %% alike, %.0f %% on other nodes, and alone had started jobs %s apart",
                agreed.starts(),
                100 * agreed.part(),
                100.0 * agreed.elsewhere() / agreed.starts(),
                Nanos.format((long) (agreed.apartSeconds() * Nanos.SECOND)));
    }

    /** By which part a cost falls whose logarithm falls by {@code gain}. */
    private static double part(double gain) {
        return 1 - Math.exp(-gain);
    }

    private synchronized void count(String verdict, double newGain) {
        counts.merge(verdict, 1L, Long::sum);
        gain = newGain;
    }

    /** The jobs that are remembered, in the order in which they came. */
    private List<JobEntry> remembered() {
        List<JobEntry> jobs = new ArrayList<>();
        view.jobsAfter(0).forEach(jobs::add);
        jobs.sort(Comparator.comparingLong(JobEntry::submitNanos).thenComparingLong(JobEntry::id));
        return jobs;
    }

    private RecentWork recent(State copy, List<JobEntry> jobs) {
        RecentWork work = new RecentWork(spec.pastNanos());
        jobs.forEach(job -> work.submitted(job.submitNanos(), job.id(), job.spec()));
        jobs.stream()
                .filter(job -> job.finishedNanos() >= 0)
                .sorted(Comparator.comparingLong(JobEntry::endNanos))
                .forEach(job -> work.ended(job.id(), job.spec(), job.finishedNanos()));
        long since = copy.nowNanos() - spec.everyNanos();
        boolean waited = jobs.stream()
                .anyMatch(job -> job.waitNanos() > Nanos.SECOND && job.submitNanos() + job.waitNanos() >= since);
        if (waited || copy.waitingJobs() > 0) {
            work.waits();
        }
        return work;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(LOOKS, GAIN, PERIODS, REGRET, AGREEMENT, APART);
    }

    @Override
    public synchronized void write(MetricText text) {
        counts.forEach((verdict, count) -> text.put(LOOKS, (double) count, verdict));
        text.put(GAIN, gain);
        text.put(PERIODS, (double) periods);
        if (last != null) {
            text.put(REGRET, regretFixed, "fixed");
            text.put(REGRET, regretBest, "best");
            last.agreed().forEach((strategy, agreed) -> {
                text.put(AGREEMENT, agreed.part(), strategy);
                text.put(APART, agreed.apartSeconds(), strategy);
            });
        }
    }

    /** Looks no more; one that goes on comes to nothing. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
