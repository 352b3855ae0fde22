package io.berth.spec.script;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** File names with sbatch's replacement symbols, as text in double quotes that {@code /bin/sh} fills in when the job starts. */
final class OutputPattern {
    static final String ALLOWED = "%A %a %J %j %N %n %t %u %x and %%";

    private static final Pattern SYMBOL = Pattern.compile("%(\\d?)(.?)");

    private OutputPattern() {}

    /** The shell's text for {@code pattern}; null where it has a symbol that is not known. */
    static @Nullable String shell(String pattern, String jobName) {
        StringBuilder text = new StringBuilder("\"");
        Matcher symbols = SYMBOL.matcher(pattern);
        int at = 0;
        while (symbols.find()) {
            text.append(quoted(pattern.substring(at, symbols.start())));
            String filled = filled(symbols.group(2), symbols.group(1), jobName);
            if (filled == null) {
                return null;
            }
            text.append(filled);
            at = symbols.end();
        }
        return text.append(quoted(pattern.substring(at))).append('"').toString();
    }

    private static @Nullable String filled(String symbol, String width, String jobName) {
        return switch (symbol) {
            case "%" -> "%";
            case "j", "J" -> number("$BERTH_JOB_ID", width);
            case "A" -> number("${BERTH_ARRAY_JOB_ID:-$BERTH_JOB_ID}", width);
            // What Slurm writes for a job of no array.
            case "a" -> number("${BERTH_ARRAY_TASK_ID:-4294967294}", width);
            case "n", "t" -> number("0", width);
            case "N" -> "$(uname -n)";
            case "u" -> "$(id -un)";
            case "x" -> quoted(jobName);
            default -> null;
        };
    }

    private static String number(String value, String width) {
        return width.isEmpty() ? value : "$(printf %0" + width + "d " + value + ")";
    }

    /** Nothing of {@code text} means anything to a shell between double quotes. */
    static String quoted(String text) {
        return text.replaceAll("([\\\\\"$`])", "\\\\$1");
    }
}
