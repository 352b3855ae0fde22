package io.berth.console.series;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was when: every ten seconds for an hour at least, every minute for a day, every hour for three months. A longer stretch is
 * made of the shorter ones in it when it is over; those of a process that was killed are still there for it.
 */
public final class SeriesStore implements AutoCloseable {
    /** More points are not told apart on a screen; a day has 1440 minutes. */
    static final int MOST_POINTS = 1_500;

    private static final long MINUTE = 60;
    private static final long HOUR = 3_600;

    /** The shortest step, seconds. */
    static final long SHORTEST = 10;

    private final List<Level> levels;

    /** @param folder where it is kept; null to forget it with this process */
    public SeriesStore(@Nullable Path folder) {
        levels = List.of(
                new Level("seconds", SHORTEST, 360, folder),
                new Level("minutes", MINUTE, 1_440, folder),
                new Level("hours", HOUR, 2_208, folder));
    }

    /**
     * A part of the past.
     *
     * @param beginSecond when the first stretch began, seconds of Berth's time
     * @param stepSeconds of each
     * @param samples one for each stretch; null where nothing is known of it
     */
    public record Slice(long beginSecond, long stepSeconds, List<@Nullable Sample> samples) {}

    /** Reads what was kept; before all else. */
    synchronized void open() throws IOException {
        for (Level level : levels) {
            level.open();
        }
    }

    /** Adds a sample; one that is not after the last is left out. */
    synchronized void add(Sample sample) throws IOException {
        Level first = levels.getFirst();
        long begin = first.stretch(sample.second());
        if (begin <= first.last()) {
            return;
        }
        first.add(sample.at(begin));
        for (int i = 1; i < levels.size(); i++) {
            gather(levels.get(i - 1), levels.get(i), begin);
        }
    }

    /** When the first stretch began that is known, seconds of Berth's time; the greatest number where there is none. */
    public synchronized long firstSecond() {
        long first = Long.MAX_VALUE;
        for (Level level : levels) {
            if (!level.samples().isEmpty()) {
                first = Math.min(first, level.samples().getFirst().second());
            }
        }
        return first;
    }

    /** When the last stretch began that is known, seconds of Berth's time; the least number where there is none. */
    public synchronized long lastSecond() {
        return levels.getFirst().last();
    }

    /** What was from {@code from} on and before {@code to}, in steps as short as are kept so far back and as are not too many. */
    public synchronized Slice slice(long from, long to) {
        if (from >= to) {
            return new Slice(from, SHORTEST, List.of());
        }
        int index = level(from, to);
        Level level = levels.get(index);
        long stretches = Math.ceilDiv(to - from, level.step());
        long step = level.step() * Math.ceilDiv(stretches, MOST_POINTS);
        long begin = Math.floorDiv(from, step) * step;
        List<List<Sample>> parts = new ArrayList<>();
        for (long second = begin; second < to; second += step) {
            parts.add(new ArrayList<>());
        }
        long known = begin;
        for (int i = index; i >= 0; i--) {
            Level finer = levels.get(i);
            for (Sample sample : finer.samples().subList(finer.from(known), finer.from(to))) {
                parts.get((int) ((sample.second() - begin) / step)).add(sample);
                known = sample.second() + finer.step();
            }
        }
        List<@Nullable Sample> samples = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            List<Sample> part = parts.get(i);
            samples.add(part.isEmpty() ? null : Sample.merge(begin + i * step, part));
        }
        return new Slice(begin, step, samples);
    }

    @Override
    public synchronized void close() throws IOException {
        for (Level level : levels) {
            level.close();
        }
    }

    /** The finest level of which there are not too many, and that reaches back as far as is asked and known. */
    private int level(long from, long to) {
        for (int i = 0; i < levels.size() - 1; i++) {
            Level level = levels.get(i);
            List<Sample> next = levels.get(i + 1).samples();
            boolean few = (to - from) / level.step() <= MOST_POINTS;
            boolean reaches = next.isEmpty()
                    || (!level.samples().isEmpty()
                            && level.samples().getFirst().second()
                                    <= Math.max(
                                            from,
                                            next.getFirst().second()
                                                    + levels.get(i + 1).step()));
            if (few && reaches) {
                return i;
            }
        }
        return levels.size() - 1;
    }

    /** Makes of the stretches of {@code fine} those of {@code coarse} that are over at {@code second}. */
    private static void gather(Level fine, Level coarse, long second) throws IOException {
        long open = coarse.stretch(second);
        long from = coarse.last() == Long.MIN_VALUE ? Long.MIN_VALUE : coarse.last() + coarse.step();
        List<Sample> part = new ArrayList<>();
        for (Sample sample : List.copyOf(fine.samples().subList(fine.from(from), fine.from(open)))) {
            if (!part.isEmpty() && coarse.stretch(part.getFirst().second()) != coarse.stretch(sample.second())) {
                coarse.add(Sample.merge(coarse.stretch(part.getFirst().second()), part));
                part = new ArrayList<>();
            }
            part.add(sample);
        }
        if (!part.isEmpty()) {
            coarse.add(Sample.merge(coarse.stretch(part.getFirst().second()), part));
        }
    }
}
