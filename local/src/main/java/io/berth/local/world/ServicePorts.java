package io.berth.local.world;

import io.berth.core.workload.Service;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the replicas of services listen, each start at a port of its own. A port is written down before its replica is started, so that it is
 * known to a Berth that comes later; for any thread.
 */
public final class ServicePorts {
    /** Below those of gangs and those that Linux gives to connections (ip-sysctl, ip_local_port_range). */
    static final int FIRST_PORT = 15_000;

    static final int PORTS = 4_000;

    private final Path state;
    private final Map<TaskKey, Integer> given = new LinkedHashMap<>();

    /** @param state the folder of the launcher */
    public ServicePorts(Path state) {
        this.state = state;
    }

    /**
     * The port of the start {@code key}: the one that it was given before, else the one that {@code service} names, else one where nobody
     * listens. A start is looked for from another port on than the one before it, so that a port is not given again soon.
     *
     * @throws IllegalArgumentException where there is none; the message says why
     * @throws UncheckedIOException where it cannot be written down
     */
    synchronized int give(TaskKey key, Service service) {
        keep(key);
        int known = of(key);
        if (known > 0) {
            return known;
        }
        int port = service.port() > 0 ? named(service) : free(key);
        write(key, port);
        given.put(key, port);
        return port;
    }

    /** The port of the start {@code key}; 0 where it has none. */
    public synchronized int of(TaskKey key) {
        Integer known = given.get(key);
        if (known != null) {
            return known;
        }
        Path file = key.port(state);
        try {
            if (!Files.exists(file)) {
                return 0;
            }
            return Integer.parseInt(Files.readString(file).strip());
        } catch (IOException | NumberFormatException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    /** The start {@code key}, which runs, keeps the port that an earlier Berth gave it. */
    synchronized void keep(TaskKey key) {
        int port = of(key);
        if (port > 0) {
            given.put(key, port);
        }
    }

    /** Nothing of the start {@code key} is left: others may have its port. */
    synchronized void ended(TaskKey key) {
        given.remove(key);
    }

    private static int named(Service service) {
        if (!isFree(service.port())) {
            throw new IllegalArgumentException("the port " + service.port() + " of service " + service.name()
                    + " is in use by another program; without a port each replica gets a free one");
        }
        return service.port();
    }

    private int free(TaskKey key) {
        int from = (int) (key.decision() % PORTS);
        for (int i = 0; i < PORTS; i++) {
            int port = FIRST_PORT + (from + i) % PORTS;
            if (!given.containsValue(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalArgumentException("no port from " + FIRST_PORT + " to " + (FIRST_PORT + PORTS - 1)
                + " is free for a replica of a service");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void write(TaskKey key, int port) {
        Path file = key.port(state);
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.createDirectories(file.getParent());
            Files.write(unfinished, Integer.toString(port).getBytes(StandardCharsets.UTF_8));
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
