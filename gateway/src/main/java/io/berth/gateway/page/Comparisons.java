package io.berth.gateway.page;

import io.berth.spec.input.InputException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons, one at a time, on a thread of low priority; each is asked for until it is there. A result is told for a minute, then it is
 * made anew.
 */
final class Comparisons implements AutoCloseable {
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final int MOST_KEPT = 8;

    private final Rehearsal rehearsal;
    private final Function<Wanted, Rehearsal.Asked> asking;
    private final Map<Wanted, Made> known = new LinkedHashMap<>();
    private @Nullable Thread worker;
    private volatile boolean closed;

    /** What is compared, and with which target; null for the usual one. */
    record Wanted(List<String> balances, @Nullable Double slo) {
        Wanted {
            balances = List.copyOf(balances);
        }
    }

    private record Made(Map<String, Object> document, long atNanos) {}

    /** @param asking the requests to compare them by; on the thread of the comparison */
    Comparisons(Rehearsal rehearsal, Function<Wanted, Rehearsal.Asked> asking) {
        this.rehearsal = rehearsal;
        this.asking = asking;
    }

    /**
     * The result, or that it is being made: {@code state} is running, busy (another one is made first), done or failed.
     *
     * @throws InputException where there is no such balancer
     */
    synchronized Map<String, Object> get(Wanted wanted) {
        Made made = known.get(wanted);
        long now = System.nanoTime();
        if (made != null && now - made.atNanos <= KEPT_NANOS) {
            return made.document;
        }
        if (worker != null && worker.isAlive()) {
            return state(wanted, "busy").map();
        }
        rehearsal.check(wanted.balances);
        Map<String, Object> running = state(wanted, "running").map();
        keep(wanted, new Made(running, now + MOST_NANOS));
        worker = Thread.ofPlatform()
                .name("berth-gateway-compare")
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .start(() -> work(wanted, now));
        return running;
    }

    private void work(Wanted wanted, long beganNanos) {
        Document document;
        try {
            Map<String, Object> made = rehearsal.compare(
                    asking.apply(wanted), () -> closed || System.nanoTime() - beganNanos > MOST_NANOS);
            document = state(wanted, "done").all(made);
        } catch (CancellationException e) {
            document = state(wanted, "failed")
                    .put("problem", "it took more than " + TimeUnit.NANOSECONDS.toSeconds(MOST_NANOS) + " s");
        } catch (InputException e) {
            document = state(wanted, "failed").put("problem", String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            document = state(wanted, "failed").put("problem", "a bug of this program: " + e);
        }
        keep(wanted, new Made(document.map(), System.nanoTime()));
    }

    private synchronized void keep(Wanted wanted, Made made) {
        known.remove(wanted);
        known.put(wanted, made);
        if (known.size() > MOST_KEPT) {
            known.remove(known.keySet().iterator().next());
        }
    }

    private static Document state(Wanted wanted, String state) {
        return new Document()
                .put("state", state)
                .put("at", Instant.now().toString())
                .put("balance", wanted.balances);
    }

    @Override
    public void close() {
        closed = true;
    }
}
