package io.berth.spec.schema;

import io.berth.spec.input.Quote;
import io.berth.spec.quantity.QuantityException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Seeds as users write them: one ({@code 42}) or a range that includes both ends ({@code 42..46}). */
public final class SeedRange {
    /** Seeds of one range; each costs a run. */
    public static final int MOST = 100_000;

    private static final Pattern FORM = Pattern.compile("(-?\\d{1,18})(?:\\.\\.(-?\\d{1,18}))?");

    private SeedRange() {}

    /** The seeds in {@code text}, rising. */
    public static List<Long> parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new QuantityException("must be " + ValueType.SEEDS.allowed() + ", but is " + Quote.of(text));
        }
        long first = Long.parseLong(form.group(1));
        long last = form.group(2) == null ? first : Long.parseLong(form.group(2));
        if (last < first || last - first >= MOST) {
            throw new QuantityException("must be a range of 1 to " + MOST + " seeds, but is " + Quote.of(text));
        }
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
