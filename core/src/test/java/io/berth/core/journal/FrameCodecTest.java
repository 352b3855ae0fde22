package io.berth.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowStart;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.After;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobArray;
import io.berth.core.workload.JobChange;
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

    /** Written by format version 2, likewise. */
    private static final String GOLDEN_2 = "/journal-v2.golden";

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

    @Test
    void an_array_is_written_once_however_many_jobs_it_has() {
        JobSpec array = JobSpec.batch("a".repeat(10_000), DEMAND, 7)
                .withTerms(Terms.NONE.withAfter(List.of(new After(3, When.OK))).withArray(JobArray.of(1_000, 2)))
                .withProgram(new Program(
                        List.of("true", "x".repeat(100_000)), new TreeMap<>(Map.of("Y", "y".repeat(100_000))), "", ""));
        List<Event> events = new ArrayList<>();
        for (int index = 0; index < 1_000; index++) {
            events.add(new Event.JobSubmitted(9 + index, array.member(9, index), "cli", 12));
        }
        List<Frame> frames = List.of(new Frame(1, events, null));

        byte[] bytes = write(frames);

        assertThat(bytes.length).isBetween(210_000, 310_000);
        List<Frame> read = read(bytes);
        assertThat(read).isEqualTo(frames);
        JobSpec first = ((Event.JobSubmitted) read.getFirst().events().getFirst()).spec();
        JobSpec last = ((Event.JobSubmitted) read.getFirst().events().getLast()).spec();
        assertThat(last.program().command()).isSameAs(first.program().command());
        assertThat(last.program().environment().get("Y"))
                .isSameAs(first.program().environment().get("Y"));
        assertThat(last.terms().after()).isSameAs(first.terms().after());
        assertThat(last.program().environment()).containsEntry("BERTH_ARRAY_TASK_ID", "999");
    }

    @Test
    void a_job_of_an_array_of_which_none_comes_before_is_no_record() {
        JobSpec array = JobSpec.batch("job", DEMAND, 7).withTerms(Terms.NONE.withArray(JobArray.of(2, 2)));
        byte[] both = write(List.of(new Frame(
                1,
                List.of(
                        new Event.JobSubmitted(9, array.member(9, 0), "cli", 12),
                        new Event.JobSubmitted(10, array.member(9, 1), "cli", 12)),
                null)));
        byte[] first =
                write(List.of(new Frame(1, List.of(new Event.JobSubmitted(9, array.member(9, 0), "cli", 12)), null)));
        // The second job alone: time, "one event", its bytes, "no plan".
        byte[] second = new byte[10 + both.length - first.length];
        System.arraycopy(first, 0, second, 0, 9);
        System.arraycopy(both, first.length - 1, second, 9, second.length - 9);

        assertThatThrownBy(() -> FrameCodec.read(new ByteSource(second)))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("of array 9, of which no job comes before it");
    }

    private static List<Frame> sinceVersion2() {
        List<Frame> frames = new ArrayList<>(arrays());
        frames.add(clock());
        frames.add(operations());
        return frames;
    }

    private static List<Frame> allFrames() {
        List<Frame> frames = new ArrayList<>(frames());
        frames.addAll(sinceVersion2());
        return frames;
    }

    /** Two arrays, one of real jobs and one of emulated ones; the jobs of one came in two frames. */
    private static List<Frame> arrays() {
        Program program =
                new Program(List.of("träin", "x".repeat(40)), new TreeMap<>(Map.of("A", "b", "Z", "")), "/srv", "");
        JobSpec real = JobSpec.batch("reäl", DEMAND, 7)
                .withTerms(Terms.NONE.withRetries(2).withArray(JobArray.of(List.of(7, 9, 10), 2)))
                .withProgram(program.withMetrics(new Metrics(true, "(?P<loss>[0-9.]+)", 400)));
        JobSpec emulated = JobSpec.batch("emulated", DEMAND, 7).withTerms(Terms.NONE.withArray(JobArray.of(2, 2)));
        List<Event> events = List.of(
                new Event.JobSubmitted(9, real.member(9, 0), "cli", 12),
                new Event.JobSubmitted(12, emulated.member(12, 0), "cli", 13),
                new Event.JobSubmitted(10, real.member(9, 1), "cli", 12),
                new Event.JobSubmitted(13, emulated.member(12, 1), "cli", 13),
                // Not as the others are: written as a whole.
                new Event.JobSubmitted(14, emulated.member(12, 1).withQueue("other"), "cli", 13));
        return List.of(
                new Frame(1_767_225_600_000_000_000L, events, null),
                new Frame(
                        1_767_225_600_000_000_001L,
                        List.of(new Event.JobSubmitted(11, real.member(9, 2), "cli", 12)),
                        null));
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

    /** A kind that came with time that goes evenly. */
    private static Frame clock() {
        Event set = new Event.ClockSet(-3_600_000_000_000L, new BootTime("5bd1 time:[4026531834]", 1_767_225_000, -9));
        return new Frame(1_767_225_600_000_000_004L, List.of(set), null);
    }

    /** Kinds that came with what people may want of jobs that were handed in. */
    private static Frame operations() {
        List<Event> events = List.of(
                new Event.JobHeld(9, true),
                new Event.JobHeld(9, false),
                new Event.JobRequeued(9),
                new Event.JobUpdated(9, new JobChange("träin", -3, Nanos.NEVER)),
                new Event.JobUpdated(9, new JobChange(null, null, null)));
        return new Frame(1_767_225_600_000_000_005L, events, null);
    }

    @Test
    void the_journal_of_format_version_1_is_read() throws IOException {
        assertThat(read(golden(GOLDEN))).isEqualTo(frames());
    }

    @Test
    void what_format_version_1_had_is_written_as_it_was() throws IOException {
        assertThat(write(frames())).isEqualTo(golden(GOLDEN));
    }

    @Test
    void the_journal_of_format_version_2_is_read_and_written_as_it_was() throws IOException {
        assertThat(FrameCodec.VERSION)
                .as("a new version gets a golden file of its own, and the old ones are still read")
                .isEqualTo(2);
        assertThat(read(golden(GOLDEN_2))).isEqualTo(sinceVersion2());
        assertThat(write(sinceVersion2())).isEqualTo(golden(GOLDEN_2));
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
    void why_a_node_is_drained_is_read_as_it_was_written() {
        List<Event> events = List.of(new Event.NodeDrained(4, true, "a fan is löud"), new Event.NodeDrained(5, false));
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
    void a_plan_keeps_what_it_is_worth_and_one_that_does_not_tell_it_is_still_read() {
        WindowAnswer old = new WindowAnswer(true, List.of(), 1_500, 20_000);
        Worth worth = new Worth(-3, 1L << 40);
        WindowAnswer told = new WindowAnswer(true, List.of(), 1_500, 20_000, worth);
        List<Frame> frames = List.of(
                new Frame(1, List.of(new Event.WindowPlanned(6, old)), null),
                new Frame(2, List.of(new Event.WindowPlanned(7, told)), null));

        assertThat(read(write(frames))).isEqualTo(frames);
    }

    @Test
    void every_kind_of_event_and_decision_is_in_the_golden_journal() {
        TreeSet<String> kinds = new TreeSet<>();
        for (Frame frame : allFrames()) {
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
        for (Frame frame : allFrames()) {
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

    private static byte[] golden(String name) throws IOException {
        try (InputStream file = FrameCodecTest.class.getResourceAsStream(name)) {
            assertThat(file).as(name).isNotNull();
            return file.readAllBytes();
        }
    }
}
