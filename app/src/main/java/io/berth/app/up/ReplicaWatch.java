package io.berth.app.up;

import io.berth.console.service.Replicas;
import io.berth.console.service.ServiceBoard;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.workload.Service;
import io.berth.local.launch.folder.TaskKey;
import io.berth.local.world.LocalWorld;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the replicas of services whether they take requests: twice a second until they do for the first time, then every two seconds. One
 * that is to be stopped and never took any has nothing to wait for.
 */
final class ReplicaWatch implements Replicas, AutoCloseable {
    private static final long LOOK_MILLIS = 500;
    private static final int LOOKS_WHERE_READY = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String HOST = "127.0.0.1";
    private static final int FIRST_BAD = 300;

    private final LiveView view;
    private final LocalWorld world;
    private final Consumer<String> notes;
    private final Map<TaskKey, Health> healths = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("berth-replicas").daemon().factory());
    private volatile @Nullable HttpClient client;
    private @Nullable String complaint;
    private long looks;

    /** What is known of one start of a replica. */
    private static final class Health {
        private volatile boolean ready;
        private volatile boolean everReady;
        private volatile boolean asking;
        private volatile String trouble = "";
        private final boolean whole;

        /** @param whole true where it was looked at before it was to be stopped */
        Health(boolean whole) {
            this.whole = whole;
        }

        void said(boolean well, String why) {
            ready = well;
            everReady |= well;
            trouble = why;
            asking = false;
        }
    }

    ReplicaWatch(LiveView view, LocalWorld world, Consumer<String> notes) {
        this.view = view;
        this.world = world;
        this.notes = notes;
    }

    /** Begins to look; the view has begun. */
    void start() {
        thread.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public Condition of(JobEntry job) {
        TaskKey key = JobWatch.start(job, 0);
        Health health = healths.get(key);
        int port = port(key);
        String address = port == 0 ? "" : HOST + ":" + port;
        if (health == null) {
            return new Condition(address, false, false, world.drains(key), "");
        }
        return new Condition(address, health.ready, health.everReady, world.drains(key), health.trouble);
    }

    @Override
    public void drained(JobEntry job) {
        world.drained(JobWatch.start(job, 0));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        HttpClient asked = client;
        if (asked != null) {
            asked.shutdownNow();
        }
    }

    private int port(TaskKey key) {
        try {
            return world.port(key);
        } catch (IllegalArgumentException e) {
            complain(String.valueOf(e.getMessage()));
            return 0;
        }
    }

    private void look() {
        try {
            Set<TaskKey> seen = ConcurrentHashMap.newKeySet();
            for (JobEntry job : view.jobsAfter(0)) {
                if (job.phase().holds() && ServiceBoard.service(job).serves()) {
                    TaskKey key = JobWatch.start(job, 0);
                    seen.add(key);
                    look(job, key);
                }
            }
            healths.keySet().retainAll(seen);
            looks++;
        } catch (RuntimeException e) {
            // A periodic task that throws is never run again.
            complain("a look at the replicas of services failed: " + e);
        }
    }

    private void look(JobEntry job, TaskKey key) {
        boolean stops = job.phase() == JobPhase.STOPPING;
        Health health = healths.computeIfAbsent(key, _ -> new Health(!stops));
        if (stops && health.whole && !health.everReady) {
            world.drained(key);
        }
        boolean due = !health.ready || looks % LOOKS_WHERE_READY == 0;
        int port = port(key);
        if (job.phase() == JobPhase.RUNNING && port > 0 && due && !health.asking) {
            health.asking = true;
            ask(health, ServiceBoard.service(job), port);
        }
    }

    private void ask(Health health, Service service, int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + HOST + ":" + port + service.health()))
                .timeout(PATIENCE)
                .build();
        String asked = "GET " + service.health();
        client().sendAsync(request, HttpResponse.BodyHandlers.discarding()).whenComplete((answer, problem) -> {
            if (problem != null) {
                health.said(false, asked + " " + why(problem));
            } else if (answer.statusCode() >= FIRST_BAD) {
                health.said(false, asked + " answers " + answer.statusCode());
            } else {
                health.said(true, "");
            }
        });
    }

    private static String why(Throwable problem) {
        Throwable cause =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        return switch (cause) {
            case ConnectException _ -> "is refused";
            case HttpTimeoutException _ -> "has no answer in " + PATIENCE.toSeconds() + " s";
            default -> "fails: " + cause.getMessage();
        };
    }

    /** Made for the first replica: it takes a fifth of a second to load. */
    private HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(PATIENCE)
                    .build();
            client = made;
        }
        return made;
    }

    private void complain(String line) {
        if (!line.equals(complaint)) {
            notes.accept(line);
        }
        complaint = line;
    }
}
