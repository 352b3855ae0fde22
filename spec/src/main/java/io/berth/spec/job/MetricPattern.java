package io.berth.spec.job;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Set;
import java.util.TreeSet;

/**
 * A regular expression whose named groups are the values of a line: {@code it (?P<step>\d+).*cost (?P<loss>\S+)}. It is of RE2
 * (Cox, Regular Expression Matching: the Virtual Machine Approach, 2009), which looks at each character once whatever the
 * expression, so that no line makes it search for long; back-references are no part of it.
 *
 * @param pattern the expression as it was written
 * @param groups the names of its groups, in alphabetical order
 */
public record MetricPattern(String pattern, Pattern compiled, Set<String> groups) {
    /** No longer one is taken. */
    public static final int MOST_CHARACTERS = 1_000;

    /** As many values a line has at most. */
    public static final int MOST_GROUPS = 32;

    /** Steps of its program, each of which may be looked at for each character. */
    private static final int MOST_INSTRUCTIONS = 2_000;

    /**
     * The pattern in {@code text}.
     *
     * @throws IllegalArgumentException where it is none; the message says why, for behind the name of its key
     */
    public static MetricPattern of(String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "must be at most " + MOST_CHARACTERS + " characters, but has " + text.length());
        }
        Pattern compiled = compile(text);
        Set<String> groups = new TreeSet<>(compiled.namedGroups().keySet());
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("must have a named group for each value, such as loss=(?P<loss>\\S+)");
        }
        if (groups.size() > MOST_GROUPS) {
            throw new IllegalArgumentException(
                    "must have at most " + MOST_GROUPS + " named groups, but has " + groups.size());
        }
        if (compiled.programSize() > MOST_INSTRUCTIONS) {
            throw new IllegalArgumentException("is too large: it needs " + compiled.programSize()
                    + " instructions of at most " + MOST_INSTRUCTIONS + "; a smaller {n,m} helps");
        }
        return new MetricPattern(text, compiled, groups);
    }

    private static Pattern compile(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "is no regular expression of RE2: " + e.getDescription() + ": " + e.getPattern(), e);
        }
    }
}
