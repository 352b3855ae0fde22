package io.berth.live.crash;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.live.control.ControlClient;
import io.berth.live.control.ControlException;
import io.berth.live.driver.Acceptance;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** One origin: submits jobs one after the other, and again what was not acknowledged when the server died. */
final class Submitter {
    private final String origin;
    /** By sequence: the job that was acknowledged; {@link Acceptance#FORGOTTEN} where a restart forgot its number. */
    private final TreeMap<Long, Long> acknowledged = new TreeMap<>();

    private long repeated;

    Submitter(String origin) {
        this.origin = origin;
    }

    /** Submits until the server is gone. */
    void submitUntilKilled(Path socket) {
        try (ControlClient client = ControlClient.connect(socket)) {
            while (true) {
                submitNext(client);
            }
        } catch (ControlException e) {
            // Killed, as planned.
        }
    }

    void submitNext(ControlClient client) {
        long sequence = acknowledged.isEmpty() ? 1 : acknowledged.lastKey() + 1;
        Acceptance accepted = client.submit(job(sequence), origin, sequence);
        acknowledged.put(sequence, accepted.job());
        repeated += accepted.repeated() ? 1 : 0;
    }

    String origin() {
        return origin;
    }

    Map<Long, Long> acknowledged() {
        return acknowledged;
    }

    /** How often the server knew a submission that it had not acknowledged before it died. */
    long repeated() {
        return repeated;
    }

    private static JobSpec job(long sequence) {
        Demand demand = Demand.cpu(1_000, 1L << 30).withGpus((int) (sequence % 3));
        return JobSpec.batch("crash", demand, (5 + sequence % 40) * Nanos.SECOND)
                .withTasks(1 + (int) (sequence % 4 / 3));
    }
}
