package io.berth.local.world;

import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The output of one start of a task as it grows: what {@link TaskOutput} is for one who reads it once, this is for one who looks
 * every second. Where nothing was written a look is one question to the file system. It keeps its place by the file itself, so
 * that {@code output.log} may become {@code output.log.1} under it.
 */
public final class TaskTail {
    private static final String CURRENT = "output.log";

    /** Finds the start of a task whose number is not known: the last. */
    private static final long LAST = 0;

    private final Path state;
    private final TaskKey start;
    private @Nullable Path folder;
    private long inode;
    private long position;

    /**
     * @param state the folder of the launcher
     * @param start whose output; of decision 0 for the last there is of its task
     * @param mark what {@link #mark} said of an earlier reader of this start; empty for the beginning
     */
    public TaskTail(Path state, TaskKey start, String mark) {
        this.state = state;
        this.start = start;
        String[] words = mark.split(" ");
        if (words.length == 2) {
            inode = Long.parseLong(words[0]);
            position = Long.parseLong(words[1]);
        }
    }

    /** The next bytes, at most {@code most}; none where there are no more so far. */
    public byte[] next(int most) throws IOException {
        @Nullable Path found = folder();
        @Nullable Part current = found == null ? null : part(found.resolve(CURRENT));
        if (found == null || current == null) {
            return new byte[0];
        }
        if (current.inode == inode) {
            return read(current, most);
        }
        List<Part> parts = parts(found);
        for (int at = indexOf(parts); at < parts.size(); at++) {
            if (parts.get(at).inode != inode) {
                inode = parts.get(at).inode;
                position = 0;
            }
            byte[] bytes = read(parts.get(at), most);
            if (bytes.length > 0) {
                return bytes;
            }
        }
        return new byte[0];
    }

    /** Leaves out what is still to be read but for the last {@code keep} bytes; how many that were at least. */
    public long skip(int keep) throws IOException {
        @Nullable Path found = folder();
        if (found == null) {
            return 0;
        }
        List<Part> parts = parts(found);
        long left = -position;
        for (int at = indexOf(parts); at < parts.size(); at++) {
            left += parts.get(at).size;
        }
        if (left <= keep || parts.isEmpty()) {
            return 0;
        }
        Part last = parts.getLast();
        inode = last.inode;
        position = Math.max(0, last.size - keep);
        return left - (last.size - position);
    }

    /** Where it stands. */
    public String mark() {
        return inode + " " + position;
    }

    /** A file as it is now. */
    private record Part(Path path, long inode, long size) {}

    private @Nullable Path folder() {
        Path known = folder;
        if (known == null) {
            known = start.decision() == LAST ? start.lastFolder(state) : start.folder(state);
        }
        if (known != null && Files.exists(known)) {
            folder = known;
            return known;
        }
        return null;
    }

    /** All that are kept, the oldest first. */
    private static List<Part> parts(Path folder) throws IOException {
        List<Part> parts = new ArrayList<>();
        @Nullable Part part = part(folder.resolve(CURRENT));
        for (int older = 1; part != null; older++) {
            parts.addFirst(part);
            part = part(folder.resolve(CURRENT + "." + older));
        }
        return parts;
    }

    /** Where its place is; the first where its file is gone. */
    private int indexOf(List<Part> parts) {
        for (int at = 0; at < parts.size(); at++) {
            if (parts.get(at).inode == inode) {
                return at;
            }
        }
        position = 0;
        return 0;
    }

    private static @Nullable Part part(Path path) throws IOException {
        try {
            Map<String, Object> attributes = Files.readAttributes(path, "unix:ino,size");
            return new Part(path, number(attributes, "ino"), number(attributes, "size"));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static long number(Map<String, Object> attributes, String name) {
        return (long) Objects.requireNonNull(attributes.get(name), name);
    }

    private byte[] read(Part part, int most) throws IOException {
        if (part.size < position) {
            // Another file that got the number of one that is gone.
            position = 0;
        }
        if (part.size == position) {
            return new byte[0];
        }
        try (SeekableByteChannel channel = Files.newByteChannel(part.path)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(most, part.size - position));
            channel.position(position);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // Until it is full or the file ends.
            }
            position += buffer.position();
            byte[] bytes = new byte[buffer.position()];
            buffer.flip().get(bytes);
            return bytes;
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }
}
