package io.berth.app.up.setting;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The folders of the users that Berth keeps for tenants, beside the home, which only its owner enters. Everybody may go through the
 * one that holds them, and each of them is its user's alone.
 */
public record KeptFolders(Path folder) {
    private static final String MODE = "unix:mode";
    private static final int PERMISSIONS = 07777;
    private static final int PASSAGE = 0711;

    /**
     * Where they are unless somebody says otherwise: beside {@code home}, or, where other users cannot come there, in a folder of the
     * system's with a name of its own for each home.
     */
    public static Path standard(Path home) {
        Path beside = home.resolveSibling(home.getFileName() + "-tenants");
        try {
            if (closed(beside) == null) {
                return beside;
            }
        } catch (IOException e) {
            // Said when it is looked at as what it is.
            return beside;
        }
        CRC32 sum = new CRC32();
        sum.update(home.toString().getBytes(StandardCharsets.UTF_8));
        return Path.of(String.format("/var/lib/berth-tenants-%08x", sum.getValue()));
    }

    /** The folder above {@code path} that other users cannot enter; null where there is none. */
    private static @Nullable Path closed(Path path) throws IOException {
        Path above = path.resolveSibling("");
        while (!Files.exists(above)) {
            above = above.resolveSibling("");
        }
        for (above = above.toRealPath(); above != null; above = above.getParent()) {
            if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return above;
            }
        }
        return null;
    }

    /**
     * Makes nothing.
     *
     * @throws InputException where users could not come to theirs, or others could make folders among them
     */
    void check() {
        try {
            if (Files.exists(folder) && owner(folder) != 0) {
                throw wrong("belongs to user " + owner(folder) + "; it must be root's");
            }
            Path closed = closed(folder);
            if (closed != null) {
                throw wrong("lies in " + closed + ", which other users cannot enter");
            }
        } catch (IOException e) {
            throw wrong("cannot be used: " + e.getMessage());
        }
    }

    private void open() throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder);
        }
        if (owner(folder) != 0 || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("it is no folder of root's");
        }
        if (mode(folder) != PASSAGE) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        }
    }

    /** True where there is one of user {@code uid}. */
    public boolean has(int uid) {
        return Files.exists(path(uid), LinkOption.NOFOLLOW_LINKS);
    }

    /** That of user {@code uid}, which is made where it is missing. */
    public Path of(int uid) {
        Path own = path(uid);
        try {
            open();
            if (!has(uid)) {
                Files.createDirectory(
                        own, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            if (owner(own) != uid) {
                Files.setAttribute(own, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(own, "unix:gid", uid, LinkOption.NOFOLLOW_LINKS);
            }
            return own;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + own + ": " + e.getMessage(), e);
        }
    }

    private Path path(int uid) {
        return folder.resolve(Integer.toString(uid));
    }

    private static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, MODE, LinkOption.NOFOLLOW_LINKS) & PERMISSIONS;
    }

    private InputException wrong(String problem) {
        return new InputException(
                "the folder of tenants " + folder,
                problem + "; tenant_homes names another, such as /var/lib/berth-tenants");
    }
}
