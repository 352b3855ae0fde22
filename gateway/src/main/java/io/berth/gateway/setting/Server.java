package io.berth.gateway.setting;

import io.berth.core.dispatch.ServerSpec;
import java.net.URI;
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
 * @param gpus which it has, and who says how busy they are; null where nobody does
 */
public record Server(
        Backend backend,
        ServerSpec spec,
        List<String> models,
        String region,
        @Nullable EngineKind engine,
        @Nullable Gpus gpus) {
    public Server {
        models = List.copyOf(models);
    }

    /**
     * GPUs of a server.
     *
     * @param exporter the page of a DCGM exporter
     * @param names by their index or UUID, at least one
     */
    public record Gpus(URI exporter, List<String> names) {
        public Gpus {
            names = List.copyOf(names);
        }
    }

    /** The same with other {@code gpus}. */
    Server with(@Nullable Gpus other) {
        return new Server(backend, spec, models, region, engine, other);
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
