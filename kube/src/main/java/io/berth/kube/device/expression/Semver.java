package io.berth.kube.device.expression;

import java.util.ArrayList;
import java.util.List;

/**
 * A version by the rules of semver.org, as an expression sees it: {@code kubernetes.Semver} (k8s.io/apiserver,
 * pkg/cel/library/semverlib.go, which reads it with github.com/blang/semver). What is built of it, behind a +, is checked and dropped:
 * it counts in no comparison.
 *
 * @param major 64 bits without a sign, as are minor and patch
 * @param prerelease identifiers behind the -; a version without any is later than all that have some
 */
record Semver(long major, long minor, long patch, List<String> prerelease) implements Comparable<Semver> {

    /** @throws IllegalArgumentException where it is no version */
    static Semver of(String text) {
        String[] parts = text.split("\\.", 3);
        if (parts.length != 3) {
            throw wrong(text, "it needs MAJOR.MINOR.PATCH");
        }
        String patch = parts[2];
        int build = patch.indexOf('+');
        if (build >= 0) {
            for (String identifier : patch.substring(build + 1).split("\\.", -1)) {
                named(text, identifier);
            }
            patch = patch.substring(0, build);
        }
        List<String> prerelease = List.of();
        int dash = patch.indexOf('-');
        if (dash >= 0) {
            prerelease = identifiers(text, patch.substring(dash + 1));
            patch = patch.substring(0, dash);
        }
        return new Semver(number(text, parts[0]), number(text, parts[1]), number(text, patch), prerelease);
    }

    /**
     * Of a text that leaves something out or has too much: a v in front, zeros before a number, no minor or patch.
     *
     * @throws IllegalArgumentException where it is no version all the same
     */
    static Semver normalized(String text) {
        String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = withoutZeros(parts[i]);
        }
        if (parts.length == 3) {
            return of(String.join(".", parts));
        }
        String last = parts[parts.length - 1];
        if (last.indexOf('+') >= 0 || last.indexOf('-') >= 0) {
            throw wrong(text, "a short version has neither - nor +");
        }
        return of(String.join(".", parts) + ".0".repeat(3 - parts.length));
    }

    static boolean isSemver(String text, boolean normalize) {
        try {
            parse(text, normalize);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static Semver parse(String text, boolean normalize) {
        return normalize ? normalized(text) : of(text);
    }

    private static String withoutZeros(String part) {
        if (part.length() < 2) {
            return part;
        }
        int zeros = 0;
        while (zeros < part.length() && part.charAt(zeros) == '0') {
            zeros++;
        }
        String rest = part.substring(zeros);
        return rest.isEmpty() || !isDigit(rest.charAt(0)) ? "0" + rest : rest;
    }

    private static long number(String text, String digits) {
        if (digits.isEmpty() || !isNumber(digits)) {
            throw wrong(text, "\"" + digits + "\" is no number");
        }
        if (digits.length() > 1 && digits.charAt(0) == '0') {
            throw wrong(text, "a number has no zeros in front");
        }
        return Long.parseUnsignedLong(digits);
    }

    private static List<String> identifiers(String text, String joined) {
        List<String> identifiers = new ArrayList<>();
        for (String identifier : joined.split("\\.", -1)) {
            named(text, identifier);
            if (isNumber(identifier)) {
                number(text, identifier);
            }
            identifiers.add(identifier);
        }
        return List.copyOf(identifiers);
    }

    private static void named(String text, String identifier) {
        boolean good = !identifier.isEmpty();
        for (int i = 0; i < identifier.length(); i++) {
            char at = identifier.charAt(i);
            good &= at >= 'a' && at <= 'z' || at >= 'A' && at <= 'Z' || isDigit(at) || at == '-';
        }
        if (!good) {
            throw wrong(text, "what is behind - or + has letters, digits and - between points");
        }
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(at -> isDigit((char) at));
    }

    private static boolean isDigit(char at) {
        return at >= '0' && at <= '9';
    }

    private static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException("\"" + ExpressionException.shortened(text) + "\" is no version: " + why);
    }

    @Override
    public int compareTo(Semver other) {
        int order = Long.compareUnsigned(major, other.major);
        order = order != 0 ? order : Long.compareUnsigned(minor, other.minor);
        order = order != 0 ? order : Long.compareUnsigned(patch, other.patch);
        if (order != 0 || prerelease.isEmpty() && other.prerelease.isEmpty()) {
            return order;
        }
        if (prerelease.isEmpty() || other.prerelease.isEmpty()) {
            return prerelease.isEmpty() ? 1 : -1;
        }
        for (int i = 0; i < Math.min(prerelease.size(), other.prerelease.size()); i++) {
            int differ = compare(prerelease.get(i), other.prerelease.get(i));
            if (differ != 0) {
                return differ;
            }
        }
        return Integer.compare(prerelease.size(), other.prerelease.size());
    }

    private static int compare(String one, String other) {
        boolean number = isNumber(one);
        if (number != isNumber(other)) {
            return number ? -1 : 1;
        }
        int order = number
                ? Long.compareUnsigned(Long.parseUnsignedLong(one), Long.parseUnsignedLong(other))
                : one.compareTo(other);
        return Integer.signum(order);
    }
}
