package io.berth.console.access;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that are taken, by their SHA-256, so that the file gives none away:
 *
 * <pre>
 * tokens:
 *   - {name: ci, sha256: 9f86d0…, role: submitter, tenant: research}
 * </pre>
 *
 * Tokens are long and drawn at random, so an unsalted digest is enough.
 */
public final class Tokens {
    private static final Section TOKEN = Section.of(
            "token",
            "One token.",
            Key.of("name", Shape.of(ValueType.TEXT), "Who has it.").mandatory(),
            Key.of("sha256", Shape.of(ValueType.TEXT), "The SHA-256 of the token, 64 hexadecimal digits.")
                    .mandatory(),
            Key.of("role", Shape.choice("viewer", "submitter", "operator"), "What it allows.")
                    .mandatory(),
            Key.of("tenant", Shape.of(ValueType.TEXT), "The queue that is its own; absent: all."));

    private static final Section FILE = Section.of(
            "tokens",
            "The tokens that are taken.",
            Key.of("tokens", new Shape.Items(new Shape.Nested(TOKEN)), "The tokens.")
                    .mandatory());

    private static final int DIGEST_BYTES = 32;

    private final List<Token> tokens;

    private record Token(byte[] digest, Caller caller) {}

    private Tokens(List<Token> tokens) {
        this.tokens = tokens;
    }

    /**
     * The tokens in {@code file}.
     *
     * @throws InputException where it is not as it must be
     */
    public static Tokens read(Path file) {
        return read(Source.file(file));
    }

    /** The tokens in all of {@code files}; no two may be of one name. */
    public static Tokens read(List<Path> files) {
        List<Token> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Path file : files) {
            for (Token token : read(file).tokens) {
                if (!names.add(token.caller.name())) {
                    throw new InputException(
                            file.toString(), "the name \"" + token.caller.name() + "\" is taken by another token");
                }
                all.add(token);
            }
        }
        return new Tokens(all);
    }

    /** The tokens in {@code source}. */
    public static Tokens read(Source source) {
        Fields file = FILE.read(TreeReader.read(source));
        List<Token> tokens = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Tree item : file.items("tokens")) {
            Token token = token(TOKEN.read(item));
            if (!names.add(token.caller.name())) {
                throw InputException.at(item, "the name \"" + token.caller.name() + "\" is there twice");
            }
            tokens.add(token);
        }
        if (tokens.isEmpty()) {
            throw InputException.at(file.value("tokens"), "must hold at least one token");
        }
        return new Tokens(tokens);
    }

    /** Who has {@code token}; null where nobody does. How long it takes says nothing about the tokens that are taken. */
    public @Nullable Caller find(String token) {
        byte[] digest = sha256(token);
        Caller found = null;
        for (Token known : tokens) {
            boolean same = MessageDigest.isEqual(known.digest, digest);
            found = same ? known.caller : found;
        }
        return found;
    }

    /** The SHA-256 of a text in UTF-8. */
    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    private static Token token(Fields fields) {
        Role role = Role.valueOf(fields.text("role").toUpperCase(Locale.ROOT));
        String tenant = fields.text("tenant", "");
        if (role == Role.OPERATOR && !tenant.isEmpty()) {
            throw InputException.at(fields.value("tenant"), "goes not with the role operator, which is of all tenants");
        }
        return new Token(digest(fields), new Caller(fields.text("name"), role, tenant));
    }

    private static byte[] digest(Fields fields) {
        String text = fields.text("sha256");
        if (text.length() != 2 * DIGEST_BYTES || !text.matches("[0-9a-fA-F]+")) {
            throw InputException.at(
                    fields.value("sha256"), "must be 64 hexadecimal digits, as sha256sum prints them of the token");
        }
        return HexFormat.of().parseHex(text);
    }
}
