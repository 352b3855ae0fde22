package io.berth.live.control;

import io.berth.live.driver.Operator;
import io.berth.spec.strategy.StrategyReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The control socket of a running system: JSON lines over a Unix domain socket that only its owner may open. Each connection
 * has a virtual thread and may send any number of requests, which are answered in their order.
 */
public final class ControlServer implements AutoCloseable {
    /** A longer request is refused; a job takes well below a thousandth of it. */
    public static final int LONGEST_LINE_BYTES = 1 << 20;

    /** How long an answer that is on its way may take at the close. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Path path;
    private final ControlCommands commands;
    private final ServerSocketChannel server;
    private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger busy = new AtomicInteger();
    private volatile boolean closed;

    private ControlServer(Path path, ControlCommands commands, ServerSocketChannel server) {
        this.path = path;
        this.commands = commands;
        this.server = server;
    }

    /**
     * Opens the socket {@code path} and serves it.
     *
     * @throws ControlException where a process serves it already, or a file that is no socket is in the way
     */
    public static ControlServer open(Path path, Operator operator, StrategyReader strategies, EndedJobs ended) {
        return open(path, operator, strategies, ended, Learning.NONE);
    }

    /** The same for a system beside which {@code learning} goes on. */
    public static ControlServer open(
            Path path, Operator operator, StrategyReader strategies, EndedJobs ended, Learning learning) {
        try {
            ServerSocketChannel channel = bind(path);
            ControlServer control =
                    new ControlServer(path, new ControlCommands(operator, strategies, ended, learning), channel);
            Thread.ofVirtual().name("berth-control").start(control::accept);
            return control;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot open the control socket " + path + ": " + e.getMessage(), e);
        }
    }

    public Path path() {
        return path;
    }

    /** Lets answers that are on their way go out, then ends all connections and removes the socket. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            server.close();
            Files.deleteIfExists(path);
            awaitAnswers();
            for (SocketChannel connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the control socket " + path, e);
        }
    }

    private void awaitAnswers() {
        long begin = System.nanoTime();
        while (busy.get() > 0 && System.nanoTime() - begin < GRACE.toNanos()) {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Binds under another name first: under its own, the socket is never open to others than its owner. */
    private static ServerSocketChannel bind(Path path) throws IOException {
        refuseInUse(path);
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Path unbound = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(unbound);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(unbound));
            if (Files.getFileStore(unbound).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(unbound, PosixFilePermissions.fromString("rw-------"));
            }
            Files.move(unbound, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** A socket file outlives its process: only one that answers is in use. */
    private static void refuseInUse(Path path) {
        if (Files.isRegularFile(path) || Files.isDirectory(path)) {
            throw new ControlException("the file " + path + " is in the way of the control socket and is none");
        }
        try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            throw new ControlException("another process serves the control socket " + path);
        } catch (IOException e) {
            // Nobody answers.
        }
    }

    private void accept() {
        while (!closed) {
            try {
                SocketChannel connection = server.accept();
                connections.add(connection);
                if (closed) {
                    connection.close();
                }
                Thread.ofVirtual().name("berth-control-connection").start(() -> serve(connection));
            } catch (IOException e) {
                if (!server.isOpen()) {
                    return;
                }
                // One connection could not be made (out of file descriptors, say); others end meanwhile.
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            LineReader lines =
                    new LineReader(new BufferedInputStream(Channels.newInputStream(connection)), LONGEST_LINE_BYTES);
            while (answerNext(lines, connection)) {
                // Each turn is one request.
            }
        } catch (IOException e) {
            // The other side is gone; what it asked for stays done.
        } finally {
            connections.remove(connection);
        }
    }

    private boolean answerNext(LineReader lines, SocketChannel connection) throws IOException {
        @Nullable String line;
        String refusal = "";
        try {
            line = lines.next();
        } catch (ControlException e) {
            line = "";
            refusal = ControlCommands.error(String.valueOf(e.getMessage()));
        }
        if (line == null) {
            return false;
        }
        busy.incrementAndGet();
        try {
            String answer = refusal.isEmpty() ? commands.answer(line) : refusal;
            ByteBuffer bytes = ByteBuffer.wrap((answer + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                connection.write(bytes);
            }
        } finally {
            busy.decrementAndGet();
        }
        return true;
    }
}
