package io.berth.live.journal;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.engine.Driver;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** A real engine in a random world: jobs come, start, fail and end, nodes leave and come back, the strategy changes. */
final class RandomLife {
    private static final int NODES = 6;
    private static final String[] PLACES = {"first-fit", "best-fit", "round-robin", "random", "fgd"};

    private final Random random;
    private final Engine engine;
    private final List<Task> tasks = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final boolean[] lost = new boolean[NODES];
    private long now = 1_000 * Nanos.SECOND;
    private long submitted;

    private record Task(long job, int task, long decision) {}

    private record Timer(long at, Event event) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            return Long.compare(at, other.at);
        }
    }

    RandomLife(long seed, State state, Journal journal) {
        this(seed, state, journal, new Observer() {});
    }

    RandomLife(long seed, State state, Journal journal, Observer observer) {
        this.random = new Random(seed);
        Driver driver = new Driver() {
            @Override
            public long nowNanos() {
                return now;
            }

            @Override
            public void at(long deadlineNanos, Event event) {
                timers.add(new Timer(deadlineNanos, event));
            }
        };
        this.engine =
                new Engine(state, Catalog.standard(), new Engine.Parts(journal, driver, this::carryOut, observer));
    }

    State state() {
        return engine.state();
    }

    /** Joins all nodes, then lives through {@code instants} more instants. */
    void live(int instants) {
        List<Event> joins = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            joins.add(new Event.NodeJoined(node, spec(node)));
        }
        engine.instant(now, joins);
        for (int i = 0; i < instants; i++) {
            now += random.nextLong(5 * Nanos.SECOND);
            List<Event> events = new ArrayList<>();
            while (!timers.isEmpty() && timers.peek().at() <= now) {
                events.add(timers.poll().event());
            }
            for (int more = random.nextInt(4); more > 0; more--) {
                happen(events);
            }
            engine.instant(now, events);
        }
    }

    private void happen(List<Event> events) {
        switch (random.nextInt(20)) {
            case 0 -> {
                int node = random.nextInt(NODES);
                events.add(lost[node] ? new Event.NodeJoined(node, spec(node)) : new Event.NodeLost(node));
                lost[node] = !lost[node];
            }
            case 1 -> events.add(new Event.NodeDrained(random.nextInt(NODES), random.nextBoolean()));
            case 2 -> events.add(new Event.UsageObserved(random.nextInt(NODES), random.nextLong(9_000), 0));
            case 3 -> events.add(new Event.StrategyChanged(strategy()));
            case 4 -> events.add(new Event.JobCancelled(1 + random.nextLong(submitted + 1)));
            case 5, 6, 7, 8, 9 -> {
                submitted++;
                events.add(new Event.JobSubmitted(submitted, job(), "tester", submitted));
            }
            default -> outcome(events);
        }
    }

    private void outcome(List<Event> events) {
        if (tasks.isEmpty()) {
            return;
        }
        int index = random.nextInt(tasks.size());
        Task task = tasks.get(index);
        switch (random.nextInt(9)) {
            case 0 -> events.add(new Event.TaskStarting(task.job, task.task, task.decision));
            case 1, 2, 3 -> events.add(new Event.TaskStarted(task.job, task.task, task.decision));
            case 5 -> events.add(new Event.ProgressReported(task.job, task.decision, random.nextLong(Nanos.HOUR)));
            case 4 -> {
                tasks.remove(index);
                events.add(new Event.TaskStartFailed(task.job, task.task, task.decision, "no luck"));
            }
            default -> {
                tasks.remove(index);
                int exitCode = random.nextInt(4) == 0 ? 1 : 0;
                events.add(new Event.TaskEnded(task.job, task.task, task.decision, exitCode));
            }
        }
    }

    private void carryOut(Decision decision, State state) {
        if (decision instanceof Decision.Start start) {
            for (int task = 0; task < start.placements().size(); task++) {
                tasks.add(new Task(start.job(), task, start.id()));
            }
        }
    }

    private JobSpec job() {
        Demand demand = Demand.cpu(1_000 + 1_000 * random.nextInt(3), 1L << 30).withGpus(random.nextInt(3));
        JobSpec job = JobSpec.batch("job", demand, Nanos.MINUTE).withTasks(1 + random.nextInt(3));
        return random.nextInt(3) > 0 ? job : job.withPatience(random.nextLong(20 * Nanos.SECOND));
    }

    private StrategySpec strategy() {
        String place = PLACES[random.nextInt(PLACES.length)];
        String backfill = random.nextBoolean() ? "none" : "greedy";
        return StrategySpec.of("mine", random.nextBoolean() ? "fcfs" : "sjf", place, backfill);
    }

    private static NodeSpec spec(int node) {
        return NodeSpec.of("node-" + node, 8_000, 16L << 30, 4, "H100");
    }

    /** What an engine does with the journal beside it: snapshots when they are due. */
    static Observer snapshots(JournalDirectory journal) {
        return new Observer() {
            @Override
            public void instant(Frame frame, State state) {
                journal.snapshotIfDue(state);
            }
        };
    }
}
