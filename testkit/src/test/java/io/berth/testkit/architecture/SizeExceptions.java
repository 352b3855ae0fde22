package io.berth.testkit.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What may be larger than the hard limit, each with the value it has today: {@code MEASURE place value reason}.
 *
 * <p>The list only shrinks. An entry that is no longer needed, or that allows more than is there, is a complaint too.
 */
final class SizeExceptions {

    private record Key(Measure measure, String place) {}

    private final Map<Key, Long> allowed = new LinkedHashMap<>();

    static SizeExceptions parse(List<String> lines) {
        var exceptions = new SizeExceptions();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split(" +", 4);
            if (words.length < 4) {
                throw new IllegalArgumentException("size-exceptions.txt: not 'MEASURE place value reason': " + line);
            }
            exceptions.allowed.put(new Key(Measure.valueOf(words[0]), words[1]), Long.valueOf(words[2]));
        }
        return exceptions;
    }

    /** One sentence per size over its limit and per entry that is too generous. */
    List<String> complaints(List<Size> sizes) {
        List<String> complaints = new ArrayList<>();
        Map<Key, Long> found = new LinkedHashMap<>();
        for (Size size : sizes) {
            Key key = new Key(size.measure(), size.place());
            found.merge(key, size.value(), Math::max);
            if (size.isOverHardLimit() && size.value() > allowed.getOrDefault(key, 0L)) {
                complaints.add(size.sentence());
            }
        }
        allowed.forEach((key, value) -> {
            long actual = found.getOrDefault(key, 0L);
            if (actual <= key.measure().hard) {
                complaints.add(
                        "size-exceptions.txt: remove the entry of %s, it is within the limit".formatted(key.place));
            } else if (actual < value) {
                complaints.add("size-exceptions.txt: %s is down to %d, write that".formatted(key.place, actual));
            }
        });
        return complaints;
    }
}
