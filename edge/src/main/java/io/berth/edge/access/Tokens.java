package io.berth.edge.access;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that are taken, by their SHA-256, so that the file gives none away:
 *
 * <pre>
 * tokens:
 *   - {name: ci, sha256: 9f86d0…, role: submitter, tenant: research, user: alice, users: [bob]}
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
            Key.of("tenant", Shape.of(ValueType.TEXT), "The queue that is its own; absent: all."),
            Key.of(
                    "user",
                    Shape.of(ValueType.TEXT),
                    "Whom its jobs run as; absent: a user that Berth keeps for its tenant."),
            Key.of("users", new Shape.Items(Shape.of(ValueType.TEXT)), "Whom else a job may name as its user."));

    private static final Section FILE = Section.of(
            "tokens",
            "The tokens that are taken.",
            Key.of("tokens", new Shape.Items(new Shape.Nested(TOKEN)), "The tokens.")
                    .mandatory());

    private static final int DIGEST_BYTES = 32;

    private static final Pattern USER = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*\\$?");

    private final List<Token> tokens;

    private record Token(byte[] digest, Caller caller, String place) {
        Token ownedBy(Users users) {
            return new Token(digest, new Caller(caller.name(), caller.role(), caller.tenant(), users), place);
        }
    }

    /**
     * Who has a token.
     *
     * @param place of the token: file, line and column
     */
    public record Holder(String place, Caller caller) {}

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

    /**
     * The tokens in all of these files; no two may be of one name.
     *
     * @param owner the file of who runs Berth, written by it alone; null for none
     * @param files of others
     */
    public static Tokens read(@Nullable Path owner, List<Path> files) {
        List<Token> all = new ArrayList<>();
        if (owner != null) {
            read(owner).tokens.forEach(token -> all.add(token.ownedBy(Users.OWNER)));
        }
        for (Path file : files) {
            for (Token token : read(file).tokens) {
                if (all.stream().anyMatch(other -> other.caller.name().equals(token.caller.name()))) {
                    throw new InputException(
                            token.place, "the name \"" + token.caller.name() + "\" is taken by another token");
                }
                all.add(token);
            }
        }
        return new Tokens(all);
    }

    /** Who has them, but for who runs Berth. */
    public List<Holder> others() {
        return tokens.stream()
                .filter(token -> !token.caller.users().owner())
                .map(token -> new Holder(token.place, token.caller))
                .toList();
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

    /** True where {@code caller} has the token here that it had in {@code before}. */
    public boolean keeps(Caller caller, Tokens before) {
        return tokens.stream()
                .filter(token -> token.caller.equals(caller))
                .anyMatch(token -> before.tokens.stream()
                        .anyMatch(old -> old.caller.equals(caller) && MessageDigest.isEqual(old.digest, token.digest)));
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
        Users users = new Users(false, fields.has("user") ? user(fields.value("user")) : "", users(fields));
        if (role == Role.VIEWER && !users.equals(Users.KEPT)) {
            throw InputException.at(
                    fields.value(fields.has("user") ? "user" : "users"),
                    "goes not with the role viewer, which submits nothing");
        }
        String place = fields.tree().position().toString();
        return new Token(digest(fields), new Caller(fields.text("name"), role, tenant, users), place);
    }

    private static List<String> users(Fields fields) {
        List<String> users = new ArrayList<>();
        List<Tree> named = fields.has("users") ? fields.items("users") : List.of();
        named.forEach(name -> users.add(user(name)));
        return users;
    }

    /** A name: a number could be that of a user whom Berth keeps for another tenant. */
    private static String user(Tree value) {
        if (!USER.matcher(value.text()).matches()) {
            throw InputException.at(
                    value,
                    "must be the name of a user of this machine, such as \"alice\" and not a number, but is "
                            + Quote.of(value.text()));
        }
        return value.text();
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
