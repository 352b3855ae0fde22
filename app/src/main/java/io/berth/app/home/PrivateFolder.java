package io.berth.app.home;

import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes a folder its owner's alone, with all that is in it: jobs hold environments, and with them secrets. Whatever somebody else
 * could have put there, or could put in its place, is refused.
 */
public final class PrivateFolder {
    private static final String ROOT = "0";
    private static final int OTHERS_WRITE = 02;
    private static final int GROUP_WRITES = 020;
    private static final int STICKY = 01000;
    private static final int OF_OTHERS = 077;
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Path folder;
    private final String uid;
    private final List<Path> roots = new ArrayList<>();
    private long closed;

    /**
     * Who may do what with a file, as the kernel says it; not of what a link leads to.
     *
     * @param mode permissions and the sticky bit
     */
    public record Access(String uid, int mode) {
        public static Access of(Path path) throws IOException {
            Map<String, Object> read = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Access(String.valueOf(read.get("uid")), (int) Objects.requireNonNull(read.get("mode")));
        }

        /** True where {@code user} or root owns it. */
        public boolean isOf(String user) {
            return uid.equals(user) || uid.equals(ROOT);
        }

        /** True where one of these bits is set. */
        public boolean allows(int bits) {
            return (mode & bits) != 0;
        }

        /** True where everybody may put another file in the place of one that is not his. */
        boolean isLawless() {
            return allows(OTHERS_WRITE) && !allows(STICKY);
        }
    }

    private PrivateFolder(Path folder, String uid) {
        this.folder = folder;
        this.uid = uid;
    }

    /**
     * Makes {@code folder} where it is missing, and closes it and all in it to others.
     *
     * @param uid of the user that runs this
     * @return what somebody should know, a line each
     * @throws InputException where it is or could become another's
     */
    public static List<String> close(Path folder, String uid) {
        PrivateFolder closing = new PrivateFolder(folder, uid);
        try {
            return closing.close();
        } catch (IOException e) {
            throw closing.wrong("cannot be made or used: " + e.getMessage());
        }
    }

    /**
     * Refuses {@code path} where others could put something else in its place. What is not there yet will be its maker's.
     *
     * @return what somebody should know, a line each
     */
    public static List<String> checkAbove(Path path, String uid) throws IOException {
        List<String> notes = new ArrayList<>();
        Path absolute = path.toAbsolutePath().normalize();
        for (int depth = 1; depth <= absolute.getNameCount(); depth++) {
            Path part = absolute.getRoot().resolve(absolute.subpath(0, depth));
            Path above = part.resolveSibling("").toRealPath();
            Access around = Access.of(above);
            if (around.isLawless()) {
                throw new InputException(
                        path.toString(),
                        "lies in " + above + ", where every user can put another in its place; chmod o-w or +t " + above
                                + ", or choose another place");
            }
            boolean there = Files.exists(part, LinkOption.NOFOLLOW_LINKS);
            if (there && around.allows(OTHERS_WRITE) && !Access.of(part).isOf(uid)) {
                throw new InputException(
                        path.toString(),
                        "goes through " + part + ", which belongs to user "
                                + Access.of(part).uid() + ", who can put another in its place");
            }
            boolean group = around.allows(GROUP_WRITES) && !around.allows(STICKY);
            if (!around.isOf(uid) || group) {
                notes.add(path + " lies in " + above + ", where " + (group ? "its group" : "user " + around.uid())
                        + " can put another in its place");
            }
            if (!there) {
                break;
            }
        }
        return notes;
    }

    private List<String> close() throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path real = folder.toRealPath();
        Access access = Access.of(real);
        if (!access.uid().equals(uid)) {
            throw wrong("belongs to user " + access.uid() + " and not to the one that runs Berth, user " + uid
                    + "; chown -R it, or name another with --home");
        }
        List<String> notes = new ArrayList<>(checkAbove(folder, uid));
        if (!real.equals(folder)) {
            checkAbove(real, uid).stream().filter(note -> !notes.contains(note)).forEach(notes::add);
        }
        // Itself first: from then on nobody else reaches what is in it.
        close(real, access);
        roots.add(real);
        linked(real);
        for (Path root : roots) {
            Files.walkFileTree(root, new Closing());
        }
        if (closed > 0) {
            notes.add("others could read or write " + closed + " files and folders of the home " + folder
                    + "; now only its owner can");
        }
        return notes;
    }

    /** Folders that are elsewhere, such as a journal on another disk, are part of the home too. */
    private void linked(Path real) throws IOException {
        try (Stream<Path> entries = Files.list(real)) {
            for (Path entry : entries.filter(Files::isSymbolicLink).toList()) {
                if (Files.exists(entry)) {
                    Path target = entry.toRealPath();
                    checkAbove(target, uid);
                    roots.add(target);
                }
            }
        }
    }

    private void close(Path path, Access access) throws IOException {
        if (!access.uid().equals(uid)) {
            throw wrong("holds " + path + ", which belongs to user " + access.uid()
                    + "; delete it, or chown it to the user that runs Berth");
        }
        if (access.allows(OF_OTHERS)) {
            Set<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
            kept.addAll(Files.getPosixFilePermissions(path));
            kept.retainAll(OWNERS);
            Files.setPosixFilePermissions(path, kept);
            closed++;
        }
    }

    private InputException wrong(String problem) {
        return new InputException("the home " + folder, problem);
    }

    /** Links are left alone: their own mode means nothing, and what they lead to is not in the home. */
    private final class Closing extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) throws IOException {
            close(path, Access.of(path));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
            try {
                if (!attributes.isSymbolicLink()) {
                    close(path, Access.of(path));
                }
            } catch (NoSuchFileException e) {
                // A task that goes on has moved it meanwhile.
                return FileVisitResult.CONTINUE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException problem) throws IOException {
            if (problem instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw problem;
        }
    }
}
