package io.berth.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.form.StrategyForm;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.Service;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.ModelUtility;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
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
    private static final ScaleSpec SCALE = new ScaleSpec(
            ScaleSpec.Policy.TARGET_UTILISATION,
            2,
            9,
            60,
            15,
            2.5,
            new ScaleSpec.Kubernetes(0.1, 300),
            new ScaleSpec.Ahead(0.9, 1, 0.95, 7, 8));

    @Test
    void an_array_is_written_once_however_many_jobs_it_has() {
        JobSpec array = JobSpec.batch("a".repeat(10_000), Frames.DEMAND, 7)
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
    void other_tasks_of_a_job_come_back_as_they_were() {
        assertThat(read(write(Frames.withResizedJobs()))).isEqualTo(Frames.withResizedJobs());
    }

    @Test
    void what_a_job_is_worth_comes_back_with_it() {
        JobSpec valued = JobSpec.batch("valued", Frames.DEMAND, 7)
                .withTiming(Timing.known(7)
                        .withProfile(RunProfile.NONE.withUtilities(
                                List.of(new ModelUtility("H100", 3_000_000), new ModelUtility("träin", 1)))));
        List<Frame> told = List.of(new Frame(1, List.of(new Event.JobSubmitted(11, valued, "people", 1)), null));
        assertThat(read(write(told))).isEqualTo(told);
    }

    @Test
    void what_a_replica_serves_comes_back_with_it_and_with_others_of_its_array() {
        JobSpec replicas = JobSpec.batch("chat", Frames.DEMAND, 7)
                .withTerms(Terms.NONE.withRetries(Terms.ALWAYS).withArray(JobArray.of(2, 2)))
                .withProgram(Program.of("serve").withService(new Service("chat", 8000, "/ready", 5, SCALE)));
        List<Frame> frames = List.of(new Frame(
                1,
                List.of(
                        new Event.JobSubmitted(9, replicas.member(9, 0), "cli", 12),
                        new Event.JobSubmitted(10, replicas.member(9, 1), "cli", 12)),
                null));

        assertThat(read(write(frames))).isEqualTo(frames);
    }

    @Test
    void a_job_of_an_array_of_which_none_comes_before_is_no_record() {
        JobSpec array = JobSpec.batch("job", Frames.DEMAND, 7).withTerms(Terms.NONE.withArray(JobArray.of(2, 2)));
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

    @Test
    void journals_of_earlier_formats_are_read() throws IOException {
        assertThat(read(golden("/journal-v1.golden"))).isEqualTo(Frames.version1());
        assertThat(read(golden("/journal-v2.golden"))).isEqualTo(Frames.sinceVersion2());
        assertThat(read(golden("/journal-v2-later.golden"))).isEqualTo(Frames.laterInVersion2());
    }

    @Test
    void the_journal_of_format_version_3_is_read_and_written_as_it_was() throws IOException {
        assertThat(FrameCodec.VERSION)
                .as("a new version gets a golden file of its own, and the old ones are still read")
                .isEqualTo(3);
        assertThat(read(golden("/journal-v3.golden"))).isEqualTo(Frames.all());
        assertThat(write(Frames.all())).isEqualTo(golden("/journal-v3.golden"));
        assertThat(read(golden("/journal-v3-later.golden"))).isEqualTo(Frames.laterInVersion3());
        assertThat(write(Frames.laterInVersion3())).isEqualTo(golden("/journal-v3-later.golden"));
        assertThat(read(golden("/journal-v3-selectors.golden"))).isEqualTo(Frames.selectors());
        assertThat(write(Frames.selectors())).isEqualTo(golden("/journal-v3-selectors.golden"));
        assertThat(read(golden("/journal-v3-peers.golden"))).isEqualTo(Frames.peers());
        assertThat(write(Frames.peers())).isEqualTo(golden("/journal-v3-peers.golden"));
        assertThat(read(golden("/journal-v3-wishes.golden"))).isEqualTo(Frames.wishes());
        assertThat(write(Frames.wishes())).isEqualTo(golden("/journal-v3-wishes.golden"));
        assertThat(read(golden("/journal-v3-within.golden"))).isEqualTo(Frames.within());
        assertThat(write(Frames.within())).isEqualTo(golden("/journal-v3-within.golden"));
        assertThat(read(golden("/journal-v3-levels.golden"))).isEqualTo(Frames.levels());
        assertThat(write(Frames.levels())).isEqualTo(golden("/journal-v3-levels.golden"));
        assertThat(read(golden("/journal-v3-units.golden"))).isEqualTo(Frames.units());
        assertThat(write(Frames.units())).isEqualTo(golden("/journal-v3-units.golden"));
        assertThat(read(golden("/journal-v3-images.golden"))).isEqualTo(Frames.images());
        assertThat(write(Frames.images())).isEqualTo(golden("/journal-v3-images.golden"));
        assertThat(read(golden("/journal-v3-loads.golden"))).isEqualTo(Frames.loads());
        assertThat(write(Frames.loads())).isEqualTo(golden("/journal-v3-loads.golden"));
        assertThat(read(golden("/journal-v3-measured.golden"))).isEqualTo(Frames.measured());
        assertThat(write(Frames.measured())).isEqualTo(golden("/journal-v3-measured.golden"));
        assertThat(read(golden("/journal-v3-mig.golden"))).isEqualTo(Frames.mig());
        assertThat(write(Frames.mig())).isEqualTo(golden("/journal-v3-mig.golden"));
        assertThat(read(golden("/journal-v3-at-once.golden"))).isEqualTo(Frames.atOnce());
        assertThat(write(Frames.atOnce())).isEqualTo(golden("/journal-v3-at-once.golden"));
        assertThat(read(golden("/journal-v3-data.golden"))).isEqualTo(Frames.data());
        assertThat(write(Frames.data())).isEqualTo(golden("/journal-v3-data.golden"));
        assertThat(read(golden("/journal-v3-spare.golden"))).isEqualTo(Frames.spare());
        assertThat(write(Frames.spare())).isEqualTo(golden("/journal-v3-spare.golden"));
        assertThat(read(golden("/journal-v3-queues.golden"))).isEqualTo(Frames.queues());
        assertThat(write(Frames.queues())).isEqualTo(golden("/journal-v3-queues.golden"));
        assertThat(read(golden("/journal-v3-resizes.golden"))).isEqualTo(Frames.resizes());
        assertThat(write(Frames.resizes())).isEqualTo(golden("/journal-v3-resizes.golden"));
        assertThat(read(golden("/journal-v3-classes.golden"))).isEqualTo(Frames.classes());
        assertThat(write(Frames.classes())).isEqualTo(golden("/journal-v3-classes.golden"));
        assertThat(read(golden("/journal-v3-work-classes.golden"))).isEqualTo(Frames.workClasses());
        assertThat(write(Frames.workClasses())).isEqualTo(golden("/journal-v3-work-classes.golden"));
        assertThat(read(golden("/journal-v3-moves.golden"))).isEqualTo(Frames.moves());
        assertThat(write(Frames.moves())).isEqualTo(golden("/journal-v3-moves.golden"));
        assertThat(read(golden("/journal-v3-phases.golden"))).isEqualTo(Frames.phases());
        assertThat(write(Frames.phases())).isEqualTo(golden("/journal-v3-phases.golden"));
    }

    @Test
    void domains_of_groups_are_fields_of_their_own() throws IOException {
        assertThat(read(golden("/journal-v3-domains.golden"))).isEqualTo(Frames.domains());
        assertThat(write(Frames.domains())).isEqualTo(golden("/journal-v3-domains.golden"));
    }

    @Test
    void pools_are_fields_of_their_own() throws IOException {
        assertThat(read(golden("/journal-v3-pools.golden"))).isEqualTo(Frames.pools());
        assertThat(write(Frames.pools())).isEqualTo(golden("/journal-v3-pools.golden"));
    }

    @Test
    void reservations_are_fields_of_their_own() throws IOException {
        assertThat(read(golden("/journal-v3-reservations.golden"))).isEqualTo(Frames.reservations());
        assertThat(write(Frames.reservations())).isEqualTo(golden("/journal-v3-reservations.golden"));
    }

    @Test
    void a_node_of_which_some_taints_have_no_effect_is_said_to_be_corrupt() {
        byte[] bytes = write(List.of(new Frame(
                1,
                List.of(new Event.NodeJoined(
                        8, NodeSpec.of("n8", 1, 1, 0, "").withTaints(List.of(new Taint("a", "b", Effect.NO_EXECUTE))))),
                null)));
        // Field 16, one effect, the effect; then the end of the node, that of the event and "no plan".
        int at = bytes.length - 6;
        assertThat(Arrays.copyOfRange(bytes, at, at + 3)).containsExactly(16, 2, 2);
        byte[] two = Arrays.copyOf(bytes, bytes.length + 1);
        two[at + 1] = 4;
        System.arraycopy(bytes, at + 2, two, at + 3, bytes.length - at - 2);

        assertThatThrownBy(() -> FrameCodec.read(new ByteSource(two)))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessageContaining("a node has 1 taints and the effects of 2");
    }

    @Test
    void a_kind_that_a_later_program_wrote_is_named_with_the_format() {
        byte[] bytes = write(List.of(new Frame(1, List.of(new Event.JobCancelled(9)), null)));
        bytes[9] = 120;

        assertThatThrownBy(() -> FrameCodec.read(new ByteSource(bytes)))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessage("unknown kind of event 120: this program has format version 3");
    }

    @Test
    void a_field_that_a_later_program_wrote_is_named_with_the_format() {
        byte[] bytes = write(List.of(new Frame(1, List.of(new Event.JobHeld(9, true)), null)));
        // Time, "one event", kind, job, field 1.
        assertThat(bytes[11]).isEqualTo((byte) 1);
        bytes[11] = 77;

        assertThatThrownBy(() -> FrameCodec.read(new ByteSource(bytes)))
                .isInstanceOf(CorruptRecordException.class)
                .hasMessage("a hold has field 77, which this program, of format version 3, does not know:"
                        + " a later one wrote it");
    }

    @Test
    void a_combination_that_could_not_have_been_written_is_said_to_be_corrupt() {
        ByteSink sink = new ByteSink();
        StrategyForm.CODEC.write(
                Frames.STRATEGY.placing(new PartSpec.Lexicographic(List.of(PolicySpec.of("fgd")))), sink);
        byte[] bytes = sink.toByteArray();
        // The number of policies, before field 1, the length and the text of the name of the first.
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("fgd") - 3;
        assertThat(bytes[at]).isEqualTo((byte) 2);
        bytes[at] = 0;

        assertThatThrownBy(() -> StrategyForm.CODEC.read(new ByteSource(bytes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one policy");
    }

    @Test
    void every_kind_of_event_and_decision_is_in_the_golden_journals() {
        TreeSet<String> kinds = new TreeSet<>();
        List<Frame> all = new ArrayList<>(Frames.all());
        all.addAll(Frames.laterInVersion3());
        all.addAll(Frames.wishes());
        all.addAll(Frames.images());
        all.addAll(Frames.data());
        all.addAll(Frames.loads());
        all.addAll(Frames.measured());
        all.addAll(Frames.spare());
        all.addAll(Frames.queues());
        all.addAll(Frames.resizes());
        all.addAll(Frames.classes());
        all.addAll(Frames.reservations());
        all.addAll(Frames.pools());
        all.addAll(Frames.moves());
        all.addAll(Frames.phases());
        for (Frame frame : all) {
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
        List<Frame> all = new ArrayList<>(Frames.all());
        all.addAll(Frames.laterInVersion3());
        all.addAll(Frames.selectors());
        all.addAll(Frames.peers());
        all.addAll(Frames.wishes());
        all.addAll(Frames.images());
        all.addAll(Frames.data());
        all.addAll(Frames.loads());
        all.addAll(Frames.measured());
        all.addAll(Frames.spare());
        all.addAll(Frames.queues());
        all.addAll(Frames.resizes());
        all.addAll(Frames.classes());
        all.addAll(Frames.reservations());
        all.addAll(Frames.pools());
        all.addAll(Frames.moves());
        all.addAll(Frames.phases());
        all.addAll(Frames.domains());
        all.addAll(Frames.mig());
        for (Frame frame : all) {
            byte[] whole = write(List.of(frame));
            for (int length = 0; length < whole.length; length++) {
                ByteSource cut = new ByteSource(Arrays.copyOf(whole, length));
                assertThatThrownBy(() -> FrameCodec.read(cut)).isInstanceOf(CorruptRecordException.class);
            }
        }
    }

    @Test
    void a_flipped_byte_gives_another_frame_or_is_said_to_be_corrupt() {
        for (Frame frame : List.of(
                Frames.version1().getFirst(),
                Frames.selectors().getFirst(),
                Frames.mig().getFirst(),
                Frames.peers().getFirst())) {
            byte[] whole = write(List.of(frame));
            for (int bit = 0; bit < 8 * whole.length; bit++) {
                byte[] flipped = whole.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
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
