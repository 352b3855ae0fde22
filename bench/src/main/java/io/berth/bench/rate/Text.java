package io.berth.bench.rate;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads single values out of the flat documents of a console, without a parser that would cost what is to be measured. */
final class Text {
    private Text() {}

    /** The first value of {@code key} in {@code json}, without quotes; empty where there is none. */
    static String field(String json, String key) {
        Matcher found =
                Pattern.compile("\"" + key + "\"\\s*:\\s*\"?([^\",}\\s]*)").matcher(json);
        return found.find() ? found.group(1) : "";
    }
}
