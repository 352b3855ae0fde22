package io.berth.gateway.fake;

import java.util.concurrent.atomic.AtomicLong;

/** What a server counts. One thread counts, any may look. */
final class Tally {
    final AtomicLong served = new AtomicLong();
    final AtomicLong running = new AtomicLong();
    final AtomicLong waiting = new AtomicLong();
    final AtomicLong cancelled = new AtomicLong();
    final AtomicLong refused = new AtomicLong();
    final AtomicLong faulted = new AtomicLong();
    final AtomicLong promptTokens = new AtomicLong();
    final AtomicLong cachedTokens = new AtomicLong();
    final AtomicLong outputTokens = new AtomicLong();
}
