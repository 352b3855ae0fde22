package io.berth.gateway.setting;

import io.berth.core.dispatch.ServerSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A server.
 *
 * @param backend where it is
 * @param spec what balancers know of it
 * @param models that it has; empty where it is asked
 * @param region where it is; empty where that is not said
 * @param engine what runs there; null where that is found out
 */
public record Server(
        Backend backend,
        ServerSpec spec,
        List<String> models,
        String region,
        @Nullable EngineKind engine) {
    public Server {
        models = List.copyOf(models);
    }

    /** What answers and figures call it. */
    public String name() {
        return backend.name();
    }

    /** Whether {@code other}, of the same name, is at the same place. */
    public boolean at(Server other) {
        return backend.authority().equals(other.backend.authority())
                && backend.path().equals(other.backend.path());
    }
}
