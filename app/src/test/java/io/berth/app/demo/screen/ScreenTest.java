package io.berth.app.demo.screen;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.demo.DemoCluster;
import io.berth.app.demo.screen.DemoSnapshot.Activity;
import io.berth.app.demo.screen.DemoSnapshot.GpuCell;
import io.berth.app.demo.screen.DemoSnapshot.LogKind;
import io.berth.app.demo.screen.DemoSnapshot.LogRow;
import io.berth.app.demo.screen.DemoSnapshot.NodeRow;
import io.berth.app.demo.screen.DemoSnapshot.NodeStatus;
import io.berth.app.demo.screen.DemoSnapshot.QueueRow;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Lacks;
import io.berth.core.decision.Reason;
import io.berth.core.explain.Explanation;
import io.berth.core.time.Nanos;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final Look PLAIN = new Look(false, true);
    private static final long NOW = DemoCluster.START_NANOS + 83 * Nanos.MINUTE;

    @Test
    void aSmallTerminalShowsAllPartsWithoutColour() throws IOException {
        assertThat(text(Screen.draw(snapshot(), "", PLAIN, 80, 24))).isEqualTo(golden("screen-80x24.txt"));
    }

    @Test
    void aLargeTerminalShowsMoreOfEachPart() throws IOException {
        assertThat(text(Screen.draw(snapshot(), "", PLAIN, 160, 50))).isEqualTo(golden("screen-160x50.txt"));
    }

    @Test
    void anAsciiTerminalGetsAsciiOnly() throws IOException {
        String text = text(Screen.draw(snapshot(), "", new Look(false, false), 80, 24));

        assertThat(text).isEqualTo(golden("screen-80x24-ascii.txt")).matches("[\\x20-\\x7e\\n]*");
    }

    @Test
    void noSizeIsOverrun() {
        for (int columns = 1; columns < 200; columns += 7) {
            for (int rows = 1; rows < 60; rows += 3) {
                List<AttributedString> lines = Screen.draw(snapshot(), "a notice", PLAIN, columns, rows);

                assertThat(lines.size()).isLessThanOrEqualTo(rows);
                for (AttributedString line : lines) {
                    assertThat(line.columnLength()).isLessThanOrEqualTo(columns);
                }
            }
        }
    }

    @Test
    void aNoticeStandsBelowTheTitle() {
        List<AttributedString> lines = Screen.draw(snapshot(), "the strategy stays as it is", PLAIN, 80, 24);

        assertThat(lines.get(1).toString()).isEqualTo(" the strategy stays as it is");
        assertThat(lines).hasSize(24);
    }

    @Test
    void coloursAreLeftOutWhereTheEnvironmentAsksForIt() {
        assertThat(Look.of(Map.of("NO_COLOR", "1"), StandardCharsets.UTF_8)).isEqualTo(new Look(false, true));
        assertThat(Look.of(Map.of("NO_COLOR", ""), StandardCharsets.US_ASCII)).isEqualTo(new Look(true, false));
        String plain = Screen.draw(snapshot(), "", PLAIN, 80, 24).getFirst().toAnsi();

        assertThat(plain).doesNotContain("\u001b");
    }

    private static String text(List<AttributedString> lines) {
        return lines.stream()
                .map(line -> line.toString().stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = ScreenTest.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static DemoSnapshot snapshot() {
        Activity activity = new Activity(92.66, 231, 5, 1012, 1003.4, 1571);
        return new DemoSnapshot(
                NOW,
                83.2,
                60,
                "fgd-greedy",
                List.of("vision", "language", "robotics"),
                nodes(),
                activity,
                queue(),
                log());
    }

    private static List<NodeRow> nodes() {
        List<NodeRow> rows = new ArrayList<>();
        int[] held = {1000, 1000, 750, 500, 250, 0, 1000, 100};
        for (NodeSpec node : DemoCluster.nodes()) {
            List<GpuCell> cells = new ArrayList<>();
            for (int gpu = 0; gpu < node.gpus(); gpu++) {
                int milli = held[(gpu + rows.size()) % held.length];
                cells.add(new GpuCell(milli, milli == 0 ? -1 : (gpu + rows.size()) % 3));
            }
            NodeStatus status = rows.size() == 3 ? NodeStatus.LOST : NodeStatus.UP;
            rows.add(new NodeRow(node.name(), rows.size() == 9 ? NodeStatus.DRAINING : status, cells));
        }
        return rows;
    }

    private static List<QueueRow> queue() {
        TreeMap<Reason, Integer> whole = new TreeMap<>(Map.of(Reason.WHOLE_GPUS, 19, Reason.GPU_MODEL, 12));
        TreeMap<Reason, Integer> some = new TreeMap<>(Map.of(Reason.WHOLE_GPUS, 29, Reason.NODE_LOST, 1));
        return List.of(
                row(
                        "train-812",
                        "vision",
                        "8 GPU H100",
                        725,
                        new Explanation(Reason.WHOLE_GPUS, Nanos.NEVER, 1, 0, 0, Lacks.of(whole))),
                row(
                        "train-840",
                        "language",
                        "4 × 2 GPU",
                        200,
                        new Explanation(Reason.GANG, Nanos.NEVER, 4, 3, 2, Lacks.of(some))),
                row(
                        "serve-301",
                        "robotics",
                        "2 × 0.5 GPU",
                        12,
                        new Explanation(Reason.BACK_OFF, NOW + 8 * Nanos.SECOND, 2, 2, 9, Lacks.of(some))),
                row("note-99", "other", "8 CPU", 1, new Explanation(null, Nanos.NEVER, 1, 1, 30, Lacks.NONE)));
    }

    private static QueueRow row(String job, String tenant, String asks, long seconds, Explanation why) {
        return new QueueRow(job, tenant, asks, seconds * Nanos.SECOND, why);
    }

    private static List<LogRow> log() {
        List<LogRow> rows = new ArrayList<>();
        rows.add(new LogRow(NOW, LogKind.START, "serve-300 (2 × 1 GPU) on h100-02:2,4: fgd, waited 12.3s"));
        rows.add(new LogRow(NOW - Nanos.SECOND, LogKind.STOP, "train-74: a task of the job failed to start"));
        rows.add(new LogRow(NOW - 3 * Nanos.SECOND, LogKind.REJECT, "note-12: did not start within its patience"));
        rows.add(new LogRow(NOW - 5 * Nanos.SECOND, LogKind.LOST, "h100-03 and all it ran"));
        rows.add(new LogRow(NOW - Nanos.MINUTE, LogKind.STRATEGY, "fgd-greedy"));
        for (int i = 0; i < 40; i++) {
            rows.add(new LogRow(
                    NOW - (60 + i) * Nanos.SECOND,
                    LogKind.START,
                    "note-" + i + " (0.25 GPU) on a100-01:6: fgd, waited 0ms"));
        }
        return rows;
    }
}
