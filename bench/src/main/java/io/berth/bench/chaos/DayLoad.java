package io.berth.bench.chaos;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Requests that come by day and night, drawn once: whoever plays them and whoever simulates them has the same.
 *
 * @param asked in the order in which they come
 */
record DayLoad(List<Load.Asked> asked) {
    private static final double MIDNIGHT_PER_SECOND = 4;
    private static final double PEAK = 6;
    private static final double MEDIAN_TOKENS = 12.5;
    private static final double SIGMA = 0.5;
    private static final int MOST_TOKENS = 40;
    private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** @param length of a day, in seconds */
    static DayLoad draw(double length, int days, long seed) {
        Random random = new Random(seed);
        List<Load.Asked> asked = new ArrayList<>();
        double most = MIDNIGHT_PER_SECOND * PEAK;
        double at = 0;
        while (at < length * days) {
            at += -Math.log(1 - random.nextDouble()) / most;
            double noon = (1 - Math.cos(2 * Math.PI * at / length)) / 2;
            // Thinned (Lewis, Shedler 1979): one of so many as would come at noon.
            if (random.nextDouble() * PEAK < 1 + (PEAK - 1) * noon) {
                double tokens = MEDIAN_TOKENS * Math.exp(SIGMA * random.nextGaussian());
                asked.add(new Load.Asked(at, (int) Math.max(1, Math.min(MOST_TOKENS, Math.round(tokens)))));
            }
        }
        return new DayLoad(List.copyOf(asked));
    }

    /** As a trace of Azure has them, for simulations; prompts are of one token. */
    String trace() {
        StringBuilder text = new StringBuilder("TIMESTAMP,ContextTokens,GeneratedTokens\n");
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSS");
        for (Load.Asked one : asked) {
            String when = BEGIN.plusNanos((long) (one.atSeconds() * 1e9)).format(format);
            text.append(when).append(",1,").append(one.tokens()).append('\n');
        }
        return text.toString();
    }
}
