package io.berth.app.home;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How commands and others reach a Berth that runs.
 *
 * @param url of its console, such as {@code http://127.0.0.1:7117}
 * @param pid of its process
 * @param token what its console wants to see; empty where it serves everybody on this machine
 * @param socket the path of the Unix socket that commands use, without a token; empty where an earlier build had none
 * @param started when its process began, see {@link ProcessStart}
 */
public record Address(String url, long pid, String token, String socket, long started) {
    /** That of this process. */
    public static Address here(String url, String token, Path socket) {
        long pid = ProcessHandle.current().pid();
        return new Address(url, pid, token, socket.toString(), ProcessStart.of(pid));
    }

    /**
     * What {@code home} says; null where no Berth was started there, or the last one was stopped in order.
     *
     * @throws InputException where the file is not as Berth writes it
     */
    public static @Nullable Address read(BerthHome home) {
        if (!Files.exists(home.address())) {
            return null;
        }
        Tree tree = JsonReader.read(Source.file(home.address()));
        Tree started = tree.get("started");
        return new Address(
                tree.require("url").text(),
                tree.require("pid").whole(),
                text(tree, "token"),
                text(tree, "socket"),
                started == null ? -1 : started.whole());
    }

    private static String text(Tree tree, String key) {
        return tree.get(key) instanceof Tree.Scalar known ? known.value() : "";
    }

    /** Writes it for the owner of the home alone; the file is there as a whole or not at all. */
    public void write(BerthHome home) {
        try {
            writePrivately(home.address(), Json.pretty(this));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + home.address() + ": " + e.getMessage(), e);
        }
    }

    /** Writes a file that nobody else reads. */
    public static void writePrivately(Path file, String text) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a folder; move it away");
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(unfinished);
        Files.newByteChannel(
                        unfinished,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                .close();
        Files.writeString(unfinished, text);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
