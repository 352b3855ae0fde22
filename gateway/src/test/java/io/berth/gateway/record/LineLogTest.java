package io.berth.gateway.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Prompt;
import io.berth.gateway.journey.Journey;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LineLogTest {
    private static final LineLog.Format NUMBERS =
            new LineLog.Format("head", journey -> Long.toString(journey.number()), true);

    @TempDir
    private Path folder;

    private final List<String> notes = new ArrayList<>();

    @Test
    void whatCameIsInTheFileWhileItIsOpen() throws IOException, InterruptedException {
        Path file = folder.resolve("log");
        try (LineLog log = new LineLog(file, NUMBERS, notes::add)) {
            log.ended(journey(1));
            until(() -> Files.readString(file).equals("head\n1\n"));
        }
    }

    @Test
    void whatWasFlushedOfAPackedFileCanBeReadBeforeItsEnd() throws IOException, InterruptedException {
        Path file = folder.resolve("log.gz");
        try (LineLog log = new LineLog(file, NUMBERS, notes::add)) {
            log.ended(journey(1));
            until(() -> unpacked(file).equals("head\n1\n"));
        }
    }

    @Test
    void whereItIsMovedAnotherIsBegunAndNothingIsLost() throws IOException, InterruptedException {
        Path file = folder.resolve("log");
        Path moved = folder.resolve("log.1");
        try (LineLog log = new LineLog(file, NUMBERS, notes::add)) {
            log.ended(journey(1));
            until(() -> Files.readString(file).endsWith("1\n"));
            Files.move(file, moved);
            until(() -> Files.exists(file));
            log.ended(journey(2));
        }
        assertThat(Files.readString(moved)).isEqualTo("head\n1\n");
        assertThat(Files.readString(file)).isEqualTo("head\n2\n");
    }

    @Test
    void aFileThatIsThereIsGoneOnWith() throws IOException {
        Path file = Files.writeString(folder.resolve("log"), "before\n");
        try (LineLog log = new LineLog(file, NUMBERS, notes::add)) {
            log.ended(journey(1));
        }
        assertThat(Files.readString(file)).isEqualTo("before\n1\n");
    }

    @Test
    void whatComesTooFastIsDroppedAndCounted() throws IOException, InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        LineLog.Format slow = new LineLog.Format(
                null,
                journey -> {
                    held.countDown();
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return Long.toString(journey.number());
                },
                true);
        Path file = folder.resolve("log");
        int all = 40_000;
        long dropped;
        try (LineLog log = new LineLog(file, slow, notes::add)) {
            log.ended(journey(0));
            held.await();
            for (int i = 1; i < all; i++) {
                log.ended(journey(i));
            }
            dropped = log.dropped();
            go.countDown();
        }
        assertThat(dropped).isPositive();
        assertThat(Files.readAllLines(file)).hasSize(all - (int) dropped);
    }

    @Test
    void aLineThatCannotBeMadeCostsNoOther() throws IOException {
        Path file = folder.resolve("log");
        LineLog log = new LineLog(
                file,
                new LineLog.Format(
                        null,
                        journey -> {
                            if (journey.number() == 1) {
                                throw new IllegalStateException("no line");
                            }
                            return Long.toString(journey.number());
                        },
                        true),
                notes::add);
        log.ended(journey(1));
        log.ended(journey(2));
        log.close();

        assertThat(Files.readString(file)).isEqualTo("2\n");
        assertThat(log.dropped()).isEqualTo(1);
        assertThat(notes).singleElement().asString().contains("no line");
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void until(Condition condition) throws IOException, InterruptedException {
        while (!condition.holds()) {
            Thread.sleep(20);
        }
    }

    private static String unpacked(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                text.append((char) next);
            }
        } catch (EOFException e) {
            return text.toString();
        }
        return text.toString();
    }

    private static Journey journey(long number) {
        return new Journey(
                number,
                new Journey.Asked("POST", "/", 0, new Journey.Want(null, false, Prompt.NONE, 0, 0)),
                new Journey.Times(0, 0, Journey.NEVER, Journey.NEVER, 0),
                new Journey.Place(-1, "", 0),
                new Journey.Ended(Journey.End.ANSWERED, "", 200, 0, 0),
                null,
                null);
    }
}
