package io.berth.local.launch.folder;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes what a task left, folders with all in them. Links are deleted, not followed; folders that are closed to us are opened. */
final class Deletion extends SimpleFileVisitor<Path> {
    private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwx------");

    private Deletion() {}

    /** @throws IOException where something of it stays */
    static void of(Path path) throws IOException {
        Files.walkFileTree(path, new Deletion());
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
        open(folder);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.delete(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
        if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || !open(file)) {
            throw why;
        }
        of(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) throws IOException {
        if (why != null) {
            throw why;
        }
        Files.delete(folder);
        return FileVisitResult.CONTINUE;
    }

    /** False where it was open to us already. */
    private static boolean open(Path folder) throws IOException {
        if (Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).containsAll(OPEN)) {
            return false;
        }
        Files.setPosixFilePermissions(folder, OPEN);
        return true;
    }
}
