package io.berth.local.world;

import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task wrote, as far as it is kept: the launcher writes {@code output.log} and moves full files to {@code output.log.1},
 * {@code .2} and so on. A reader of this keeps its place by the file itself, so a move under it loses nothing that is kept.
 */
public final class TaskOutput {
    private static final String CURRENT = "output.log";
    private static final int PIECE_BYTES = 64 << 10;

    private final Path state;
    private final TaskKey start;
    private @Nullable Object file;
    private long position;

    /**
     * The output of the last start of a task.
     *
     * @param state the folder of the launcher
     * @param start any start of the task
     * @param skip how many of the bytes that are kept are not wanted
     */
    public TaskOutput(Path state, TaskKey start, long skip) throws IOException {
        this.state = state;
        this.start = start;
        skip(skip);
    }

    /** As {@link #TaskOutput}, beginning {@code lines} lines before the end of what is kept now. */
    public static TaskOutput last(Path state, TaskKey start, long lines) throws IOException {
        TaskOutput output = new TaskOutput(state, start, lines == 0 ? Long.MAX_VALUE : 0);
        if (lines > 0) {
            output.skipBut(lines);
        }
        return output;
    }

    /** The file that the last start of a task writes into; null where it has not written yet. */
    public static @Nullable Path file(Path state, TaskKey start) {
        Path folder = start.lastFolder(state);
        Path current = folder == null ? null : folder.resolve(CURRENT);
        return current != null && Files.exists(current) ? current : null;
    }

    /**
     * The next bytes, at most {@code most}; none where there are no more so far.
     *
     * @throws IOException where a file cannot be read
     */
    public byte[] next(int most) throws IOException {
        List<Path> files = files();
        int at = indexOf(files);
        while (at < files.size()) {
            byte[] read = read(files.get(at), position, most);
            if (read.length > 0) {
                file = key(files.get(at));
                position += read.length;
                return read;
            }
            at++;
            if (at < files.size()) {
                file = key(files.get(at));
                position = 0;
            }
        }
        return new byte[0];
    }

    private void skip(long bytes) throws IOException {
        long left = bytes;
        for (Path path : files()) {
            long size = Files.size(path);
            file = key(path);
            position = Math.min(left, size);
            if (left < size) {
                return;
            }
            left -= size;
        }
    }

    /** Goes to where the last {@code lines} lines begin; one without its end counts. */
    private void skipBut(long lines) throws IOException {
        // The end of the last line is none between two.
        long left = lines;
        boolean end = true;
        for (Path path : files().reversed()) {
            for (long to = Files.size(path); to > 0; to -= Math.min(to, PIECE_BYTES)) {
                long from = Math.max(0, to - PIECE_BYTES);
                byte[] piece = read(path, from, (int) (to - from));
                int until = piece.length - (end ? 1 : 0);
                end = false;
                long ends = ends(piece, until);
                if (ends >= left) {
                    file = key(path);
                    position = from + behindEnd(piece, until, left);
                    return;
                }
                left -= ends;
            }
        }
    }

    /** How many lines end among the first {@code until} bytes. */
    private static long ends(byte[] piece, int until) {
        long ends = 0;
        for (int at = 0; at < until; at++) {
            ends += piece[at] == '\n' ? 1 : 0;
        }
        return ends;
    }

    /** Behind which byte line {@code count} from the end of the first {@code until} ends. */
    private static int behindEnd(byte[] piece, int until, long count) {
        long left = count;
        int at = until - 1;
        while (piece[at] != '\n' || --left > 0) {
            at--;
        }
        return at + 1;
    }

    /** Where in {@code files} the place is; 0 where its file is gone, or before anything was read. */
    private int indexOf(List<Path> files) throws IOException {
        Object wanted = file;
        for (int i = 0; wanted != null && i < files.size(); i++) {
            if (wanted.equals(key(files.get(i)))) {
                return i;
            }
        }
        position = 0;
        return 0;
    }

    /** All files of the last start, the oldest first. */
    private List<Path> files() throws IOException {
        Path folder = start.lastFolder(state);
        List<Path> files = new ArrayList<>();
        if (folder == null) {
            return files;
        }
        for (int older = 1; Files.exists(folder.resolve(CURRENT + "." + older)); older++) {
            files.add(folder.resolve(CURRENT + "." + older));
        }
        Collections.reverse(files);
        if (Files.exists(folder.resolve(CURRENT))) {
            files.add(folder.resolve(CURRENT));
        }
        return files;
    }

    /** What stays with a file when it gets another name. */
    private static Object key(Path path) throws IOException {
        return Files.getAttribute(path, "unix:ino");
    }

    private static byte[] read(Path path, long from, int most) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            long left = channel.size() - from;
            if (left <= 0) {
                return new byte[0];
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(most, left));
            channel.position(from);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                // Until it is full or the file ends.
            }
            byte[] bytes = new byte[buffer.position()];
            buffer.flip().get(bytes);
            return bytes;
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }
}
