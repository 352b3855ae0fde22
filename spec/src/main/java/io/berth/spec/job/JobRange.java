package io.berth.spec.job;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.WholeNumber;

/**
 * Jobs by number, as people write them: {@code 12}, or {@code 1-20000} for all from the first to the last.
 *
 * @param first from 1
 * @param last at least {@code first}
 */
public record JobRange(long first, long last) {
    /**
     * The jobs that {@code text} names.
     *
     * @param place what errors call where it stands
     * @throws InputException where it names none
     */
    public static JobRange parse(String place, String text) {
        int dash = text.indexOf('-', 1);
        try {
            long first = WholeNumber.parse(dash < 0 ? text : text.substring(0, dash));
            long last = dash < 0 ? first : WholeNumber.parse(text.substring(dash + 1));
            if (first >= 1 && last >= first) {
                return new JobRange(first, last);
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw new InputException(
                place, "must be a whole number, from 1, or two such as 1-20000, but is " + Quote.of(text));
    }

    /** True where it names one job rather than any that there may be. */
    public boolean single() {
        return first == last;
    }

    public boolean holds(long job) {
        return job >= first && job <= last;
    }

    @Override
    public String toString() {
        return single() ? Long.toString(first) : first + "-" + last;
    }
}
