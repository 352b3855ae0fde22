package io.berth.gateway.setting;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where servers are found. Two that are equal find the same ones. */
public sealed interface SourceSpec {
    /** What is told of each that is found. */
    ServerTraits traits();

    /** What people call it. */
    String name();

    /**
     * A file with a list of servers.
     *
     * @param needSlots whether each must say how many slots it has
     */
    record Listed(Path file, ServerTraits traits, boolean needSlots) implements SourceSpec {
        @Override
        public String name() {
            return file.toString();
        }
    }

    /**
     * The addresses of a name.
     *
     * @param resolver the DNS server; empty for that of the machine
     */
    record Addresses(String host, int port, String resolver, long refreshNanos, ServerTraits traits)
            implements SourceSpec {
        @Override
        public String name() {
            return "dns " + host;
        }
    }

    /**
     * The SRV records of a name.
     *
     * @param resolver the DNS server; empty for that of the machine
     */
    record Services(String record, String resolver, long refreshNanos, ServerTraits traits) implements SourceSpec {
        @Override
        public String name() {
            return "srv " + record;
        }
    }

    /**
     * What Kubernetes knows.
     *
     * @param pool whether it is of an InferencePool, in place of a Service
     * @param port name or number; empty for what there is
     * @param kubeconfig null for what the environment says
     */
    record Cluster(
            boolean pool,
            String namespace,
            String object,
            String port,
            @Nullable Path kubeconfig,
            ServerTraits traits) implements SourceSpec {
        @Override
        public String name() {
            return (pool ? "inferencePool " : "service ") + namespace + "/" + object;
        }
    }
}
