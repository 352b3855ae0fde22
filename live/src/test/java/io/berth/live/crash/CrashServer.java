package io.berth.live.crash;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.clock.TimeOptions;
import io.berth.live.control.ControlServer;
import io.berth.live.control.EndedJobs;
import io.berth.live.control.ShippedPolicies;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.live.run.TimerWorld;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An emulated system whose segments and snapshots are small, so that kills find it at all its work: DIR SOCKET. */
public final class CrashServer {
    private static final JournalOptions JOURNAL =
            JournalOptions.LIVE.withSegmentBytes(16 << 10).withSnapshotFrames(40);

    private CrashServer() {}

    public static void main(String[] args) {
        EndedJobs ended = new EndedJobs(1_000);
        LiveOptions options = LiveOptions.of(11, beginning())
                .withTime(TimeOptions.scaled(60))
                .withObserver(ended)
                .withJournal(Path.of(args[0]), JOURNAL);
        try (LiveRun run = LiveRun.start(options, (driver, _) -> new TimerWorld(driver));
                ControlServer _ = ControlServer.open(
                        Path.of(args[1]), run.operator(), StrategyReader.ofText(new ShippedPolicies()), ended)) {
            run.done().join();
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
