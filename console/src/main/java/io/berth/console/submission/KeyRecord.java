package io.berth.console.submission;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A line of the file of keys: a checksum, then what it says. */
sealed interface KeyRecord {
    /** A key is to be the submission {@code sequence} of {@code caller}; {@code digest} is of the job that came with it. */
    record Intent(String caller, String key, String digest, long sequence) implements KeyRecord {}

    /** The submission {@code sequence} of {@code caller} became job {@code job}. */
    record Done(String caller, long sequence, long job) implements KeyRecord {}

    /** The keys that follow, to the next such line, belong to the origins of {@code name}. */
    record Named(String name) implements KeyRecord {}

    /** The line, with its end. */
    default String line() {
        String payload = switch (this) {
            case Intent intent ->
                "I " + encoded(intent.caller) + " " + encoded(intent.key) + " " + intent.digest + " " + intent.sequence;
            case Named named -> "N " + named.name;
            case Done done -> "D " + encoded(done.caller) + " " + done.sequence + " " + done.job;
        };
        return checksum(payload) + " " + payload + "\n";
    }

    /** What {@code line} says; null where it is not what was written. */
    static @Nullable KeyRecord parse(String line) {
        int space = line.indexOf(' ');
        if (space < 0 || !line.substring(0, space).equals(checksum(line.substring(space + 1)))) {
            return null;
        }
        String[] parts = line.substring(space + 1).split(" ");
        return switch (parts[0]) {
            case "I" -> new Intent(decoded(parts[1]), decoded(parts[2]), parts[3], Long.parseLong(parts[4]));
            case "D" -> new Done(decoded(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
            case "N" -> new Named(parts[1]);
            default -> null;
        };
    }

    private static String checksum(String payload) {
        CRC32C sum = new CRC32C();
        sum.update(payload.getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
