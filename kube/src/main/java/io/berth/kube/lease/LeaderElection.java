package io.berth.kube.lease;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.wire.MalformedException;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a lease when nobody has it, or its holder did not renew it for as long as it says, and renews it from then on. Times are those
 * of this machine since it saw the lease change: clocks of different machines are not compared.
 */
public final class LeaderElection implements AutoCloseable {
    /** As kube-scheduler has them by default. */
    static final Times USUAL = new Times(15, 10_000, 2_000);

    /** How much longer than the lease nobody leads, at most. */
    private static final long LOOK_MILLIS = 250;

    private final ApiClient client;
    private final LeaseName lease;
    private final Times times;
    private final Consumer<String> notes;
    private final Thread thread;
    private final CountDownLatch leading = new CountDownLatch(1);
    private final CompletableFuture<Void> lost = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile long renewedNanos;
    private Lease known = Lease.NONE;
    private long seenNanos;
    private String told = "";

    /**
     * How long what takes.
     *
     * @param leaseSeconds when nobody renewed it for so long, another may take it
     * @param deadlineMillis who could not renew it for so long stops: well before another begins
     * @param renewMillis it is renewed so often
     */
    record Times(int leaseSeconds, long deadlineMillis, long renewMillis) {
        private boolean late(long sinceNanos) {
            return System.nanoTime() - sinceNanos >= TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
        }
    }

    /** @param notes hear who leads, and what is in the way */
    public LeaderElection(ApiClient client, LeaseName lease, Consumer<String> notes) {
        this(client, lease, USUAL, notes);
    }

    LeaderElection(ApiClient client, LeaseName lease, Times times, Consumer<String> notes) {
        this.client = client;
        this.lease = lease;
        this.times = times;
        this.notes = notes;
        this.thread = Thread.ofPlatform().name("berth-kube-lease").daemon().unstarted(this::run);
    }

    /** Asks for the lease from now on, and waits until it has it. */
    public void acquire() throws InterruptedException {
        thread.start();
        leading.await();
    }

    /** True while nobody else may take the lease. */
    public boolean leads() {
        return !closed && held();
    }

    private boolean held() {
        return leading.getCount() == 0 && !lost.isDone() && !times.late(renewedNanos);
    }

    /** Completed when it had the lease and could not renew it in time; it does not ask for it again. */
    public CompletableFuture<Void> lost() {
        return lost.copy();
    }

    /** Gives the lease back, where it has it. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (held()) {
            long now = wallNanos();
            write(known.heldBy("", 1, now), now);
        }
    }

    private void run() {
        try {
            while (!closed && leading.getCount() > 0) {
                if (take()) {
                    leading.countDown();
                } else {
                    Thread.sleep(LOOK_MILLIS);
                }
            }
            while (!closed) {
                Thread.sleep(times.renewMillis());
                if (!take() && times.late(renewedNanos)) {
                    lost.complete(null);
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One attempt to have the lease, or to keep it. */
    private boolean take() {
        long began = System.nanoTime();
        long now = wallNanos();
        if (!look() || !free(began)) {
            return false;
        }
        Lease mine = known.heldBy(lease.holder(), times.leaseSeconds(), now);
        Answer answer = write(mine, now);
        if (answer == null || !answer.ok()) {
            return false;
        }
        renewedNanos = began;
        try {
            known = Lease.read(answer.body());
        } catch (MalformedException e) {
            // The next look reads it.
        }
        seenNanos = began;
        return true;
    }

    /** Reads the lease; false where nobody knows what it is. */
    private boolean look() {
        Answer answer = answered(client.get(path() + "/" + lease.name()));
        if (answer == null) {
            return false;
        }
        if (answer.code() == Answer.NOT_FOUND) {
            known = Lease.NONE;
            return true;
        }
        if (!answer.ok()) {
            tell("cannot read the lease " + lease.name() + ": " + answer.why());
            return false;
        }
        try {
            Lease read = Lease.read(answer.body());
            if (!read.version().equals(known.version())) {
                known = read;
                seenNanos = System.nanoTime();
            }
            return true;
        } catch (MalformedException e) {
            tell("cannot read the lease " + lease.name() + ": " + e.getMessage());
            return false;
        }
    }

    private boolean free(long nanos) {
        if (known.holder().isEmpty() || known.holder().equals(lease.holder())) {
            return true;
        }
        int seconds = known.seconds() <= 0 ? times.leaseSeconds() : known.seconds();
        if (nanos - seenNanos >= TimeUnit.SECONDS.toNanos(seconds)) {
            return true;
        }
        tell(known.holder() + " leads; waits for the lease " + lease.namespace() + "/" + lease.name());
        return false;
    }

    private @Nullable Answer write(Lease wanted, long nowNanos) {
        byte[] sealed = wanted.sealed(lease.namespace(), lease.name(), nowNanos);
        Answer answer = answered(
                wanted.version().isEmpty()
                        ? client.post(path(), sealed)
                        : client.put(path() + "/" + lease.name(), sealed));
        if (answer != null && !answer.ok() && answer.code() != Answer.CONFLICT) {
            tell("cannot write the lease " + lease.name() + ": " + answer.why());
        }
        return answer;
    }

    private @Nullable Answer answered(CompletableFuture<Answer> call) {
        try {
            return call.join();
        } catch (CompletionException e) {
            tell("cannot reach " + client.address() + ": " + ApiClient.why(e));
            return null;
        }
    }

    private void tell(String line) {
        if (!line.equals(told)) {
            told = line;
            notes.accept(line);
        }
    }

    private String path() {
        return "/apis/coordination.k8s.io/v1/namespaces/" + lease.namespace() + "/leases";
    }

    private static long wallNanos() {
        Instant now = Clock.systemUTC().instant();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
