package io.berth.kube.scale;

import io.berth.kube.api.ApiClient;
import io.berth.kube.lease.Candidacy;
import io.berth.kube.lease.LeaseName;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Replicas of an object that follow what comes, for as long as this is open: of all who have this open, the one that holds the lease scales. */
public final class FollowedReplicas implements AutoCloseable {
    private static final long LOOK_MILLIS = 250;

    private final ApiClient client;
    private final Candidacy candidacy;
    private final ReplicaFollower follower;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-kube-scale").factory());

    /**
     * @param client closed with this
     * @param note told of what people should know
     */
    public FollowedReplicas(ApiClient client, ScaleWish wish, Sides sides, Consumer<String> note) {
        this.client = client;
        candidacy = new Candidacy(
                client, LeaseName.own(wish.target().namespace(), wish.target().lease()), note);
        follower = new ReplicaFollower(client, wish, sides, candidacy::leads, note);
    }

    /** Begins. */
    public void start() {
        candidacy.start();
        thread.scheduleWithFixedDelay(
                () -> follower.look(System.nanoTime()), LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
        candidacy.close();
        client.close();
    }
}
