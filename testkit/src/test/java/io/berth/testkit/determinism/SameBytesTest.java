package io.berth.testkit.determinism;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Chance;
import io.berth.testkit.fixture.MemoryJournal;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.Seeds;
import io.berth.testkit.random.SimulatedDay;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Same inputs, same bytes. */
class SameBytesTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int DAYS = Seeds.some(100);
    private static final int SHUFFLES = Seeds.some(100);
    private static final Observer NOBODY = new Observer() {};

    @Test
    void the_same_day_twice_is_the_same_journal() {
        Seeds.upTo(DAYS, seed -> {
            byte[] once = journal(seed, 0);
            assertSame(journal(seed, 0), once);
            assertThat(MemoryJournal.read(once)).isNotEmpty();
        });
    }

    @Test
    void events_of_one_instant_in_any_order_are_the_same_journal() {
        Seeds.upTo(SHUFFLES, shuffle -> {
            for (long day = 1; day <= 5; day++) {
                long seed = shuffle * 1000 + day;
                assertSame(journal(seed, shuffle), journal(seed, 0));
            }
        });
    }

    @Test
    void one_day_is_the_same_journal_in_any_order() {
        byte[] ordered = journal(7, 0);
        Seeds.upTo(SHUFFLES, shuffle -> assertSame(journal(7, shuffle), ordered));
    }

    @Test
    void decisions_are_the_same_without_a_journal() {
        Seeds.upTo(DAYS, seed -> {
            List<Frame> seen = new ArrayList<>();
            Observer watcher = new Observer() {
                @Override
                public void instant(Frame frame, State state) {
                    seen.add(frame);
                }
            };
            new SimulatedDay(RandomDay.of(seed, CATALOG), CATALOG, Journal.NONE, watcher, 0).run();
            assertThat(seen).isEqualTo(MemoryJournal.read(journal(seed, 0)));
        });
    }

    @Test
    void a_state_read_back_from_its_bytes_goes_on_as_if_nothing_had_been() {
        Seeds.upTo(DAYS, seed -> {
            MemoryJournal interrupted = new MemoryJournal();
            SimulatedDay day = new SimulatedDay(RandomDay.of(seed, CATALOG), CATALOG, interrupted, NOBODY, 0);
            Chance chance = new Chance(seed, "interruption", 0);
            while (day.moment()) {
                if (chance.below(10) == 0) {
                    day.replaceState(Recoveries::readBack);
                }
            }
            assertSame(interrupted.bytes(), journal(seed, 0));
        });
    }

    @Test
    void two_processes_write_the_same_journal() throws IOException, InterruptedException {
        String here = DayDigest.of(DAYS);
        assertThat(inAnotherProcess("-Xint")).isEqualTo(here);
        assertThat(inAnotherProcess("-XX:+UseParallelGC")).isEqualTo(here);
    }

    private static String inAnotherProcess(String option) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        option,
                        "-cp",
                        System.getProperty("java.class.path"),
                        DayDigest.class.getName(),
                        Integer.toString(DAYS))
                .redirectErrorStream(true)
                .start();
        try (InputStream output = process.getInputStream()) {
            String printed = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(printed).isZero();
            return printed.strip();
        }
    }

    /** Says which frame differs, rather than which byte. */
    private static void assertSame(byte[] actual, byte[] expected) {
        if (Arrays.equals(actual, expected)) {
            return;
        }
        List<Frame> frames = MemoryJournal.read(actual);
        List<Frame> others = MemoryJournal.read(expected);
        for (int i = 0; i < Math.min(frames.size(), others.size()); i++) {
            assertThat(frames.get(i)).as("frame %d", i).isEqualTo(others.get(i));
        }
        assertThat(frames.size()).isEqualTo(others.size());
        throw new AssertionError("The frames are equal and their bytes are not.");
    }

    static byte[] journal(long seed, long shuffleSeed) {
        MemoryJournal journal = new MemoryJournal();
        new SimulatedDay(RandomDay.of(seed, CATALOG), CATALOG, journal, NOBODY, shuffleSeed).run();
        return journal.bytes();
    }
}
