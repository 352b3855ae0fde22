package io.berth.app.demo;

import io.berth.app.demo.screen.DemoSnapshot;
import io.berth.app.demo.screen.DemoSnapshot.Activity;
import io.berth.app.demo.screen.DemoSnapshot.NodeRow;
import io.berth.app.demo.screen.DemoSnapshot.NodeStatus;
import io.berth.app.demo.screen.DemoSnapshot.QueueRow;
import io.berth.app.demo.screen.Ending;
import io.berth.app.demo.screen.WaitText;
import io.berth.core.time.Nanos;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Shows a demo as lines, one every five seconds. */
final class PlainView implements View {
    private static final long PERIOD_NANOS = 5 * Nanos.SECOND;

    private final PrintStream out;

    PlainView(PrintStream out) {
        this.out = out;
    }

    @Override
    public void show(DemoRun run, Ending ending) {
        while (!ending.await(PERIOD_NANOS)) {
            out.println(line(run.snapshot()));
            out.flush();
        }
    }

    /** One line of what is going on. */
    static String line(DemoSnapshot snapshot) {
        Activity now = snapshot.activity();
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%s  %s  GPUs %.1f %%  running %d  pending %d  started %.0f/h  finished %.0f/h  decisions %d",
                WaitText.date(snapshot.nowNanos()),
                snapshot.strategy(),
                now.gpuPct(),
                now.runningJobs(),
                now.waitingJobs(),
                now.startedPerHour(),
                now.finishedPerHour(),
                now.decisions()));
        List<String> lost = snapshot.nodes().stream()
                .filter(node -> node.status() == NodeStatus.LOST)
                .map(NodeRow::name)
                .toList();
        if (!lost.isEmpty()) {
            line.append("  lost ").append(String.join(",", lost));
        }
        if (!snapshot.queue().isEmpty()) {
            QueueRow first = snapshot.queue().getFirst();
            line.append("  next ")
                    .append(first.job())
                    .append(" (")
                    .append(first.asks())
                    .append("): ");
            line.append(WaitText.why(first.why()));
        }
        return line.toString();
    }
}
