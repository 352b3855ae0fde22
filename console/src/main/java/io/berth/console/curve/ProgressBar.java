package io.berth.console.curve;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a progress bar: {@code 45%|####      | 45/100 [00:01<00:01} of tqdm, and {@code 45/100 [===>..]} or {@code 45/100 -
 * 3s} at the beginning of a line of Keras.
 */
record ProgressBar(double done, double all) {
    /** What bars of training are called; others show downloads, evaluations and the like. */
    private static final Set<String> TRAINING = Set.of("train", "training", "epoch", "step", "steps", "iter", "fit");

    private static final String BAR_BEGIN = "%|";
    private static final String BEHIND_COUNTS = "[-\u2501";

    /** The bar in {@code line}; null where it has none. */
    static @Nullable ProgressBar in(String line) {
        int percent = line.indexOf(BAR_BEGIN);
        if (percent < 0) {
            return counts(line, 0, BEHIND_COUNTS);
        }
        int from = line.indexOf('|', percent + BAR_BEGIN.length());
        return from < 0 || !isTraining(line.substring(0, percent)) ? null : counts(line, from + 1, "[");
    }

    /** A bar without a name, or with one of training. */
    private static boolean isTraining(String before) {
        int end = before.length();
        while (end > 0 && (Character.isDigit(before.charAt(end - 1)) || before.charAt(end - 1) == ' ')) {
            end--;
        }
        String name = before.substring(0, end).strip().toLowerCase(Locale.ROOT);
        return name.isEmpty() || TRAINING.contains(name.split("[^a-z]", 2)[0]);
    }

    private static @Nullable ProgressBar counts(String line, int from, String behind) {
        int at = blanks(line, from);
        int slash = digits(line, at);
        if (slash == at || slash >= line.length() || line.charAt(slash) != '/') {
            return null;
        }
        int end = digits(line, slash + 1);
        int next = blanks(line, end);
        boolean bar = end > slash + 1 && next > end && next < line.length() && behind.indexOf(line.charAt(next)) >= 0;
        return bar
                ? new ProgressBar(
                        Double.parseDouble(line.substring(at, slash)),
                        Double.parseDouble(line.substring(slash + 1, end)))
                : null;
    }

    private static int digits(String line, int from) {
        int at = from;
        while (at < line.length() && at - from < 18 && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static int blanks(String line, int from) {
        int at = from;
        while (at < line.length() && line.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
