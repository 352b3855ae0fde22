package io.berth.app.up;

import io.berth.app.up.setting.DiskOptions;
import io.berth.live.disk.DiskGuard;
import io.berth.live.disk.DiskRoom;
import io.berth.live.disk.Reserve;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.file.JournalOptions;
import io.berth.local.disk.FileSystemRoom;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The disk of a home: watched, with room held back on it, and with bounds on what is kept there. */
final class HomeDisk implements AutoCloseable {
    /** What a start writes before anybody can ask for anything: keys, a token, where it is. */
    private static final long START_BYTES = 256 << 10;

    private static final Duration LOOK = Duration.ofMillis(500);

    private final DiskOptions options;
    private final DiskRoom room;
    private final DiskGuard guard;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-disk").factory());

    private HomeDisk(DiskOptions options, DiskRoom room, DiskGuard guard) {
        this.options = options;
        this.room = room;
        this.guard = guard;
    }

    /** Looks at the disk of {@code folder}, which is there. */
    static HomeDisk of(Path folder, Path journal, DiskOptions options, Consumer<String> notes) {
        DiskRoom.Meter meter = FileSystemRoom.find();
        DiskRoom room;
        try {
            room = meter.of(folder);
        } catch (IOException e) {
            throw new InputException("the home " + folder, "cannot be looked at: " + e.getMessage());
        }
        if (room.freeBytes() < START_BYTES) {
            // Held back by the Berth before: there is nobody who writes the journal now.
            new Reserve(journal.resolve(JournalDirectory.RESERVE), 0).give(START_BYTES - room.freeBytes());
        }
        DiskGuard guard = new DiskGuard(folder, meter, options.needed(room), notes);
        guard.look();
        return new HomeDisk(options, room, guard);
    }

    /** Whether there is room to take more work. */
    DiskGuard guard() {
        return guard;
    }

    /** How the journal is kept. */
    JournalOptions journal() {
        return options.journal(room);
    }

    /** What tasks may have written in sum, bytes. */
    long output() {
        return options.output(room);
    }

    /**
     * Looks from now on, now and then.
     *
     * @param reserve is filled again when there is room; null for none
     * @param waiting what could not be written so far is written by these
     */
    void start(@Nullable Reserve reserve, List<Runnable> waiting) {
        timer.scheduleWithFixedDelay(() -> look(reserve, waiting), 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look(@Nullable Reserve reserve, List<Runnable> waiting) {
        boolean well = guard.look();
        DiskRoom now = guard.room();
        if (reserve != null && well && now != null) {
            reserve.refill(now.freeBytes() - guard.needed().bytes());
        }
        waiting.forEach(Runnable::run);
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
