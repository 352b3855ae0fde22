package io.berth.app.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/**
 * The Unix socket by which commands reach the Berth of their home. Whoever took the port of one that was killed hears nothing:
 * before a byte is sent, the folder of the socket and the user on its other side must be the owner's of the home, or root's, and
 * the process that made it must still be the one that runs.
 */
public final class HomeSocket {
    private static final String NAME = "berth.sock";

    /** Of {@code sun_path} in {@code struct sockaddr_un}, without the zero at its end (unix(7)). */
    static final int LONGEST_PATH_BYTES = 107;

    private static final String ROOT = "root";

    private HomeSocket() {}

    /**
     * Has the JDK's classes of such sockets made ready meanwhile: they look for a source of chance among all security providers,
     * which takes a tenth of a command's time.
     */
    public static void prepare() {
        Thread.ofPlatform().daemon().name("berth-socket").start(() -> {
            try (SocketChannel _ = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                // Opened once, it opens fast.
            } catch (IOException e) {
                // Whoever connects hears why.
            }
        });
    }

    /**
     * Where a Berth that starts is to serve it: in the home, or where its path is too long for a socket, in a new folder that
     * nobody else may enter.
     */
    public static Path choose(BerthHome home) {
        Path inHome = home.folder().resolve(NAME);
        try {
            if (inHome.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH_BYTES) {
                return inHome;
            }
            return Files.createTempDirectory(
                            "berth-",
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
                    .resolve(NAME);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder for the socket of " + home.folder(), e);
        }
    }

    /** Deletes what is left of {@code socket}, which no process serves any more. */
    public static void delete(BerthHome home, Path socket) throws IOException {
        Path folder = socket.resolveSibling("");
        boolean own = Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(home.folder()));
        if (own && socket.getFileName().toString().equals(NAME)) {
            Files.deleteIfExists(socket);
            if (!folder.equals(home.folder())) {
                Files.deleteIfExists(folder);
            }
        }
    }

    /**
     * A connection to the Berth that {@code address} names.
     *
     * @throws IOException where it does not run any more, or the socket is a stranger's
     */
    public static SocketChannel connect(BerthHome home, Address address) throws IOException {
        if (address.socket().isEmpty() || address.started() < 0) {
            throw none(home, home.address() + " is of an earlier build, which serves no socket");
        }
        Path socket = Path.of(address.socket());
        UserPrincipal owner = Files.getOwner(home.folder());
        checkFolder(home, socket.resolveSibling(""), owner);
        SocketChannel channel;
        try {
            channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            throw none(home, "nobody serves " + socket);
        }
        try {
            UserPrincipal there =
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
            if (!isTrusted(there, owner)) {
                throw none(
                        home,
                        socket + " is served by the user " + there.getName() + ", and the home is of "
                                + owner.getName());
            }
            // After the connection was made: a process that ended before has not accepted it.
            if (address.started() != ProcessStart.of(address.pid())) {
                throw none(home, "its process " + address.pid() + " has ended, and another serves " + socket);
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void checkFolder(BerthHome home, Path folder, UserPrincipal owner) throws IOException {
        PosixFileAttributes known;
        try {
            known = Files.readAttributes(folder, PosixFileAttributes.class);
        } catch (IOException e) {
            throw none(home, "the folder " + folder + " of its socket is gone");
        }
        if (!isTrusted(known.owner(), owner)) {
            throw none(
                    home,
                    "the folder " + folder + " of its socket is the user "
                            + known.owner().getName() + "'s");
        }
        boolean others = known.permissions().contains(PosixFilePermission.GROUP_WRITE)
                || known.permissions().contains(PosixFilePermission.OTHERS_WRITE);
        if (others) {
            throw none(home, "others may write in the folder " + folder + " of its socket; chmod go-w ends that");
        }
    }

    private static boolean isTrusted(UserPrincipal user, UserPrincipal owner) {
        return user.equals(owner) || user.getName().equals(ROOT);
    }

    private static IOException none(BerthHome home, String why) {
        return new IOException(
                "no Berth runs with the home " + home.folder() + ": " + why + "; berth up starts it again");
    }
}
