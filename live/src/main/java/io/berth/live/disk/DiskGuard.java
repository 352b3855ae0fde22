package io.berth.live.disk;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches how much room there is on the disk of a folder, and says when it is too short to take more work: what runs must still
 * be able to write down how it ends. {@link #look()} does one look; whoever owns it calls that now and then.
 */
public final class DiskGuard implements MetricSource {
    /** A guard of nothing: there is always room. */
    public static final DiskGuard NONE = new DiskGuard(Path.of(""), null, new RoomNeeded(0, 0), _ -> {});

    private static final Metric FREE =
            Metric.gauge("berth_disk_free_bytes", "bytes", "What is free on the file system of the home.");
    private static final Metric NEEDED =
            Metric.gauge("berth_disk_needed_bytes", "bytes", "What must be free there for submissions to be taken.");
    private static final Metric FULL =
            Metric.gauge("berth_disk_full", "1 or 0", "1 where submissions are refused for that reason.");

    private final Path folder;
    private final DiskRoom.@Nullable Meter meter;
    private final RoomNeeded needed;
    private final Consumer<String> notes;
    private volatile @Nullable DiskRoom room;
    private volatile boolean full;

    /**
     * A guard.
     *
     * @param meter how it looks; null where nothing is looked at
     * @param notes hear it once when room gets short, and once when there is enough again
     */
    public DiskGuard(Path folder, DiskRoom.@Nullable Meter meter, RoomNeeded needed, Consumer<String> notes) {
        this.folder = folder;
        this.meter = meter;
        this.needed = needed;
        this.notes = notes;
    }

    /** Looks; true where there is room to take more work. What cannot be looked at stays as it was. */
    public synchronized boolean look() {
        DiskRoom.Meter looks = meter;
        if (looks == null) {
            return true;
        }
        DiskRoom now;
        try {
            now = looks.of(folder);
        } catch (IOException e) {
            return !full;
        }
        room = now;
        boolean before = full;
        full = before ? !needed.wellIn(now) : needed.shortIn(now);
        if (full && !before) {
            notes.accept("the disk is nearly full, so submissions are refused: " + told(now));
        } else if (before && !full) {
            notes.accept("there is room on the disk again, submissions are taken: " + told(now));
        }
        return !full;
    }

    /** Why a submission is refused now; null where it is not. */
    public @Nullable String refusal() {
        DiskRoom last = room;
        return full && last != null ? "the disk is nearly full: " + told(last) : null;
    }

    /** True where submissions are refused. */
    public boolean full() {
        return full;
    }

    /** What the last look saw; null before the first. */
    public @Nullable DiskRoom room() {
        return room;
    }

    /** How much it wants. */
    public RoomNeeded needed() {
        return needed;
    }

    @Override
    public List<Metric> metrics() {
        return List.of(FREE, NEEDED, FULL);
    }

    @Override
    public void write(MetricText text) {
        DiskRoom last = room;
        if (last != null) {
            text.put(FREE, (double) last.freeBytes());
            text.put(NEEDED, (double) needed.bytes());
            text.put(FULL, full ? 1 : 0);
        }
    }

    private String told(DiskRoom now) {
        boolean files = now.totalFiles() > 0 && now.freeFiles() < needed.files();
        return files && now.freeBytes() >= needed.bytes()
                ? now.freeFiles() + " more files fit on the file system of " + folder + ", and " + needed.files()
                        + " are needed"
                : size(now.freeBytes()) + " are free on the file system of " + folder + ", and " + size(needed.bytes())
                        + " are needed";
    }

    /** For people. */
    private static String size(long bytes) {
        return bytes < 1 << 20
                ? (bytes >> 10) + " KiB"
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20));
    }
}
