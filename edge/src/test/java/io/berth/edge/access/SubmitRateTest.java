package io.berth.edge.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SubmitRateTest {
    @Test
    void largeDocumentsCostMore() {
        AtomicLong now = new AtomicLong();
        SubmitRate rate = new SubmitRate(1, 10, 10, now::get);
        Caller caller = new Caller("ci", Role.SUBMITTER, "red");

        assertThat(rate.take(caller, 1 << 20)).isZero();
        assertThat(rate.take(caller, 0)).isBetween(Duration.ofSeconds(247), Duration.ofSeconds(249));
        assertThat(rate.take(new Caller("ci", Role.SUBMITTER, "blue"), 0)).isZero();
        assertThat(rate.take(Caller.LOCAL, 0)).isZero();
        now.addAndGet(Duration.ofSeconds(249).toNanos());
        assertThat(rate.take(caller, 0)).isZero();
    }

    @Test
    void whatCostsMoreThanThereIsIsOwedByWhoHasHalfABucket() {
        AtomicLong now = new AtomicLong();
        SubmitRate rate = new SubmitRate(1, 10, 2, now::get);
        Caller caller = new Caller("ci", Role.SUBMITTER, "red");

        assertThat(rate.take(caller, 0)).isZero();
        assertThat(rate.takeMore(caller, 0, 1000)).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3001));
        assertThat(rate.takeMore(caller, 0, 1)).isZero();
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(rate.take(caller, 1 << 20)).isZero();
        assertThat(rate.takeMore(caller, 1 << 20, 1000))
                .as("its document was paid for")
                .isZero();
        assertThat(rate.take(caller, 0)).isBetween(Duration.ofSeconds(1240), Duration.ofSeconds(1260));
        Caller later = new Caller("ci", Role.SUBMITTER, "blue");
        assertThat(rate.takeMore(later, 0, 7)).as("2 at first and 6 since").isZero();
    }
}
