package io.berth.kube.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do. */
public final class Await {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private Await() {}

    /** Waits until something holds, which it must. */
    public static void until(String what, BooleanSupplier holds) {
        Instant end = Instant.now().plus(LONGEST);
        while (!holds.getAsBoolean() && Instant.now().isBefore(end)) {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        assertThat(holds.getAsBoolean()).as(what).isTrue();
    }
}
