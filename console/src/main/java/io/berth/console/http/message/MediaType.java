package io.berth.console.http.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Media types as the headers {@code Content-Type} and {@code Accept} write them (RFC 9110 §8.3, §12.5.1). */
public final class MediaType {
    private MediaType() {}

    /** The type without parameters, lower case. */
    public static String bare(String header) {
        int semicolon = header.indexOf(';');
        return (semicolon < 0 ? header : header.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    /** True where the header names no character set, or UTF-8. */
    public static boolean isUtf8(String header) {
        for (String parameter : parameters(header)) {
            if (parameter.startsWith("charset=")) {
                String charset = parameter.substring("charset=".length()).replace("\"", "");
                return charset.equals("utf-8") || charset.equals("utf8");
            }
        }
        return true;
    }

    /** True where {@code accept} allows {@code type}; the most exact range that covers it decides. No header allows all. */
    public static boolean accepts(String accept, String type) {
        if (accept.isBlank()) {
            return true;
        }
        int closest = -1;
        boolean allowed = false;
        for (String range : accept.split(",")) {
            int closeness = closeness(bare(range), type);
            if (closeness > closest) {
                closest = closeness;
                allowed = weight(range) > 0;
            }
        }
        return allowed;
    }

    private static int closeness(String range, String type) {
        if (range.equals(type)) {
            return 2;
        }
        if (range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1))) {
            return 1;
        }
        return range.equals("*/*") || range.equals("*") ? 0 : -1;
    }

    private static double weight(String range) {
        for (String parameter : parameters(range)) {
            if (parameter.startsWith("q=")) {
                try {
                    return Double.parseDouble(parameter.substring(2));
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }

    private static List<String> parameters(String header) {
        List<String> parameters = new ArrayList<>();
        String[] parts = header.split(";");
        for (int i = 1; i < parts.length; i++) {
            parameters.add(parts[i].strip().toLowerCase(Locale.ROOT));
        }
        return parameters;
    }
}
