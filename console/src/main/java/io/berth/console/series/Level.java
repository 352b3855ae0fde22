package io.berth.console.series;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The samples of one step, in memory and, where there is a folder, on the disk. */
final class Level implements AutoCloseable {
    private final long step;
    private final int keep;
    private final @Nullable LevelFile file;

    /** Oldest first. */
    private final List<Sample> samples = new ArrayList<>();

    /**
     * @param step seconds of each
     * @param keep at least so many, once there were
     * @param folder null to keep them in memory only
     */
    Level(String name, long step, int keep, @Nullable Path folder) {
        this.step = step;
        this.keep = keep;
        this.file = folder == null ? null : new LevelFile(folder.resolve(name + ".jsonl"), keep);
    }

    void open() throws IOException {
        if (file != null) {
            long last = Long.MIN_VALUE;
            for (Sample sample : file.open()) {
                // A journal that was put back from a copy goes through the same time again.
                if (sample.second() > last) {
                    samples.add(sample);
                    last = sample.second();
                }
            }
        }
    }

    long step() {
        return step;
    }

    List<Sample> samples() {
        return samples;
    }

    /** The beginning of the last stretch; the least number where there is none. */
    long last() {
        return samples.isEmpty() ? Long.MIN_VALUE : samples.getLast().second();
    }

    /** The index of the first sample at {@code second} or later. */
    int from(long second) {
        int low = 0;
        int high = samples.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (samples.get(middle).second() < second) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void add(Sample sample) throws IOException {
        samples.add(sample);
        if (samples.size() >= 2 * keep) {
            samples.subList(0, samples.size() - keep).clear();
        }
        if (file != null) {
            file.add(sample);
        }
    }

    /** The beginning of the stretch that {@code second} is in. */
    long stretch(long second) {
        return Math.floorDiv(second, step) * step;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
