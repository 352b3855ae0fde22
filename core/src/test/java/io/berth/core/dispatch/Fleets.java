package io.berth.core.dispatch;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/** Small fleets and requests for tests. Memory is in whole units; each model takes 4. */
public final class Fleets {
    public static final long MODEL_BYTES = 4;

    private Fleets() {}

    /** Servers of one slot and memory 8 with these speeds, and two models. */
    public static Fleet ofSpeeds(int... speedsMilli) {
        List<ServerSpec> servers = new ArrayList<>();
        for (int speed : speedsMilli) {
            servers.add(server(speed, 8));
        }
        return of(servers);
    }

    public static Fleet of(List<ServerSpec> servers) {
        return new Fleet(servers, new long[] {MODEL_BYTES, MODEL_BYTES});
    }

    /** A server of one slot that loads a model in 22 s. */
    public static ServerSpec server(int speedMilli, long memoryBytes) {
        return new ServerSpec("s", speedMilli, 1, speedMilli, 1, memoryBytes, 22 * Nanos.SECOND, 0);
    }

    /** A request without model for so many seconds of work. */
    public static Request work(long id, long seconds) {
        return new Request(id, 0, 0, Need.of(Request.NO_MODEL, seconds * Nanos.SECOND, 0), 0, Nanos.NEVER);
    }

    /** A request for {@code model} that holds {@code bytes} beside it. */
    public static Request forModel(int model, long seconds, long bytes) {
        return new Request(0, 0, 0, Need.of(model, seconds * Nanos.SECOND, bytes), 0, Nanos.NEVER);
    }

    public static Request ofPriority(long id, int priority) {
        return new Request(id, 0, priority, Need.of(Request.NO_MODEL, Nanos.SECOND, 0), 0, Nanos.NEVER);
    }

    public static Request due(long id, long deadlineSeconds) {
        return new Request(id, 0, 0, Need.of(Request.NO_MODEL, Nanos.SECOND, 0), 0, deadlineSeconds * Nanos.SECOND);
    }
}
