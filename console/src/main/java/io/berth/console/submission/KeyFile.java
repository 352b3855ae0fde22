package io.berth.console.submission;

import io.berth.live.disk.DiskFault;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file of keys: a first line that names it, then records. One thread uses it. */
final class KeyFile implements AutoCloseable {
    private static final String MAGIC = "berth-keys 1 ";

    /** It is written anew long before. */
    private static final long MOST_BYTES = 1L << 30;

    private final Path path;
    private final String name;
    private FileChannel channel;
    /** How much of it was written for good. */
    private long written;

    private long lines;

    private KeyFile(Path path, String name, FileChannel channel) {
        this.path = path;
        this.name = name;
        this.channel = channel;
    }

    /** What a file holds. */
    record Content(String name, List<KeyRecord> records) {}

    /** The content of {@code path}, up to the first line that a crash tore; a new name and nothing where there is no file. */
    static Content read(Path path) {
        try {
            if (!Files.exists(path)) {
                return new Content(newName(), List.of());
            }
            checkBegin(path);
            String text = Files.readString(path, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            List<String> lines = text.substring(0, end).lines().toList();
            List<KeyRecord> records = new ArrayList<>();
            for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
                @Nullable KeyRecord read = KeyRecord.parse(line);
                if (read == null) {
                    break;
                }
                records.add(read);
            }
            return new Content(lines.isEmpty() ? newName() : lines.getFirst().substring(MAGIC.length()), records);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    /** Refuses what is no file of keys before it is read as a whole. */
    private static void checkBegin(Path path) throws IOException {
        boolean known = false;
        if (Files.isRegularFile(path) && Files.size(path) <= MOST_BYTES) {
            try (InputStream file = Files.newInputStream(path)) {
                String begin = new String(file.readNBytes(MAGIC.length()), StandardCharsets.ISO_8859_1);
                known = begin.equals(MAGIC);
            }
        }
        if (!known) {
            throw new InputException(
                    path.toString(),
                    "is no file of idempotency keys that this program knows: move it away; what is submitted again with a"
                            + " key from before is then taken for new");
        }
    }

    /** A name for keys whose file, if any, is new. */
    static String newName() {
        byte[] random = new byte[4];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Writes {@code path} anew with {@code records} and opens it for more. */
    static KeyFile create(Path path, String name, List<KeyRecord> records) {
        try {
            Path parent = path.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            KeyFile file = new KeyFile(path, name, write(path, name, records));
            file.written = file.channel.position();
            file.lines = records.size();
            return file;
        } catch (IOException e) {
            KeyFile before = DiskFault.full(e) ? goOn(path, name) : null;
            if (before != null) {
                return before;
            }
            throw new UncheckedIOException("cannot write " + path + ": " + e.getMessage(), e);
        }
    }

    /** The file that is there, behind its last whole line; null where it is not this one. It takes no room. */
    private static @Nullable KeyFile goOn(Path path, String name) {
        try {
            String text = Files.exists(path) ? Files.readString(path, StandardCharsets.ISO_8859_1) : "";
            if (!text.startsWith(MAGIC + name + "\n")) {
                return null;
            }
            int end = wholeLines(text);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
            channel.truncate(end);
            channel.position(end);
            KeyFile file = new KeyFile(path, name, channel);
            file.written = end;
            file.lines = text.substring(0, end).lines().count() - 1;
            return file;
        } catch (IOException e) {
            return null;
        }
    }

    /** Behind the last line that is as it was written. */
    private static int wholeLines(String text) {
        int end = text.indexOf('\n') + 1;
        for (int next = text.indexOf('\n', end) + 1; next > 0; next = text.indexOf('\n', end) + 1) {
            if (KeyRecord.parse(text.substring(end, next - 1)) == null) {
                return end;
            }
            end = next;
        }
        return end;
    }

    /** How many records it has. */
    long lines() {
        return lines;
    }

    /**
     * Appends {@code records} and forces them to the disk where {@code durably}.
     *
     * @throws IOException where that fails; then none of them is there, or none counts when the next are appended
     */
    void append(List<KeyRecord> records, boolean durably) throws IOException {
        if (channel.position() != written) {
            // An attempt before this failed, and so did taking it back.
            cut();
        }
        ByteBuffer text = text(records);
        int length = text.remaining();
        try {
            writeFully(channel, text);
            if (durably) {
                channel.force(false);
            }
        } catch (IOException e) {
            cut();
            throw e;
        }
        written += length;
        lines += records.size();
    }

    private void cut() throws IOException {
        channel.truncate(written);
        channel.position(written);
    }

    /** Writes it anew with {@code records} alone; where that fails it is as it was. */
    void rewrite(List<KeyRecord> records) throws IOException {
        FileChannel fresh = write(path, name, records);
        FileChannel before = channel;
        channel = fresh;
        written = fresh.position();
        lines = records.size();
        before.close();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + path, e);
        }
    }

    private static FileChannel write(Path path, String name, List<KeyRecord> records) throws IOException {
        Path temporary = path.resolveSibling(path.getFileName() + ".new");
        FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try {
            writeFully(channel, ByteBuffer.wrap((MAGIC + name + "\n").getBytes(StandardCharsets.US_ASCII)));
            writeFully(channel, text(records));
            channel.force(true);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceFolder(path);
            return channel;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(temporary);
            throw e;
        }
    }

    private static ByteBuffer text(List<KeyRecord> records) {
        StringBuilder text = new StringBuilder();
        records.forEach(item -> text.append(item.line()));
        return ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** A file that was renamed is there after a crash only where its folder is durable. */
    private static void forceFolder(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not every system opens folders; there, a rename is as durable as it gets.
        }
    }
}
