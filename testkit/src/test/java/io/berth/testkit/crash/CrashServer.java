package io.berth.testkit.crash;

import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.live.run.LiveWorld;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An emulated system whose segments and snapshots are small, so that kills find it at all its work: DIR SOCKET. */
public final class CrashServer {
    private static final JournalOptions JOURNAL =
            JournalOptions.LIVE.withSegmentBytes(16 << 10).withSnapshotFrames(40);

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

    private CrashServer() {}

    public static void main(String[] args) throws InterruptedException {
        Path journal = Path.of(args[0]);
        LiveView view = new LiveView();
        LiveOptions options = LiveOptions.of(11, beginning())
                .withTime(TimeOptions.scaled(60))
                .withObserver(view)
                .withJournal(journal, JOURNAL);
        CountDownLatch stopped = new CountDownLatch(1);
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stopped.countDown();
            join(main);
        }));
        try (LiveRun run = LiveRun.start(options, World::new);
                ConsoleServer _ = ConsoleServer.start(
                        ConsoleOptions.over(Path.of(args[1])).withKeys(journal.resolve(".keys")), run, view)) {
            run.done().whenComplete((_, _) -> stopped.countDown());
            stopped.await();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Event> beginning() {
        List<Event> events = new ArrayList<>();
        for (int node = 0; node < 8; node++) {
            events.add(new Event.NodeJoined(node, NodeSpec.of("node-" + node, 64_000, 1L << 38, 8, "H100")));
        }
        events.add(new Event.StrategyChanged(StrategySpec.of("mine", "sjf", "fgd", "greedy")));
        return events;
    }
}
