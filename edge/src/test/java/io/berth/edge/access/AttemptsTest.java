package io.berth.edge.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    @Test
    void anAddressMayBeWrongSoOftenAndThenWaitsWhileOthersDoNot() throws Exception {
        AtomicLong now = new AtomicLong();
        Attempts attempts = new Attempts(now::get);
        InetAddress one = InetAddress.getByName("192.0.2.1");
        for (int i = 0; i < Attempts.AT_ONCE; i++) {
            assertThat(attempts.wrong(one)).isZero();
        }
        Duration wait = attempts.wrong(one);
        assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(attempts.wrong(InetAddress.getByName("192.0.2.2"))).isZero();
        now.addAndGet(wait.toNanos());
        assertThat(attempts.wrong(one)).isZero();
        assertThat(attempts.wrong(one)).isPositive();
    }
}
