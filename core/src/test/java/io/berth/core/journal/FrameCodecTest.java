package io.berth.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.policy.DemandCount;
import io.berth.core.policy.PartSpec;
import io.berth.core.policy.PolicySpec;
import io.berth.core.policy.StrategySpec;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.time.Nanos;
import io.berth.core.workload.After;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobArray;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import io.berth.core.workload.Terms;
import io.berth.core.workload.When;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FrameCodecTest {
    /** Written by format version 1 and never again: later versions must read it. */
    private static final String GOLDEN = "/journal-v1.golden";

    private static final Demand DEMAND = new Demand(500, 1L << 30, 2, 3, 4, 1, 250, 5L << 30, List.of("A100", "T4"));
    private static final StrategySpec STRATEGY = new StrategySpec(
            "mine",
            PolicySpec.of("sjf"),
            PolicySpec.of("fgd", Map.of("coverage", "90")),
            PolicySpec.of("greedy"),
            PolicySpec.of("none"));

    private static List<Frame> frames() {
        JobSpec job = new JobSpec("träin", "team", JobKind.INTERACTIVE, -3, 2, DEMAND, Nanos.NEVER, 7, Nanos.MINUTE);
        List<Event> events = List.of(
                new Event.TaskStarting(1, 0, 2),
                new Event.TaskStarted(1, 1, 2),
                new Event.TaskStartFailed(1, 1, 2, "no such image"),
                new Event.TaskEnded(1, 0, 2, 143),
                new Event.NodeJoined(3, new NodeSpec("n3", 1, 2, 3, 4, 5, 6, 7, "T4", 8)),
                new Event.NodeLost(3),
                new Event.UsageObserved(3, 100, 200),
                new Event.MixExpected(List.of(new DemandCount(DEMAND, 9), new DemandCount(Demand.cpu(1, 2), 1))),
                new Event.JobSubmitted(9, job, "cli", 12),
                new Event.JobCancelled(9),
                new Event.NodeDrained(3, true),
                new Event.ClockJumped(-5),
                new Event.StrategyChanged(STRATEGY),
                new Event.Tick(9),
                new Event.ProgressReported(9, 2, Nanos.HOUR));
        List<Decision> decisions = List.of(
                new Decision.Stop(1, 8, Reason.START_FAILED),
                new Decision.Start(2, 9, List.of(new Placement(0, 0), new Placement(5, 1L << 62))),
                new Decision.Reject(3, 10, Reason.NO_NODE_EVER),
                new Decision.Remember(4, "round-robin.next", 1, List.of(7L, -7L)),
                new Decision.Promise(5, 11, 1_767_225_600_000_000_009L, List.of(new Placement(2, 3))));
        return List.of(
                new Frame(1_767_225_600_000_000_000L, events, null),
                new Frame(1_767_225_600_000_000_001L, List.of(), new Plan(1, decisions)),
                new Frame(1_767_225_600_000_000_002L, events, new Plan(2, List.of())),
                windows());
    }

    /** Kinds that came with windows, behind the others in the golden file. */
    private static Frame windows() {
        PolicySpec dual = PolicySpec.of("dual", Map.of("window", "4"));
        WindowStart start = new WindowStart(9, List.of(new Placement(3, 5), new Placement(4, 0)));
        return new Frame(
                1_767_225_600_000_000_003L,
                List.of(
                        new Event.StrategyChanged(STRATEGY.planning(dual)),
                        new Event.WindowPlanned(6, new WindowAnswer(true, List.of(start), 1_500, 20_000))),
                new Plan(3, List.of(new Decision.PlanWindow(7, List.of(9L, 12L), 1_767_225_630_000_000_003L))));
    }

    @Test
    void the_journal_of_format_version_1_is_read() throws IOException {
        assertThat(read(golden())).isEqualTo(frames());
    }

    @Test
    void format_version_1_is_written_as_it_was() throws IOException {
        assertThat(FrameCodec.VERSION)
                .as("a new version gets a golden file of its own, and the old one is still read")
                .isEqualTo(1);
        assertThat(write(frames())).isEqualTo(golden());
    }

    @Test
    void a_deadline_and_a_preempting_strategy_are_read_as_they_were_written() {
        JobSpec job = JobSpec.batch("late", DEMAND, 7).withDeadline(Nanos.HOUR);
        List<Event> events = List.of(
                new Event.JobSubmitted(9, job, "cli", 12), new Event.StrategyChanged(STRATEGY.preempting("by-order")));
        List<Frame> frames = List.of(new Frame(1, events, null));
        assertThat(read(write(frames))).isEqualTo(frames);
    }

    @Test
    void a_program_is_read_as_it_was_written() {
        Program program = new Program(List.of("träin", ""), new TreeMap<>(Map.of("A", "", "B", "c")), "/srv", "ada");
        JobSpec job = JobSpec.batch("real", DEMAND, 7).withProgram(program);
        List<Event> events = List.of(
                new Event.JobSubmitted(9, job, "cli", 12),
                new Event.JobSubmitted(10, job.withDeadline(Nanos.HOUR), "cli", 13));
        List<Frame> frames = List.of(new Frame(1, events, null));
        assertThat(read(write(frames))).isEqualTo(frames);
    }

    @Test
    void terms_and_what_ended_a_task_are_read_as_they_were_written() {
        JobSpec job = JobSpec.batch("later", DEMAND, 7);
        List<After> after = List.of(new After(3, When.OK), new After(4, When.ANY), new After(5, When.FAILED));
        Terms all = new Terms(Nanos.HOUR, 3, after, new JobArray(9, 1, 5, 2));
        List<Event> events = List.of(
                new Event.TaskEnded(1, 0, 2, 137, true),
                new Event.TaskEnded(1, 0, 2, 143, true, 0),
                new Event.TaskEnded(1, 0, 2, 0, false, 1L << 40),
                new Event.TaskStartFailed(1, 1, 2, "no such user", false),
                new Event.JobSubmitted(9, job.withTerms(all), "cli", 12),
                new Event.JobSubmitted(
                        10, job.withTerms(Terms.NONE.withRetries(1)).withProgram(Program.of("true")), "cli", 13));
        List<Frame> frames = List.of(new Frame(1, events, null));
        assertThat(read(write(frames))).isEqualTo(frames);
    }

    @Test
    void progress_and_what_is_read_of_outputs_are_read_as_they_were_written() {
        Program program = Program.of("true").withMetrics(new Metrics(true, "(?P<loss>[0-9.]+)", 400));
        JobSpec job = JobSpec.batch("curve", DEMAND, 7).withProgram(program);
        List<Event> events = List.of(
                new Event.ProgressReported(9, 3, 0),
                new Event.ProgressReported(9, 3, Nanos.NEVER - 1),
                new Event.JobSubmitted(9, job, "cli", 12),
                new Event.JobSubmitted(10, job.withTerms(Terms.NONE.withRetries(1)), "cli", 13),
                new Event.JobSubmitted(11, job.withProgram(program.withMetrics(Metrics.OFF)), "cli", 14));
        List<Frame> frames = List.of(new Frame(1, events, null));
        assertThat(read(write(frames))).isEqualTo(frames);
    }

    @Test
    void combined_placements_are_read_as_they_were_written() {
        PolicySpec fgd = PolicySpec.of("fgd", Map.of("coverage", "90"));
        PolicySpec fit = PolicySpec.of("best-fit");
        for (PartSpec place : List.of(
                new PartSpec.Lexicographic(List.of(fit, fgd)),
                new PartSpec.Weighted(List.of(new PartSpec.Weighed(fgd, 0.7), new PartSpec.Weighed(fit, 1e-9))))) {
            List<Frame> frames =
                    List.of(new Frame(1, List.of(new Event.StrategyChanged(STRATEGY.placing(place))), null));

            assertThat(read(write(frames))).isEqualTo(frames);
        }
    }

    @Test
    void a_combination_that_could_not_have_been_written_is_said_to_be_corrupt() {
        ByteSink sink = new ByteSink();
        StrategyCodec.strategy(STRATEGY.placing(new PartSpec.Lexicographic(List.of(PolicySpec.of("fgd")))), sink);
        byte[] bytes = sink.toByteArray();
        byte[] name = "lexicographic".getBytes(StandardCharsets.UTF_8);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("lexicographic") + name.length;
        bytes[at] = 0;

        assertThatThrownBy(() -> StrategyCodec.strategy(new ByteSource(bytes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one policy");
    }

    @Test
    void every_kind_of_event_and_decision_is_in_the_golden_journal() {
        TreeSet<String> kinds = new TreeSet<>();
        for (Frame frame : frames()) {
            frame.events().forEach(event -> kinds.add(event.getClass().getSimpleName()));
            if (frame.plan() != null) {
                frame.plan().decisions().forEach(d -> kinds.add(d.getClass().getSimpleName()));
            }
        }
        assertThat(kinds).hasSize(records(Event.class) + records(Decision.class));
    }

    /** How many records a sealed type has, however its branches nest. */
    private static int records(Class<?> sealed) {
        int count = 0;
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            count += permitted.isRecord() ? 1 : records(permitted);
        }
        return count;
    }

    @Test
    void a_frame_cut_anywhere_is_said_to_be_corrupt() {
        for (Frame frame : frames()) {
            byte[] whole = write(List.of(frame));
            for (int length = 0; length < whole.length; length++) {
                ByteSource cut = new ByteSource(Arrays.copyOf(whole, length));
                assertThatThrownBy(() -> FrameCodec.read(cut)).isInstanceOf(CorruptRecordException.class);
            }
        }
    }

    @Test
    void a_flipped_byte_gives_another_frame_or_is_said_to_be_corrupt() {
        byte[] whole = write(frames().subList(0, 1));
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << bit);
                try {
                    FrameCodec.read(new ByteSource(flipped));
                } catch (CorruptRecordException e) {
                    assertThat(e).hasMessageNotContaining("null");
                }
            }
        }
    }

    @Test
    void reasons_keep_their_codes() {
        TreeSet<Integer> codes = new TreeSet<>();
        for (Reason reason : Reason.values()) {
            assertThat(Reason.ofCode(reason.code())).isSameAs(reason);
            codes.add(reason.code());
        }
        assertThat(codes).hasSize(Reason.values().length);
        assertThatThrownBy(() -> Reason.ofCode(0)).hasMessageContaining("(0)");
    }

    private static byte[] write(List<Frame> frames) {
        ByteSink sink = new ByteSink();
        frames.forEach(frame -> FrameCodec.write(frame, sink));
        return sink.toByteArray();
    }

    private static List<Frame> read(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        List<Frame> frames = new ArrayList<>();
        while (!source.exhausted()) {
            frames.add(FrameCodec.read(source));
        }
        return frames;
    }

    private static byte[] golden() throws IOException {
        try (InputStream file = FrameCodecTest.class.getResourceAsStream(GOLDEN)) {
            assertThat(file).as(GOLDEN).isNotNull();
            return file.readAllBytes();
        }
    }
}
