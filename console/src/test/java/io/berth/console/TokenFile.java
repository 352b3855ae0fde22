package io.berth.console;

import io.berth.edge.access.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Files of tokens that tests know. */
public final class TokenFile {
    private TokenFile() {}

    /** A file with {@code lines}, each of {@link #line}. */
    public static Path in(Path folder, String... lines) throws IOException {
        return Files.writeString(folder.resolve("tokens.yaml"), text(lines));
    }

    public static String text(String... lines) {
        return "tokens:\n" + String.join("", lines);
    }

    /** The line of one who hands in jobs of {@code tenant}, and whose token is {@code token}. */
    public static String submitter(String token, String tenant) {
        return line(token, "name: " + tenant + "-ci, role: submitter, tenant: " + tenant);
    }

    /** The line of {@code token}; {@code holder} has the keys of whom it stands for, such as {@code name: ops, role: operator}. */
    public static String line(String token, String holder) {
        return "  - {" + holder + ", sha256: " + HexFormat.of().formatHex(Tokens.sha256(token)) + "}\n";
    }
}
