package io.berth.core.dispatch.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which requests are held for one another. */
class MergerTest {
    private static final long KIND = 1;
    private static final long MS = Nanos.MILLISECOND;
    private static final FleetView BUSY = view(0.9, 40.0 * MS);
    private static final FleetView IDLE = view(0, 0);

    private final CallTimes times = new CallTimes();
    private final Merger<String, Integer> merger = new Merger<>(5 * MS, 8, times);
    private final List<Merger.Batch<Integer>> sent = new ArrayList<>();
    private long now;

    @Test
    void onABusyFleetThoseThatComeSoonAfterOneAnotherAreOneCall() {
        learn(8, 0.1);
        feed(400, MS, BUSY);

        assertThat(sent.stream().mapToInt(Merger.Batch::items).sum()).isEqualTo(400 - merger.held());
        assertThat(sent.size()).isLessThan(250);
        assertThat(sent.stream().mapToInt(Merger.Batch::items)).allMatch(items -> items <= 8);
        assertThat(sent.stream().flatMap(batch -> batch.members().stream().map(Merger.Member::who)))
                .doesNotHaveDuplicates();
    }

    @Test
    void whereNothingIsFixedOrNobodyWaitsNobodyIsHeld() {
        learn(0, 8);
        feed(200, MS, BUSY);
        assertThat(sent).hasSize(200);
        learn(8, 0.1);
        sent.clear();
        Merger<String, Integer> idle = new Merger<>(5 * MS, 8, times);
        for (int i = 0; i < 200; i++) {
            now += MS;
            sent.addAll(idle.offer(new Merger.Asked<>("a", KIND, 1), i, IDLE, now));
        }
        assertThat(sent).hasSize(200);
    }

    @Test
    void noneIsHeldLongerThanATenthOfItsTime() {
        learn(8, 0.1);
        for (int i = 0; i < 300; i++) {
            now += MS;
            flush();
            long before = now;
            merger.offer(new Merger.Asked<>("a", KIND, 1), i, view(0.9, 12.0 * MS), now);
            assertThat(merger.nextNanos())
                    .satisfiesAnyOf(
                            next -> assertThat(next).isEqualTo(Nanos.NEVER),
                            next -> assertThat(next - before).isLessThanOrEqualTo(2 * MS + MS / 10));
        }
    }

    @Test
    void othersAreNotWaitedForAndWhoLeavesIsNotSent() {
        learn(8, 0.1);
        feed(400, MS, BUSY);
        while (merger.held() > 0) {
            now = merger.nextNanos();
            flush();
        }
        sent.clear();
        int who = 1_000;
        while (merger.held() == 0) {
            now += MS;
            merger.offer(new Merger.Asked<>("a", KIND, 1), who++, BUSY, now);
        }
        int held = who - 1;
        assertThat(merger.offer(new Merger.Asked<>("b", KIND, 1), 5, BUSY, now).size() + merger.held())
                .isGreaterThan(1);
        assertThat(merger.withdraw("a", held, 1)).isTrue();
        assertThat(merger.withdraw("a", held, 1)).isFalse();
        now += 5 * MS;
        flush();
        assertThat(sent.stream().flatMap(batch -> batch.members().stream()).map(Merger.Member::who))
                .doesNotContain(held);
    }

    private void feed(int count, long gap, FleetView view) {
        for (int i = 0; i < count; i++) {
            now += gap;
            flush();
            sent.addAll(merger.offer(new Merger.Asked<>("a", KIND, 1), i, view, now));
        }
    }

    private void flush() {
        sent.addAll(merger.due(now));
    }

    private void learn(double fixedMs, double eachMs) {
        for (int i = 0; i < 2_000; i++) {
            int items = 1 + i % 5;
            times.answered(KIND, 0, items, (fixedMs + eachMs * items) * MS);
        }
    }

    private static FleetView view(double busy, double wait) {
        return new FleetView(List.of(new Place(0, 0, wait)), busy, 0);
    }
}
