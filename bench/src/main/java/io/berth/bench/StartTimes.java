package io.berth.bench;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.forecast.Eta;
import io.berth.sim.forecast.Forecast;
import io.berth.sim.forecast.Moment;
import io.berth.sim.forecast.RunTimes;
import io.berth.sim.forecast.StartEstimate;
import io.berth.sim.forecast.StartEstimates;
import io.berth.sim.forecast.StartEstimator;
import io.berth.sim.run.Simulation;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.trace.swf.SwfHeader;
import io.berth.sim.trace.swf.SwfLog;
import io.berth.sim.trace.swf.SwfWorkload;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How good predicted start times are: a log in Standard Workload Format is replayed with easy backfill, at moments by chance all jobs that
 * wait are asked about, up to {@value #MOST_JOBS} of them noted, and what came is compared with what was said then. Nothing is known at a
 * moment but what happened before it.
 *
 * <p>Arguments: {@code log FILE [ORDERS [ASKS [MEMBERS]]]}, or {@code speed [JOBS [MEMBERS]]}.
 */
public final class StartTimes {
    private static final int MOST_JOBS = 20;
    private static final int RECENT_WAITS = 100;
    private static final int RESAMPLES = 2_000;
    private static final double CONFIDENCE = 0.95;
    private static final long SEED = 1;
    private static final int PRIORITIES = 3;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** As the API gives a question about all jobs, here of the processor; the pass that tells their order comes after. */
    private static final long MOST_NANOS = 9 * Nanos.SECOND;

    /** What was said of a job, and what came; hours from the moment it was asked. */
    private record Said(
            int ask,
            double real,
            double early,
            double median,
            double late,
            double waits,
            double rest,
            double rate,
            double requested) {
        boolean covered() {
            return real >= early && real <= late;
        }
    }

    /** What was said and has not come yet. */
    private record Open(int ask, long atNanos, Moment said, double waits, double rest, double rate, double requested) {}

    private StartTimes() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length > 0 && arguments[0].equals("speed")) {
            speed(Argument.number(arguments, 1, 10_000), Argument.number(arguments, 2, StartEstimator.MEMBERS));
            return;
        }
        if (arguments.length < 2 || !arguments[0].equals("log")) {
            System.err.println(
                    "usage: bench/eta log FILE [ORDERS [ASKS [MEMBERS]]] | bench/eta speed [JOBS [MEMBERS]]");
            System.exit(2);
        }
        Path log = Path.of(arguments[1]);
        String[] orders = (arguments.length > 2 ? arguments[2] : "fcfs,sjf,priority").split(",");
        int asks = Argument.number(arguments, 3, 1_000);
        int members = Argument.number(arguments, 4, StartEstimator.MEMBERS);
        System.out.println(
                "median absolute error, hours, with 95 % intervals over asks in blocks of 10; smaller is better");
        System.out.printf(
                Locale.ROOT,
                "%-9s %5s %6s  %-24s %-24s %-24s %-24s %-24s %-24s %-20s %s%n",
                "order",
                "asks",
                "pairs",
                "ensemble",
                "mean of recent waits",
                "... less time waited",
                "position / rate",
                "requested time",
                "real start, median",
                "80 % covers",
                "width, median");
        List<Thread> threads = new ArrayList<>();
        for (String order : orders) {
            threads.add(Thread.ofPlatform().start(() -> new Replay(log, order, asks, members).report()));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** One replay of a log. */
    private static final class Replay implements Observer {
        private final Catalog catalog = Catalog.standard();
        private final StartEstimator.Past past = StartEstimator.Past.unknown();
        private final TreeMap<Long, List<Open>> open = new TreeMap<>();
        private final List<Said> said = new ArrayList<>();
        private final ArrayDeque<Double> waits = new ArrayDeque<>();
        private final ArrayDeque<Long> starts = new ArrayDeque<>();
        private final Simulation.Setup setup;
        private final String order;
        private final int members;
        private final long gap;
        private final Chance chance = new Chance(SEED, "start-times", 0);
        private long nextAsk;
        private int asks;

        Replay(Path file, String order, int asks, int members) {
            this.order = order;
            this.members = members;
            SwfLog log = SwfLog.read(file, Lenience.STRICT);
            List<NodeSpec> nodes = SwfHeader.read(file).machine(file);
            long cpus = nodes.stream()
                    .mapToLong(node -> node.cpuMilli() / 1000)
                    .max()
                    .orElseThrow();
            List<Arrival> jobs = new ArrayList<>();
            for (Arrival arrival : SwfWorkload.of(log, QueueBy.USER, cpus, new RowNotes())) {
                jobs.add(new Arrival(arrival.atNanos(), arrival.spec().withPriority(priority(arrival.spec()))));
            }
            long span = jobs.getLast().atNanos() - jobs.getFirst().atNanos();
            this.gap = span / asks;
            this.nextAsk = jobs.getFirst().atNanos() + 30 * Nanos.DAY;
            this.setup = new Simulation.Setup(
                    nodes,
                    ListedWorkload.of(jobs),
                    StrategySpec.of(order, order, "best-fit", "easy"),
                    SEED,
                    WorldOptions.IDEAL,
                    Nanos.NEVER,
                    0);
        }

        /** The log has no priorities: those of a user have one, by his number. */
        private static int priority(JobSpec spec) {
            return (int) Long.remainderUnsigned(Chance.mix(spec.queue().hashCode()), PRIORITIES);
        }

        void report() {
            new Simulation(setup, catalog, Journal.NONE, this).run();
            synchronized (System.out) {
                print();
            }
        }

        @Override
        public void ended(JobEnd end) {
            if (end.job().startNanos() >= 0) {
                past.ended(end.job().spec(), end.atNanos() - end.job().startNanos());
            }
        }

        @Override
        public void instant(Frame frame, State state) {
            for (Event event : frame.events()) {
                if (event instanceof Event.JobSubmitted submitted) {
                    past.submitted(frame.atNanos(), submitted.spec());
                }
                if (event instanceof Event.TaskStarted started) {
                    started(state.job(started.job()), frame.atNanos());
                }
            }
            boolean settled = frame.plan() == null || frame.plan().decisions().isEmpty();
            if (frame.atNanos() >= nextAsk && state.waitingJobs() > 0 && settled) {
                nextAsk = frame.atNanos() + (long) (2 * gap * chance.unit());
                ask(state.image(), frame.atNanos());
            }
        }

        private void started(@Nullable Job job, long now) {
            if (job == null || job.startNanos() != now) {
                return;
            }
            waits.addLast(hours(now - job.submitNanos()));
            if (waits.size() > RECENT_WAITS) {
                waits.removeFirst();
            }
            starts.addLast(now);
            List<Open> asked = open.remove(job.id());
            for (Open one : asked == null ? List.<Open>of() : asked) {
                said.add(new Said(
                        one.ask,
                        hours(now - one.atNanos),
                        hours(one.said.earlyNanos() - one.atNanos),
                        hours(one.said.nanos() - one.atNanos),
                        one.said.lateNanos() == Nanos.NEVER
                                ? Double.MAX_VALUE
                                : hours(one.said.lateNanos() - one.atNanos),
                        one.waits,
                        one.rest,
                        one.rate,
                        one.requested));
            }
        }

        private void ask(StateImage image, long now) {
            while (!starts.isEmpty() && starts.getFirst() < now - Nanos.DAY) {
                starts.removeFirst();
            }
            StartEstimates told = new StartEstimator(image::state, catalog, now, past).estimate(members, () -> true);
            Forecast requested = new Forecast(image::state, catalog, now, RunTimes.of(List.of()), 0);
            List<Job> waiting = new ArrayList<>(Explainer.turns(image.state(), catalog));
            double mean =
                    waits.stream().mapToDouble(Double::doubleValue).average().orElse(0);
            double perHour = StrictMath.max(1, starts.size()) / 24.0;
            int[] chosen = chance.order(waiting.size());
            for (int i = 0; i < StrictMath.min(MOST_JOBS, chosen.length); i++) {
                Job job = waiting.get(chosen[i]);
                StartEstimate estimate = told.jobs().get(job.id());
                Eta eta = requested.eta(job.id(), () -> true);
                Moment plain = eta == null ? null : eta.start();
                if (estimate == null || plain == null) {
                    throw new IllegalStateException("Nothing was said of job (" + job.id() + ").");
                }
                open.computeIfAbsent(job.id(), _ -> new ArrayList<>())
                        .add(new Open(
                                asks,
                                now,
                                estimate.start(),
                                mean,
                                StrictMath.max(0, mean - hours(now - job.submitNanos())),
                                (chosen[i] + 1) / perHour,
                                hours(plain.nanos() - now)));
            }
            asks++;
        }

        private void print() {
            List<ToDoubleFunction<Said>> errors = List.of(
                    one -> StrictMath.abs(one.median - one.real),
                    one -> StrictMath.abs(one.waits - one.real),
                    one -> StrictMath.abs(one.rest - one.real),
                    one -> StrictMath.abs(one.rate - one.real),
                    one -> StrictMath.abs(one.requested - one.real),
                    one -> one.real);
            StringBuilder line =
                    new StringBuilder(String.format(Locale.ROOT, "%-9s %5d %6d ", order, asks, said.size()));
            for (ToDoubleFunction<Said> error : errors) {
                line.append(String.format(Locale.ROOT, " %-24s", interval(list -> median(list, error), "%.2f")));
            }
            line.append(String.format(Locale.ROOT, " %-20s", interval(StartTimes::coverage, "%.3f")));
            line.append(String.format(Locale.ROOT, " %.2f", median(said, one -> one.late - one.early)));
            System.out.println(line);
        }

        /** A figure with its interval, by asks in blocks of ten, as neighbours see the same jobs. */
        private String interval(ToDoubleFunction<List<Said>> figure, String format) {
            List<List<Said>> blocks = new ArrayList<>();
            for (Said one : said) {
                while (blocks.size() <= one.ask / 10) {
                    blocks.add(new ArrayList<>());
                }
                blocks.get(one.ask / 10).add(one);
            }
            double[] drawn = new double[RESAMPLES];
            for (int resample = 0; resample < RESAMPLES; resample++) {
                Chance draws = new Chance(SEED, "start-times.resample", resample);
                List<Said> all = new ArrayList<>();
                for (int block = 0; block < blocks.size(); block++) {
                    all.addAll(blocks.get(draws.below(blocks.size())));
                }
                drawn[resample] = figure.applyAsDouble(all);
            }
            Arrays.sort(drawn);
            int tail = (int) (RESAMPLES * (1 - CONFIDENCE) / 2);
            return String.format(
                    Locale.ROOT,
                    format + " (" + format + "-" + format + ")",
                    figure.applyAsDouble(said),
                    drawn[tail],
                    drawn[RESAMPLES - 1 - tail]);
        }
    }

    private static double coverage(List<Said> said) {
        return said.stream().filter(Said::covered).count() / (double) StrictMath.max(1, said.size());
    }

    private static double median(List<Said> said, ToDoubleFunction<Said> value) {
        double[] values = said.stream().mapToDouble(value).toArray();
        Arrays.sort(values);
        return values.length == 0 ? 0 : values[values.length / 2];
    }

    private static double hours(long nanos) {
        return nanos / (double) Nanos.HOUR;
    }

    /** All starts of many jobs that wait for a machine of 240 processors, after two weeks of which submissions and ends are known. */
    private static void speed(int jobs, int members) {
        Chance chance = new Chance(SEED, "start-times.speed", 0);
        State state = new State(SEED);
        StartEstimator.Past before = StartEstimator.Past.unknown();
        state.apply(1, new Event.NodeJoined(0, NodeSpec.of("pool", 240_000, 0, 0, "")));
        state.apply(1, new Event.StrategyChanged(StrategySpec.of("fcfs", "fcfs", "best-fit", "easy")));
        long now = 14 * Nanos.DAY;
        for (int past = 0; past < 14 * 200; past++) {
            JobSpec spec = random(chance);
            before.submitted(past * (Nanos.DAY / 200), spec);
            before.ended(spec, spec.workNanos());
        }
        for (int job = 1; job <= jobs; job++) {
            state.apply(now, new Event.JobSubmitted(job, random(chance), "bench", job));
        }
        StateImage image = state.image();
        for (int run = 0; run < 3; run++) {
            long began = System.nanoTime();
            long busy = THREADS.getCurrentThreadCpuTime();
            StartEstimates told = new StartEstimator(image::state, Catalog.standard(), now, before)
                    .estimate(members, () -> THREADS.getCurrentThreadCpuTime() - busy < MOST_NANOS);
            System.out.printf(
                    Locale.ROOT,
                    "%d jobs, %d members: %.2f s, %.2f s of the processor%n",
                    told.jobs().size(),
                    told.members(),
                    (System.nanoTime() - began) / 1e9,
                    (THREADS.getCurrentThreadCpuTime() - busy) / 1e9);
        }
    }

    private static JobSpec random(Chance chance) {
        long hours = 1L + chance.below(12);
        JobSpec job = JobSpec.batch("job", Demand.cpu(1000L * (1 + chance.below(64)), 0), 1);
        long work = (long) (hours * Nanos.HOUR * chance.unitAboveZero());
        return job.withQueue("user-" + chance.below(50))
                .withEstimate(hours * Nanos.HOUR)
                .withWork(StrictMath.max(1, work));
    }
}
