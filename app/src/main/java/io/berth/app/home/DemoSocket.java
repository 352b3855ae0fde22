package io.berth.app.home;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import jdk.net.ExtendedSocketOptions;

/**
 * The Unix socket by which commands reach a demo. It is another than that of {@code berth up}, so that both run beside each other with
 * one home.
 */
public final class DemoSocket {
    private static final String ROOT = "root";

    private DemoSocket() {}

    /**
     * Makes the folder of {@code socket} where it is missing, its owner's alone.
     *
     * @throws IOException where a process serves it already, or a file that is no socket is in the way; the message is for people
     */
    public static void prepare(Path socket) throws IOException {
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > HomeSocket.LONGEST_PATH_BYTES) {
            throw new IOException("the path " + socket + " is longer than the " + HomeSocket.LONGEST_PATH_BYTES
                    + " bytes that the path of a socket may have");
        }
        if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
            throw new IOException("the file " + socket + " is in the way of the control socket and is none");
        }
        if (isServed(socket)) {
            throw new IOException("another process serves the control socket " + socket);
        }
        Path folder = socket.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** A socket outlives its process: only one that takes a connection is in use. */
    private static boolean isServed(Path socket) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * A connection to the demo that serves {@code socket}.
     *
     * @throws IOException where nobody does, or another user than the one who asks
     */
    public static SocketChannel connect(Path socket) throws IOException {
        SocketChannel channel;
        try {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw new IOException("no running system answers at " + socket + ": " + e.getMessage(), e);
        }
        String there =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
        String here = System.getProperty("user.name", "");
        if (!there.equals(here) && !there.equals(ROOT) && !here.equals(ROOT)) {
            channel.close();
            throw new IOException(socket + " is served by the user " + there + ", not by " + here);
        }
        return channel;
    }
}
