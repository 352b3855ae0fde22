package io.berth.live.journal;

import io.berth.core.engine.Recovery;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.live.journal.file.JournalFiles;
import io.berth.live.journal.file.JournalOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Questions that tests ask of a journal's folder. */
final class JournalFolder {
    private JournalFolder() {}

    static void write(Path folder, List<Frame> frames, JournalOptions options) {
        try (JournalDirectory journal = JournalDirectory.create(folder, 7, options)) {
            frames.forEach(journal::append);
        }
    }

    static List<Frame> read(Path folder) {
        List<Frame> frames = new ArrayList<>();
        JournalReader.open(folder).forEachRemaining(frames::add);
        return frames;
    }

    /** Makes it a journal of before: without a mark of what was acknowledged. */
    static void unmark(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(JournalFiles.ACKNOWLEDGED));
    }

    /** Gives the first slot of a mark a version to come, and a right checksum. */
    static void writeNewerMark(Path mark) throws IOException {
        byte[] bytes = Files.readAllBytes(mark);
        bytes[11] = 99;
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, 36);
        ByteBuffer.wrap(bytes).putInt(36, (int) checksum.getValue());
        Files.write(mark, bytes);
    }

    static List<Path> files(Path folder, String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, glob)) {
            files.forEach(found::add);
        }
        found.sort(null);
        return found;
    }

    /** What a kill would leave of {@code folder} now: a snapshot that gets its name meanwhile is copied under that. */
    static Path copy(Path folder, Path target) throws IOException {
        Files.createDirectories(target);
        while (true) {
            try {
                for (Path file : files(folder, "*")) {
                    Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
                return target;
            } catch (NoSuchFileException e) {
                for (Path copied : files(target, "*")) {
                    Files.delete(copied);
                }
            }
        }
    }

    static void flip(Path file, long offset) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) offset] ^= 0x10;
        Files.write(file, bytes);
    }

    static byte[] bytes(State state) {
        return state.image().bytes();
    }

    /** The state that all frames lead to, no snapshot used. */
    static State replay(Path folder) {
        JournalReader reader = JournalReader.open(folder);
        Recovery recovery = Recovery.recover(new State(reader.seed()));
        reader.forEachRemaining(recovery::apply);
        return recovery.state();
    }
}
