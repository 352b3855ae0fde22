package io.berth.console;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.live.driver.LiveDriver;
import io.berth.live.driver.Submission;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.live.run.LiveWorld;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A run on emulated nodes of eight H100, followed by a view. */
public record Cluster(LiveView view, LiveRun run) implements AutoCloseable {
    /** {@code nodes} nodes called {@code node-0} on, kept in {@code journal}; null to keep nothing. */
    public static Cluster of(int nodes, @Nullable Path journal) {
        return of(nodes, journal, new LiveView(1_000));
    }

    public static Cluster of(int nodes, @Nullable Path journal, LiveView view) {
        List<Event> beginning = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            beginning.add(new Event.NodeJoined(node, NodeSpec.of("node-" + node, 64_000, 1L << 38, 8, "H100")));
        }
        beginning.add(new Event.StrategyChanged(StrategySpec.of("fgd-greedy", "fcfs", "fgd", "greedy")));
        return of(beginning, journal, view);
    }

    /** One node, {@code node}. */
    public static Cluster of(NodeSpec node) {
        List<Event> beginning = List.of(
                new Event.NodeJoined(0, node),
                new Event.StrategyChanged(StrategySpec.of("fgd-greedy", "fcfs", "fgd", "greedy")));
        return of(beginning, null, new LiveView(1_000));
    }

    /** A run that begins with {@code beginning}. */
    public static Cluster of(List<Event> beginning, @Nullable Path journal, LiveView view) {
        LiveOptions options = LiveOptions.of(7, beginning)
                .withJournal(journal, JournalOptions.LIVE)
                .withObserver(view);
        return new Cluster(view, LiveRun.start(options, (driver, seed) -> new World(driver, seed)));
    }

    /** {@code nodes} nodes, of which the view shows what is. */
    public static Cluster viewed(int nodes) {
        Cluster cluster = of(nodes, null);
        cluster.beginView();
        return cluster;
    }

    /** From now on the view shows what is. */
    public void beginView() {
        run.operator()
                .ask(state -> {
                    view.begin(state);
                    return true;
                })
                .join();
    }

    /** Serves it as {@code options} say. */
    public ConsoleServer serve(ConsoleOptions options) {
        return ConsoleServer.start(options, run, view);
    }

    /** Submits {@code job} beside the API; its number. */
    public long submit(JobSpec job) {
        return run.operator()
                .submit(new Submission(job, "test", Submission.NEXT))
                .join()
                .job();
    }

    /** Submits {@code job} and waits until it runs; its number. */
    public long running(JobSpec job) {
        long number = submit(job);
        await(state -> state.job(number) != null && state.job(number).state() == JobState.RUNNING);
        return number;
    }

    /** The decision by which {@code job} runs. */
    public long decision(long job) {
        return run.operator().ask(state -> state.job(job).decision()).join();
    }

    /** What the view shows of {@code job}. */
    public JobEntry entry(long job) {
        return Objects.requireNonNull(view.job(job));
    }

    /** Something happened in the world. */
    public void happens(Event... events) {
        run.driver().post(events).join();
    }

    /** Waits until {@code condition} holds of the state. */
    public void await(Predicate<State> condition) {
        while (!run.operator().ask(condition::test).join()) {
            Thread.onSpinWait();
        }
    }

    /** A job of {@code gpus} GPUs that runs until it is cancelled. */
    public static JobSpec endless(String name, String queue, int gpus) {
        JobSpec job = JobSpec.batch(name, Demand.cpu(1_000, 1L << 30).withGpus(gpus), Nanos.NEVER);
        return new JobSpec(
                job.name(),
                queue,
                job.kind(),
                job.priority(),
                TaskGroup.of(job.tasks(), job.demand()),
                new Timing(job.estimateNanos(), job.workNanos(), job.patienceNanos()));
    }

    @Override
    public void close() {
        run.close();
    }

    private static final class World implements LiveWorld {
        private final EmulatedWorld tasks;

        World(LiveDriver driver, long seed) {
            tasks = new EmulatedWorld(WorldOptions.IDEAL, seed, driver);
        }

        @Override
        public void resume(State state) {
            tasks.resume(state);
        }

        @Override
        public void carryOut(Decision.Effect effect, State state) {
            tasks.carryOut(effect, state);
        }

        @Override
        public void passed(Frame frame, State state) {
            tasks.passed(frame, state);
        }
    }
}
