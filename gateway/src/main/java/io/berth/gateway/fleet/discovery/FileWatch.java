package io.berth.gateway.fleet.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Tells when files have changed: looks at them now and then, as some file systems tell nobody. A file that is being written is no news until
 * it stays as it is from one look to the next.
 */
public final class FileWatch {
    private final Supplier<List<Path>> files;
    private List<String> known;
    private List<String> seen;

    /** @param files asked for each look, as which there are may change */
    public FileWatch(Supplier<List<Path>> files) {
        this.files = files;
        known = marks();
        seen = known;
    }

    /** True where they are other files than when this was last true, or at first, and stay so. */
    public synchronized boolean changed() {
        List<String> now = marks();
        boolean settled = now.equals(seen);
        seen = now;
        if (!settled || now.equals(known)) {
            return false;
        }
        known = now;
        return true;
    }

    private List<String> marks() {
        return files.get().stream().map(FileWatch::mark).toList();
    }

    /** Not the same for two files of which something differs, a link that leads elsewhere among them. */
    private static String mark(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return file + " " + attributes.lastModifiedTime() + " " + attributes.size() + " "
                    + Objects.toString(attributes.fileKey());
        } catch (IOException e) {
            return file + " is not there";
        }
    }
}
