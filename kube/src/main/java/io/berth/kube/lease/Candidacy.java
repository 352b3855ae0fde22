package io.berth.kube.lease;

import io.berth.kube.api.ApiClient;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks for a lease all the time, also after it was lost: for what whoever has it may begin anew at any moment. */
public final class Candidacy implements AutoCloseable {
    private static final long END_SECONDS = 10;

    private final ApiClient client;
    private final LeaseName lease;
    private final LeaderElection.Times times;
    private final Consumer<String> notes;
    private final Thread thread;
    private volatile @Nullable LeaderElection election;
    private volatile boolean closed;

    /** @param notes hear who leads, and what is in the way */
    public Candidacy(ApiClient client, LeaseName lease, Consumer<String> notes) {
        this(client, lease, LeaderElection.USUAL, notes);
    }

    Candidacy(ApiClient client, LeaseName lease, LeaderElection.Times times, Consumer<String> notes) {
        this.times = times;
        this.client = client;
        this.lease = lease;
        this.notes = notes;
        thread = Thread.ofPlatform()
                .name("berth-kube-candidacy-" + lease.name())
                .daemon()
                .unstarted(this::run);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    /** True while nobody else may take the lease. */
    public boolean leads() {
        LeaderElection now = election;
        return now != null && now.leads();
    }

    /** Gives the lease back, where it has it. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try (LeaderElection one = new LeaderElection(client, lease, times, notes)) {
                election = one;
                one.acquire();
                one.lost().get();
                notes.accept("has lost the lease " + lease.namespace() + "/" + lease.name() + "; asks for it again");
            } catch (ExecutionException e) {
                notes.accept("asks for the lease " + lease.name() + " anew: " + e.getCause());
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
