package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import io.berth.sim.trace.csv.JobsCsv;
import io.berth.sim.trace.swf.SwfLog;
import io.berth.sim.trace.swf.SwfWorkload;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.scenario.WorkloadSpec.QueueBy;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever becomes of a log of a batch system, it is read or refused in one line; nothing else is thrown. */
class DamagedBatchTest {
    private static final int ROWS = 500;
    private static final String SWF = BatchText.swf(ROWS, 1);
    private static final String SACCT = BatchText.sacct(ROWS, 1);
    private static final String JOBS = BatchText.jobs(ROWS, 1);

    @ParameterizedTest
    @ValueSource(strings = {"swf", "sacct", "csv"})
    @Timeout(300)
    void damaged_files_are_read_or_refused_in_one_line(String kind) {
        assertThat(Damage.refused(seed -> attempt(kind, seed)))
                .as("much damage is noticed")
                .isBetween(Damage.MUTATIONS / 4, Damage.MUTATIONS * 9 / 10);
    }

    /** True where the damaged file was read all the same. */
    private static boolean attempt(String kind, long seed) {
        Chance chance = new Chance(seed, "damage", 0);
        byte[] bytes = text(kind).getBytes(StandardCharsets.UTF_8);
        byte[] damaged = Damage.ofMaybePacked(bytes, chance);
        Lenience lenience = chance.below(3) == 0 ? Lenience.counting() : Lenience.STRICT;
        String attempt = kind + " seed " + seed;
        return Damage.isRead(
                "d.txt",
                400,
                attempt,
                () -> assertThat(inOrder(read(kind, damaged, lenience)))
                        .as(attempt)
                        .isTrue());
    }

    private static boolean inOrder(ListedWorkload jobs) {
        long previous = 0;
        for (Arrival arrival : jobs) {
            if (arrival.atNanos() < previous) {
                return false;
            }
            previous = arrival.atNanos();
        }
        return true;
    }

    private static String text(String kind) {
        return switch (kind) {
            case "swf" -> SWF;
            case "sacct" -> SACCT;
            default -> JOBS;
        };
    }

    private static ListedWorkload read(String kind, byte[] bytes, Lenience lenience) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        RowNotes notes = new RowNotes();
        return switch (kind) {
            case "swf" -> {
                SwfLog log = SwfLog.read("d.txt", in, lenience);
                if (log.header().nodeCount() > 0) {
                    assertThat(log.header().machine(Path.of("d.txt"))).isNotEmpty();
                }
                yield SwfWorkload.of(log, QueueBy.USER, 4, notes);
            }
            case "sacct" -> BatchText.dump("d.txt", in, lenience, notes);
            default -> JobsCsv.read("d.txt", in, lenience, notes);
        };
    }
}
