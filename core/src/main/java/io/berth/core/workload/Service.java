package io.berth.core.workload;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import org.jspecify.annotations.Nullable;

/**
 * What a task serves that is a replica of a model server. Nothing is decided by it; who starts the task gives it a port, and who stops it lets
 * those know first that send requests to it.
 *
 * @param name that its replicas have in common; empty for a task that serves nothing
 * @param port where it listens; 0 for one that its starter chooses
 * @param health the path that answers with 2xx when it takes requests
 * @param drainNanos how long it may take, once it is to be stopped, until nobody sends to it any more, before it is asked to end
 * @param scale how the number of replicas follows the requests, which the newest replica says for all; null where it is as somebody asked
 */
public record Service(
        String name,
        int port,
        String health,
        long drainNanos,
        @Nullable ScaleSpec scale) {
    /** The path of services that name none. */
    public static final String USUAL_HEALTH = "/health";

    /** The time of services that name none. */
    public static final long USUAL_DRAIN_NANOS = 30 * Nanos.SECOND;

    private static final int HIGHEST_PORT = 65_535;

    /** Of a task that serves nothing. */
    public static final Service NONE = new Service("", 0, USUAL_HEALTH, USUAL_DRAIN_NANOS);

    public Service {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "The port (" + port + ") of service (" + name + ") must be from 0 to " + HIGHEST_PORT + ".");
        }
        if (!health.startsWith("/")) {
            throw new IllegalArgumentException(
                    "The health (" + health + ") of service (" + name + ") must be a path, which begins with a slash.");
        }
        if (drainNanos < 0) {
            throw new IllegalArgumentException(
                    "The drain (" + drainNanos + ") of service (" + name + ") must not be negative.");
        }
    }

    /** One whose number of replicas is as somebody asked. */
    public Service(String name, int port, String health, long drainNanos) {
        this(name, port, health, drainNanos, null);
    }

    /** True where there is something that is served. */
    public boolean serves() {
        return !name.isEmpty();
    }
}
