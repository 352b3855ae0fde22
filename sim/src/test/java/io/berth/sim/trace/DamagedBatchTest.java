package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.berth.core.time.Chance;
import io.berth.sim.trace.csv.JobsCsv;
import io.berth.sim.trace.swf.SwfLog;
import io.berth.sim.trace.swf.SwfWorkload;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.spec.input.InputException;
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
    private static final int MUTATIONS = 2000;
    private static final String SWF = BatchText.swf(ROWS, 1);
    private static final String SACCT = BatchText.sacct(ROWS, 1);
    private static final String JOBS = BatchText.jobs(ROWS, 1);

    @ParameterizedTest
    @ValueSource(strings = {"swf", "sacct", "csv"})
    @Timeout(300)
    void damaged_files_are_read_or_refused_in_one_line(String kind) {
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            refused += attempt(kind, seed) ? 0 : 1;
        }
        assertThat(refused).as("much damage is noticed").isBetween(MUTATIONS / 4, MUTATIONS - MUTATIONS / 10);
    }

    /** True where the damaged file was read all the same. */
    private static boolean attempt(String kind, long seed) {
        Chance chance = new Chance(seed, "damage", 0);
        byte[] bytes = text(kind).getBytes(StandardCharsets.UTF_8);
        boolean packed = chance.below(4) == 0;
        boolean before = chance.below(2) == 0;
        byte[] damaged = !packed
                ? Damage.of(bytes, chance)
                : before ? OpenbText.gzip(Damage.of(bytes, chance)) : Damage.of(OpenbText.gzip(bytes), chance);
        Lenience lenience = chance.below(3) == 0 ? Lenience.counting() : Lenience.STRICT;
        try {
            assertThat(inOrder(read(kind, damaged, lenience)))
                    .as("seed " + seed)
                    .isTrue();
            return true;
        } catch (InputException e) {
            assertThat(e.getMessage()).as("seed " + seed).startsWith("d.txt:").doesNotContain("\n", "\r", "\0");
            assertThat(e.getMessage()).as("seed " + seed).hasSizeLessThan(400);
            return false;
        } catch (RuntimeException e) {
            return fail(kind + " seed " + seed, e);
        }
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
