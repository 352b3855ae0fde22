package io.berth.app.home;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/**
 * The Unix socket at which a Berth serves all users of its machine. Before a command sends a byte, the folder of the socket must be
 * one where nobody but its owner, and root, can put another in its place, and the user who serves it that owner or root.
 */
public final class SharedSocket {
    /** Where root's Berth serves it. */
    public static final Path STANDARD = Path.of("/run/berth/berth.sock");

    private static final String ROOT = "root";
    private static final String UID = "unix:uid";

    private SharedSocket() {}

    /**
     * Refuses a place where others could put a socket of theirs; the folder may be missing yet.
     *
     * @param uid of the user that runs this
     * @throws InputException naming it and the cure
     */
    public static void check(Path socket, String uid) {
        Path folder = socket.toAbsolutePath().resolveSibling("");
        try {
            PrivateFolder.checkAbove(socket, uid);
            if (Files.exists(folder) && !uid(folder).equals(uid)) {
                throw new InputException(
                        "socket", folder + " belongs to another user; name a folder of who runs Berth");
            }
        } catch (IOException e) {
            throw unservable(socket, e);
        }
    }

    private static InputException unservable(Path socket, IOException e) {
        return new InputException("socket", socket + " cannot be served: " + e.getMessage());
    }

    /**
     * Makes the folder of {@code socket} where it is missing, enterable by all, and deletes what a Berth that was killed left.
     *
     * @param uid of the user that runs this
     * @throws InputException where another can write there, or another Berth serves it
     */
    public static void prepare(Path socket, String uid) {
        Path folder = socket.toAbsolutePath().resolveSibling("");
        check(socket, uid);
        try {
            if (!Files.exists(folder)) {
                Files.createDirectories(folder);
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            if (Files.exists(socket)) {
                checkUnserved(socket);
                Files.delete(socket);
            }
        } catch (IOException e) {
            throw unservable(socket, e);
        }
    }

    private static void checkUnserved(Path socket) {
        try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            throw new InputException("socket", "another Berth serves " + socket + "; socket: PATH names another");
        } catch (IOException e) {
            // Nobody listens any more.
            return;
        }
    }

    /**
     * A connection to the Berth that serves {@code socket}.
     *
     * @throws IOException where nobody does, or somebody who must not
     */
    public static SocketChannel connect(Path socket) throws IOException {
        Path named = socket.toAbsolutePath().resolveSibling("");
        if (!Files.exists(named)) {
            throw new IOException("no Berth serves " + socket + ": there is no folder " + named
                    + "; berth up with access: users makes it, --socket names another");
        }
        Path folder = named.toRealPath();
        UserPrincipal owner = Files.getOwner(folder);
        try {
            PrivateFolder.checkAbove(folder.resolve(socket.getFileName()), uid(folder));
        } catch (InputException e) {
            throw new IOException(e.getMessage(), e);
        }
        SocketChannel channel;
        try {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw new IOException("no Berth serves " + socket, e);
        }
        UserPrincipal there =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (!there.equals(owner) && !there.getName().equals(ROOT)) {
            channel.close();
            throw new IOException(
                    socket + " is served by the user " + there.getName() + ", and its folder is of " + owner.getName());
        }
        return channel;
    }

    private static String uid(Path folder) throws IOException {
        return String.valueOf(Files.getAttribute(folder, UID));
    }
}
