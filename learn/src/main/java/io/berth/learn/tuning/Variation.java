package io.berth.learn.tuning;

import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.strategy.PolicyNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A value of a strategy in which numbers are tuned: {@code order.rule.wait=-3..3}; or with several numbers, such as {@code
 * order.multi-level.limits=100..5000 5000..90000}.
 *
 * @param key where the value stands in the strategy
 * @param fallback what the value is where none is written; empty where that is not known
 * @param texts what stands before, between and after the numbers, one more than there are numbers
 * @param ranges of the numbers
 */
public record Variation(String key, String fallback, List<String> texts, List<Range> ranges) {
    /** The option that carries variations. */
    public static final String OPTION = "--vary";

    private static final String NUMBER = "(-?\\d{1,15}(?:\\.\\d{1,9})?)";
    private static final Pattern RANGE = Pattern.compile(NUMBER + "\\.\\." + NUMBER);

    public Variation {
        texts = List.copyOf(texts);
        ranges = List.copyOf(ranges);
    }

    /**
     * The variation that {@code option} is; whole numbers are kept where the catalog says so.
     *
     * @throws InputException where it is none
     */
    public static Variation parse(String option, PolicyNames names) {
        int equals = option.indexOf('=');
        String key = equals < 0 ? option : option.substring(0, equals).strip();
        Matcher matcher = RANGE.matcher(equals < 0 ? "" : option.substring(equals + 1));
        Parameter parameter = parameter(key, names);
        boolean whole = parameter != null && parameter.type() == Parameter.Type.INTEGER;
        List<String> texts = new ArrayList<>();
        List<Range> ranges = new ArrayList<>();
        StringBuilder between = new StringBuilder();
        while (matcher.find()) {
            between.setLength(0);
            matcher.appendReplacement(between, "");
            texts.add(between.toString());
            ranges.add(range(option, matcher, whole));
        }
        if (ranges.isEmpty()) {
            throw wrong(option, "must be key.path=LOW..HIGH like order.rule.wait=-3..3");
        }
        between.setLength(0);
        texts.add(matcher.appendTail(between).toString());
        return new Variation(key, parameter == null ? "" : parameter.fallback(), texts, ranges);
    }

    private static Range range(String option, Matcher matcher, boolean whole) {
        try {
            return new Range(Double.parseDouble(matcher.group(1)), Double.parseDouble(matcher.group(2)), whole);
        } catch (IllegalArgumentException _) {
            throw wrong(option, "must rise, but is " + Quote.of(matcher.group()));
        }
    }

    /** The parameter of the catalog that {@code key} leads to; null where it leads elsewhere, as to a weight. */
    static @Nullable Parameter parameter(String key, PolicyNames names) {
        String[] steps = key.split("\\.");
        for (PolicyKind kind : PolicyKind.values()) {
            if (steps.length == 3
                    && kind.key().equals(steps[0])
                    && names.names(kind).contains(steps[1])) {
                return names.parameters(kind, steps[1]).stream()
                        .filter(parameter -> parameter.name().equals(steps[2]))
                        .findFirst()
                        .orElse(null);
            }
        }
        return null;
    }

    /** The numbers in {@code value}; the middles of their ranges where it has others or lies outside. */
    double[] numbers(@Nullable String value) {
        double[] middles = ranges.stream().mapToDouble(Range::middle).toArray();
        String pattern = texts.stream().map(Pattern::quote).collect(Collectors.joining(NUMBER));
        Matcher matcher = Pattern.compile(pattern).matcher(value == null ? "" : value);
        if (!matcher.matches()) {
            return middles;
        }
        double[] numbers = new double[middles.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Double.parseDouble(matcher.group(i + 1));
            if (numbers[i] < ranges.get(i).low() || numbers[i] > ranges.get(i).high()) {
                return middles;
            }
        }
        return numbers;
    }

    /** The value where its numbers are those of {@code point} from {@code at} on. */
    String value(double[] point, int at) {
        StringBuilder value = new StringBuilder(texts.getFirst());
        for (int i = 0; i < ranges.size(); i++) {
            value.append(ranges.get(i).text(point[at + i])).append(texts.get(i + 1));
        }
        return value.toString();
    }

    private static InputException wrong(String option, String problem) {
        return new InputException(OPTION + " " + option, problem);
    }
}
