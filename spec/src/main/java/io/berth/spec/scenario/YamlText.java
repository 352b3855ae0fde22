package io.berth.spec.scenario;

import io.berth.spec.json.Json;
import java.util.regex.Pattern;

/** A text as YAML: bare where nobody can take it for something else, else in double quotes as JSON writes it. */
final class YamlText {
    private static final Pattern BARE = Pattern.compile("[A-Za-z/][A-Za-z0-9_./+-]*|\\d+(\\.\\d+)?[a-zA-Z%]{0,2}");
    private static final Pattern WORD_OF_YAML = Pattern.compile("(?i)null|true|false|yes|no|on|off|y|n");

    private YamlText() {}

    static String of(String text) {
        boolean bare =
                BARE.matcher(text).matches() && !WORD_OF_YAML.matcher(text).matches();
        return bare ? text : Json.line(text);
    }
}
