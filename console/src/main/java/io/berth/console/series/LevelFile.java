package io.berth.console.series;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The samples of one step on the disk: lines that are added to a file, and the file before it, {@code .1}. Where the file is full it takes
 * that one's place, so between one and two fillings are kept. Nothing is forced to the disk: after a crash of the machine the
 * last minutes may be missing, and a line that is not whole is cut off.
 */
final class LevelFile implements AutoCloseable {
    /** Whatever queues are called, and however many there are. */
    private static final long MOST_BYTES = 8L << 20;

    private final Path file;
    private final int mostLines;
    private @Nullable FileChannel channel;
    private int lines;
    private long goodBytes;

    LevelFile(Path file, int mostLines) {
        this.file = file;
        this.mostLines = mostLines;
    }

    /** All samples, oldest first; what is not whole is cut off, and a file that is none of these is begun anew. */
    List<Sample> open() throws IOException {
        Files.createDirectories(file.getParent());
        List<Sample> samples = new ArrayList<>(read(before()).samples);
        Content content = read(file);
        lines = content.samples.size();
        goodBytes = content.goodBytes;
        samples.addAll(content.samples);
        try (FileChannel cut = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            cut.truncate(goodBytes);
        }
        return samples;
    }

    void add(Sample sample) throws IOException {
        if (lines >= mostLines || goodBytes > MOST_BYTES) {
            close();
            Files.move(file, before(), StandardCopyOption.REPLACE_EXISTING);
            lines = 0;
            goodBytes = 0;
        }
        String text = (goodBytes == 0 ? SampleText.head() : "") + SampleText.line(sample);
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        int length = bytes.remaining();
        FileChannel out = channel();
        // What a full disk left of a line is written over.
        out.truncate(goodBytes);
        out.position(goodBytes);
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
        goodBytes += length;
        lines++;
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    private FileChannel channel() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel = open;
        }
        return open;
    }

    private Path before() {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    /** @param goodBytes how far the file is whole */
    private record Content(List<Sample> samples, long goodBytes) {
        static final Content NONE = new Content(List.of(), 0);
    }

    private static Content read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Content.NONE;
        }
        byte[] bytes = Files.readAllBytes(file);
        List<Sample> samples = new ArrayList<>();
        SampleText text = null;
        int begin = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] != '\n') {
                continue;
            }
            String line = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
            if (text == null) {
                text = SampleText.after(line);
                if (text == null) {
                    return Content.NONE;
                }
            } else {
                Sample sample = text.read(line);
                if (sample == null) {
                    break;
                }
                samples.add(sample);
            }
            begin = end + 1;
        }
        return new Content(samples, begin);
    }
}
