package io.berth.app.up;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folders of the users that Berth keeps for tenants, beside the home, which only its owner enters. Everybody may go through the
 * one that holds them, and each of them is its user's alone.
 */
record KeptFolders(Path folder) {
    private static final String MODE = "unix:mode";
    private static final int PERMISSIONS = 07777;
    private static final int PASSAGE = 0711;

    /**
     * Makes nothing.
     *
     * @throws InputException where users could not come to theirs, or others could make folders among them
     */
    void check() {
        try {
            Path above = folder;
            while (!Files.exists(above)) {
                above = above.resolveSibling("");
            }
            if (above.equals(folder) && owner(folder) != 0) {
                throw wrong("belongs to user " + owner(folder) + "; it must be root's");
            }
            for (above = above.toRealPath(); above != null; above = above.getParent()) {
                boolean own = above.equals(folder);
                if (!own && !Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                    throw wrong("lies in " + above + ", which other users cannot enter");
                }
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
    boolean has(int uid) {
        return Files.exists(path(uid), LinkOption.NOFOLLOW_LINKS);
    }

    /** That of user {@code uid}, which is made where it is missing. */
    Path of(int uid) {
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
