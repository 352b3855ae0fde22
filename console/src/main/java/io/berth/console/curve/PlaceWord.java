package io.berth.console.curve;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The names of numbers that say how far a task is, rather than how well it does. */
enum PlaceWord {
    STEP("step", "global_step", "train_step", "steps_done", "iter", "iteration", "num_updates"),
    STEPS("steps", "total_steps", "max_steps", "num_steps", "total_iterations", "max_iters"),
    EPOCH("epoch"),
    EPOCHS("epochs", "total_epochs", "max_epochs", "num_epochs", "num_train_epochs"),
    BATCH("batch"),
    PROGRESS("progress", "percent", "pct");

    private final String[] names;

    PlaceWord(String... names) {
        this.names = names;
    }

    /** The one that {@code name} is, whatever its case; null for none. */
    static @Nullable PlaceWord of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (PlaceWord word : values()) {
            for (String known : word.names) {
                if (known.equals(lower)) {
                    return word;
                }
            }
        }
        return null;
    }
}
