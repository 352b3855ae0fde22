package io.berth.gateway.setting;

import io.berth.gateway.scale.ScaledObject;
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

    /** What is found by programs that this gateway does not know. */
    sealed interface Outside extends SourceSpec {}

    /**
     * The replicas of a service of a Berth.
     *
     * @param url of its API; empty for the one of {@code socket}, {@code home} or this machine
     * @param socket its Unix socket; null for none
     * @param home its home; null for none
     * @param tokens what it is asked with
     */
    record Berth(
            String service,
            String url,
            @Nullable Path socket,
            @Nullable Path home,
            Tokens tokens,
            ServerTraits traits) implements Outside {
        /**
         * What a Berth is asked with.
         *
         * @param token empty for none
         * @param file that holds it; null for none
         */
        public record Tokens(String token, @Nullable Path file) {
            @Override
            public String toString() {
                return token.isEmpty() && file == null ? "no token" : "a token";
            }
        }

        @Override
        public String name() {
            return "berth service " + service;
        }
    }

    /**
     * What Kubernetes knows.
     *
     * @param pool whether it is of an InferencePool, in place of a Service
     * @param port name or number; empty for what there is
     * @param kubeconfig null for what the environment says
     * @param scaled whose replicas they are, where their number follows what comes; null where nobody is told
     */
    record Cluster(
            boolean pool,
            String namespace,
            String object,
            String port,
            @Nullable Path kubeconfig,
            @Nullable ScaledObject scaled,
            ServerTraits traits)
            implements Outside {
        @Override
        public String name() {
            return (pool ? "inferencePool " : "service ") + namespace + "/" + object;
        }
    }
}
