package io.berth.learn.online;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final LearnerOptions OPTIONS = LearnerOptions.standard(OnlineExperiment.strategy("fcfs"));
    private static final int COOL_DOWN = OPTIONS.guard().coolDownJobs();

    @Test
    void whatWasDemotedWaitsTwiceAsLongAsTheRestAndLongerEachTime() {
        Ledger ledger = new Ledger(OPTIONS, LearnerMemory.NEW);

        ledger.changed(demoted("sjf"), 100);

        assertThat(ledger.mayPromote(100 + COOL_DOWN)).isTrue();
        assertThat(ledger.banned("sjf", 100 + 2 * COOL_DOWN - 1)).isTrue();
        assertThat(ledger.banned("sjf", 100 + 2 * COOL_DOWN)).isFalse();
        assertThat(ledger.banned("f1", 100)).isFalse();

        ledger.changed(demoted("sjf"), 1000);

        assertThat(ledger.banned("sjf", 1000 + 4 * COOL_DOWN - 1)).isTrue();
        assertThat(ledger.banned("sjf", 1000 + 4 * COOL_DOWN)).isFalse();
    }

    @Test
    void aRestartKeepsWhatIsLeftOfABan() {
        Ledger before = new Ledger(OPTIONS, LearnerMemory.NEW);
        before.changed(demoted("sjf"), 100);
        LearnerMemory memory = before.memory(150);
        assertThat(memory.banned()).containsExactly(new Ban("sjf", 1, 2 * COOL_DOWN - 50));

        Ledger after = new Ledger(OPTIONS, memory);
        after.begins(7000, 8000);

        assertThat(after.banned("sjf", 7000 + 2 * COOL_DOWN - 51)).isTrue();
        assertThat(after.banned("sjf", 7000 + 2 * COOL_DOWN - 50)).isFalse();
        assertThat(after.memory(7000).banned()).isEqualTo(memory.banned());
    }

    @Test
    void withoutACoolDownWhatWasDemotedIsStillNotTriedAtOnce() {
        Guard.Limits limits = new Guard.Limits(40, 1.15, 2.5, 0.02, 0);
        LearnerOptions options = new LearnerOptions(OPTIONS.fallback(), 100, 600, 0.95, 0, 0.8, limits, 1);
        Ledger ledger = new Ledger(options, LearnerMemory.NEW);

        ledger.changed(demoted("sjf"), 100);

        assertThat(ledger.mayPromote(100)).isTrue();
        assertThat(ledger.banned("sjf", 100 + 79)).isTrue();
        assertThat(ledger.banned("sjf", 100 + 80)).isFalse();
    }

    private static Change demoted(String id) {
        return new Change(0, Change.Kind.DEMOTE, id, "worse", OPTIONS.exploredFallback());
    }
}
