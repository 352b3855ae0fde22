package io.berth.kube.device.expression;

import static dev.cel.common.types.SimpleType.STRING;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.ArrayList;
import java.util.List;

/**
 * Functions on texts: those of Kubernetes that find by regular expressions (k8s.io/apiserver, pkg/cel/library/regex.go), and those of CEL
 * whose outcome may be much larger than what they are given, or that must share a name with a function on lists. Positions count code points.
 */
final class Texts {
    private static final int MOST_INSTRUCTIONS = 1_000;

    /** Of one part; of parts within each other, their product: a regular expression is written out before it is weighed. */
    private static final int MOST_REPETITIONS = 1_000;

    private Texts() {}

    static void addTo(Functions functions) {
        functions.bind("matches", CelFunctionBinding.from("matches", String.class, String.class, Texts::matches));
        functions.bind(
                "matches", CelFunctionBinding.from("matches_string", String.class, String.class, Texts::matches));
        ListType texts = ListType.create(STRING);
        functions.member(
                "find",
                CelFunctionBinding.from("string_find_string", String.class, String.class, Texts::find),
                STRING,
                STRING,
                STRING);
        functions.member(
                "findAll",
                CelFunctionBinding.from(
                        "string_find_all_string",
                        String.class,
                        String.class,
                        (text, pattern) -> findAll(text, pattern, -1)),
                texts,
                STRING,
                STRING);
        functions.member(
                "findAll",
                CelFunctionBinding.from(
                        "string_find_all_string_int",
                        List.of(String.class, String.class, Long.class),
                        given -> findAll((String) given[0], (String) given[1], (Long) given[2])),
                texts,
                STRING,
                STRING,
                SimpleType.INT);
        bindStrings(functions);
    }

    private static void bindStrings(Functions functions) {
        functions.bind(
                "replace",
                CelFunctionBinding.from(
                        "string_replace_string_string",
                        List.of(String.class, String.class, String.class),
                        given -> replace((String) given[0], (String) given[1], (String) given[2], -1)));
        functions.bind(
                "replace",
                CelFunctionBinding.from(
                        "string_replace_string_string_int",
                        List.of(String.class, String.class, String.class, Long.class),
                        given -> replace((String) given[0], (String) given[1], (String) given[2], (Long) given[3])));
        functions.bind("join", CelFunctionBinding.from("list_join", List.class, texts -> join(texts, "")));
        functions.bind("join", CelFunctionBinding.from("list_join_string", List.class, String.class, Texts::join));
        functions.bind(
                "indexOf",
                CelFunctionBinding.from(
                        "string_index_of_string", String.class, String.class, (text, part) -> indexOf(text, part, 0)));
        functions.bind(
                "indexOf",
                CelFunctionBinding.from(
                        "string_index_of_string_int",
                        List.of(String.class, String.class, Long.class),
                        given -> indexOf((String) given[0], (String) given[1], (Long) given[2])));
        functions.bind(
                "lastIndexOf",
                CelFunctionBinding.from(
                        "string_last_index_of_string",
                        String.class,
                        String.class,
                        (text, part) -> lastIndexOf(text, part)));
        functions.bind(
                "lastIndexOf",
                CelFunctionBinding.from(
                        "string_last_index_of_string_int",
                        List.of(String.class, String.class, Long.class),
                        given -> lastIndexOf((String) given[0], (String) given[1], (Long) given[2])));
    }

    private static boolean matches(String text, String pattern) {
        return compiled(pattern).matcher(text).find();
    }

    private static String find(String text, String pattern) {
        Matcher matcher = compiled(pattern).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    /** @param most how many at most, or all where it is negative */
    private static List<String> findAll(String text, String pattern, long most) {
        List<String> found = new ArrayList<>();
        Matcher matcher = compiled(pattern).matcher(text);
        int last = -1;
        while ((most < 0 || found.size() < most) && matcher.find()) {
            // Nothing, right behind something that was found, is not found again.
            if (matcher.end() > matcher.start() || matcher.start() != last) {
                found.add(matcher.group());
            }
            last = matcher.end();
        }
        return found;
    }

    private static Pattern compiled(String pattern) {
        if (repetitions(pattern) > MOST_REPETITIONS) {
            throw new IllegalArgumentException("the regular expression repeats a part more than " + MOST_REPETITIONS
                    + " times: " + ExpressionException.shortened(pattern));
        }
        try {
            Pattern compiled = Pattern.compile(pattern);
            if (compiled.programSize() > MOST_INSTRUCTIONS) {
                throw new IllegalArgumentException("the regular expression needs " + compiled.programSize()
                        + " instructions of at most " + MOST_INSTRUCTIONS);
            }
            return compiled;
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("Illegal regex: " + e.getMessage(), e);
        }
    }

    /** The product of all counts in braces; too much where they are not within each other, but such expressions are rare. */
    private static long repetitions(String pattern) {
        long product = 1;
        for (int open = pattern.indexOf('{'); open >= 0; open = pattern.indexOf('{', open + 1)) {
            long most = 0;
            long count = 0;
            for (int at = open + 1; at < pattern.length() && ",0123456789".indexOf(pattern.charAt(at)) >= 0; at++) {
                char digit = pattern.charAt(at);
                count = digit == ',' ? 0 : Math.min(MOST_REPETITIONS + 1L, 10 * count + digit - '0');
                most = Math.max(most, count);
            }
            product = Math.min(MOST_REPETITIONS + 1L, product * Math.max(1, most));
        }
        return product;
    }

    /** @param most how many at most, or all where it is negative */
    private static String replace(String text, String part, String by, long most) {
        StringBuilder replaced = new StringBuilder();
        int from = 0;
        for (long done = 0; most < 0 || done < most; done++) {
            int at = part.isEmpty() ? (done == 0 ? 0 : next(text, from)) : text.indexOf(part, from);
            if (at < 0) {
                break;
            }
            replaced.append(text, from, at).append(by);
            bounded(replaced);
            from = at + part.length();
        }
        return replaced.append(text, from, text.length()).toString();
    }

    private static int next(String text, int from) {
        return from == text.length() ? -1 : text.offsetByCodePoints(from, 1);
    }

    private static String join(List<?> texts, String between) {
        StringBuilder joined = new StringBuilder();
        String before = "";
        for (Object text : texts) {
            if (!(text instanceof String part)) {
                throw new IllegalArgumentException("join: all elements must be strings");
            }
            joined.append(before).append(part);
            bounded(joined);
            before = between;
        }
        return joined.toString();
    }

    private static void bounded(StringBuilder text) {
        if (text.length() > Budget.MOST_WEIGHT) {
            throw Budget.tooLarge();
        }
    }

    private static long indexOf(String text, String part, long from) {
        if (part.isEmpty()) {
            return from;
        }
        notNegative(from);
        if (from >= text.codePointCount(0, text.length())) {
            return -1;
        }
        int at = text.indexOf(part, text.offsetByCodePoints(0, (int) from));
        return at < 0 ? -1 : text.codePointCount(0, at);
    }

    private static long lastIndexOf(String text, String part) {
        int at = text.lastIndexOf(part);
        return at < 0 ? -1 : text.codePointCount(0, at);
    }

    private static long lastIndexOf(String text, String part, long from) {
        if (part.isEmpty()) {
            return from;
        }
        notNegative(from);
        if (from >= text.codePointCount(0, text.length())) {
            return -1;
        }
        int at = text.lastIndexOf(part, text.offsetByCodePoints(0, (int) from));
        return at < 0 ? -1 : text.codePointCount(0, at);
    }

    private static void notNegative(long from) {
        if (from < 0) {
            throw new IllegalArgumentException("index out of range: " + from);
        }
    }
}
