package io.berth.console.api.call;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A name with {@code *} for any characters, none included. */
public record Wildcard(String text) {
    /** True for {@code name}; the empty pattern is for all. */
    public boolean matches(String name) {
        if (text.isEmpty() || text.equals(name)) {
            return true;
        }
        if (text.indexOf('*') < 0) {
            return false;
        }
        // Part by part from the left, each at its first place: that finds a match where there is one, in linear time.
        List<String> parts = new ArrayList<>(List.of(text.split(Pattern.quote("*"), -1)));
        String first = parts.removeFirst();
        String last = parts.removeLast();
        int end = name.length() - last.length();
        if (!name.startsWith(first) || !name.endsWith(last) || end < first.length()) {
            return false;
        }
        int at = first.length();
        for (String part : parts) {
            int found = name.indexOf(part, at);
            if (found < 0 || found + part.length() > end) {
                return false;
            }
            at = found + part.length();
        }
        return true;
    }
}
