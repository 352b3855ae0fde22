package io.berth.console.explanation;

import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which of two jobs a learnt order tries first, and why.
 *
 * @param model what identifies the model or rule
 * @param text in words
 * @param lead the score of the first less that of the second; null where the order did not look at the second
 * @param error what the contributions miss of the lead; null likewise
 * @param contributions of each feature to the lead
 */
public record Preferred(
        String model,
        long first,
        long second,
        String text,
        @Nullable Double lead,
        @Nullable Double error,
        List<Contributed> contributions) {
    /** Those of {@code all} whose jobs are {@code visible}: what a job asks for is to be seen in the score of another. */
    static List<Preferred> of(List<Preferred> all, LongPredicate visible) {
        return all.stream()
                .filter(one -> visible.test(one.first) && visible.test(one.second))
                .toList();
    }
}
