package io.berth.local.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessUsageTest {
    private static final long TWO_SECONDS = 2_000_000_000L;

    @Test
    void whatIsNotOursIsAddedUp() {
        List<ProcessReading> before =
                List.of(process(1, 0, 1_000), process(7, 1, 10), process(8, 7, 0), process(9, 1, 500));
        List<ProcessReading> after =
                List.of(process(1, 0, 1_500), process(7, 1, 2_000), process(8, 7, 2_000), process(9, 1, 2_500));

        ProcessUsage usage = ProcessUsage.ofOthers(before, after, Ownership.ofPids(() -> Set.of(7)), TWO_SECONDS);

        assertThat(usage).isEqualTo(new ProcessUsage(1_250, 2_000));
    }

    @Test
    void aProcessThatIsNewHasUsedAllItsTimeInBetween() {
        ProcessReading reused = new ProcessReading(9, 1, 77, "", 600, 1_000);

        ProcessUsage usage =
                ProcessUsage.ofOthers(List.of(process(9, 1, 9_000)), List.of(reused), _ -> Set.of(), TWO_SECONDS);

        assertThat(usage.cpuMilli()).as("the number was used again").isEqualTo(300);
    }

    @Test
    void looksAtTheSameMomentHaveNoRate() {
        assertThat(ProcessUsage.ofOthers(List.of(), List.of(process(1, 0, 5)), _ -> Set.of(), 0))
                .isEqualTo(new ProcessUsage(0, 1_000));
    }

    @Test
    void aFamilyIsOursAsAWholeEvenWhereTheTableHasACircle() {
        List<ProcessReading> table =
                List.of(process(1, 0, 0), process(5, 4, 0), process(6, 5, 0), process(20, 21, 0), process(21, 20, 0));

        assertThat(Ownership.ofPids(() -> Set.of(4)).ours(table)).containsExactly(5, 6);
    }

    @Test
    void aControlGroupTellsWhoIsOurs() {
        List<ProcessReading> table = List.of(
                new ProcessReading(1, 0, 0, "/init.scope", 0, 0),
                new ProcessReading(2, 1, 0, "/berth/job-7/task-0", 0, 0));

        assertThat(Ownership.ofCgroups(group -> group.startsWith("/berth/")).ours(table))
                .containsExactly(2);
    }

    private static ProcessReading process(int pid, int parentPid, long cpuMillis) {
        return new ProcessReading(pid, parentPid, 42, "", cpuMillis, 1_000);
    }
}
