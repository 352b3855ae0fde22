package io.berth.learn.environment.ordering;

import io.berth.core.time.Chance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A log of a small, crowded machine: most jobs are short, a few are long and wide. */
public final class SmallLog {
    /** Processors of the machine. */
    public static final int PROCESSORS = 16;

    private SmallLog() {}

    /** Its jobs, {@code count} of them, drawn by {@code seed}. */
    public static OrderingJobs jobs(int count, long seed) {
        try {
            Path file = Files.createTempFile("berth", ".swf");
            Files.writeString(file, text(count, seed));
            OrderingJobs jobs = OrderingJobs.read(file, count);
            Files.delete(file);
            return jobs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(int count, long seed) {
        Chance chance = new Chance(seed, "small log", 0);
        StringBuilder text = new StringBuilder("; MaxProcs: " + PROCESSORS + "\n");
        long submit = 0;
        for (int job = 1; job <= count; job++) {
            submit += (long) chance.exponential(90);
            boolean wide = chance.below(6) == 0;
            int processors = wide ? 4 + chance.below(PROCESSORS - 3) : 1 + chance.below(4);
            long run = wide ? 300 + chance.below(1500) : 10 + chance.below(200);
            text.append(job)
                    .append(' ')
                    .append(submit)
                    .append(" -1 ")
                    .append(run)
                    .append(' ')
                    .append(processors)
                    .append(" -1 -1 ")
                    .append(processors)
                    .append(' ')
                    .append(run * (1 + chance.below(3)))
                    .append(" -1 1 ")
                    .append(1 + chance.below(5))
                    .append(" 1 -1 1 -1 -1 -1\n");
        }
        return text.toString();
    }
}
