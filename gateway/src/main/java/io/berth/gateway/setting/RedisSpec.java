package io.berth.gateway.setting;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A Redis.
 *
 * @param place where it is
 * @param login as whom it is asked; null for nobody
 * @param prefix of all keys and channels
 * @param name by which other gateways know this one; empty for its host and port
 * @param timeoutNanos how long a request waits for it at most
 * @param answers whether answers are kept there
 * @param gateways whether gateways tell one another there what they do
 */
public record RedisSpec(
        Place place,
        @Nullable Login login,
        String prefix,
        String name,
        long timeoutNanos,
        boolean answers,
        boolean gateways) {
    private static final int PORT = 6379;
    private static final int MOST_DATABASES = 1 << 14;
    private static final Set<String> USES = new TreeSet<>(List.of("cache", "gateways"));

    /**
     * Where it is.
     *
     * @param tls whether it proves itself by a certificate, and nobody else can read
     * @param authorities a PEM file with who may have signed that; null for those that the JDK knows
     */
    public record Place(
            String host,
            int port,
            int database,
            boolean tls,
            @Nullable Path authorities) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /**
     * As whom it is asked. The password is read for each connection, so that a new one holds without a restart.
     *
     * @param user of its access control list; empty for the default user
     * @param file that has the password; null where {@code variable} has it
     * @param variable of the environment that has it; empty where {@code file} does
     */
    public record Login(String user, @Nullable Path file, String variable) {
        /**
         * The password as it is now.
         *
         * @throws IllegalStateException where it cannot be read; the message has no part of it
         */
        public String password() {
            if (file != null) {
                try {
                    return Files.readString(file).strip();
                } catch (IOException e) {
                    throw new IllegalStateException("the file " + file + " of the password cannot be read", e);
                }
            }
            String value = System.getenv(variable);
            if (value == null) {
                throw new IllegalStateException("the environment has no " + variable);
            }
            return value;
        }
    }

    static RedisSpec read(Fields file, Path folder) {
        Fields redis = file.section("redis");
        TreeSet<String> uses = new TreeSet<>();
        for (Tree use : redis.items("use")) {
            if (!USES.contains(use.text())) {
                throw InputException.at(use, InputException.unknown("use", use.text(), USES));
            }
            uses.add(use.text());
        }
        if (uses.isEmpty()) {
            throw InputException.at(redis.value("use"), "must have cache, gateways or both");
        }
        return new RedisSpec(
                place(redis, folder),
                login(redis, folder),
                redis.text("prefix") + ":",
                redis.has("name") ? redis.text("name") : "",
                GatewaySettings.positive(redis, "timeout"),
                uses.contains("cache"),
                uses.contains("gateways"));
    }

    private static Place place(Fields redis, Path folder) {
        Tree written = redis.value("url");
        if (written.text().contains("@")) {
            throw InputException.at(
                    written, "must not have a user or a password; user, and password_file or password_env, say them");
        }
        URI url = Sharing.url(written);
        boolean tls = "rediss".equals(url.getScheme());
        if (url.getHost() == null
                || !tls && !"redis".equals(url.getScheme())
                || url.getQuery() != null
                || !url.getPath().matches("(/[0-9]{0,5})?")) {
            throw InputException.at(
                    written,
                    "must be redis://HOST:PORT/DATABASE, or rediss:// for TLS, but is \"" + written.text()
                            + "\"; port and database may be left out");
        }
        if (redis.has("ca") && !tls) {
            throw InputException.at(redis.value("ca"), "goes only with rediss://, which is TLS");
        }
        String database = url.getPath().replace("/", "");
        int number = database.isEmpty() ? 0 : Integer.parseInt(database);
        if (number >= MOST_DATABASES) {
            throw InputException.at(written, "has the database " + number + "; they are below " + MOST_DATABASES);
        }
        return new Place(
                url.getHost(),
                url.getPort() < 0 ? PORT : url.getPort(),
                number,
                tls,
                redis.has("ca") ? redis.path("ca", folder) : null);
    }

    private static @Nullable Login login(Fields redis, Path folder) {
        boolean file = redis.has("password_file");
        boolean variable = redis.has("password_env");
        if (file && variable) {
            throw InputException.at(redis.value("password_env"), "does not go with password_file: one of them says it");
        }
        if (!file && !variable) {
            if (redis.has("user")) {
                throw InputException.at(redis.value("user"), "needs its password: password_file or password_env");
            }
            return null;
        }
        return new Login(
                redis.has("user") ? redis.text("user") : "",
                file ? redis.path("password_file", folder) : null,
                variable ? redis.text("password_env") : "");
    }
}
