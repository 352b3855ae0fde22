package io.berth.edge.alert;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who hears of alerts, as people write it. */
public final class ReceiverSettings {
    private static final String WEBHOOK = "webhook";
    private static final String ALERTMANAGER = "alertmanager";
    private static final String MAIL = "mail";
    private static final List<String> HTTP = List.of("http", "https");
    private static final List<String> SMTP = List.of("smtp", "smtps");

    private static final Section MAIL_SECTION = Section.of(
            MAIL,
            "Who gets mails of alerts.",
            Key.of("to", new Shape.Items(Shape.of(ValueType.TEXT)), "To whom.")
                    .mandatory()
                    .example("[ops@example.com]"),
            Key.of("from", Shape.of(ValueType.TEXT), "From whom.").mandatory().example("berth@example.com"),
            Key.of(
                            "server",
                            Shape.of(ValueType.TEXT),
                            "Who takes the mails: smtp://HOST:PORT, with TLS where it can, or smtps://HOST:PORT, with TLS from the first byte.")
                    .fallback("smtp://localhost:25"),
            Key.of("user", Shape.of(ValueType.TEXT), "As whom Berth comes there; only over TLS. Absent: as nobody.")
                    .example("berth"),
            Key.of("password_file", Shape.of(ValueType.FILE), "A file with the password, relative to this file.")
                    .example("mail.password")
                    .with("user"));

    /** One receiver. */
    public static final Section SECTION = Section.of(
            "receivers",
            "Who hears of alerts: each item has one of webhook, alertmanager and mail.",
            Key.of(
                            WEBHOOK,
                            Shape.of(ValueType.TEXT),
                            "An address that gets a POST of what is raised and cleared, in the form of the webhooks of an Alertmanager.")
                    .example("https://hooks.example.com/berth"),
            Key.of(
                            ALERTMANAGER,
                            Shape.of(ValueType.TEXT),
                            "The address of an Alertmanager of Prometheus, which hears every minute what stands.")
                    .example("http://alertmanager:9093")
                    .without(WEBHOOK),
            Key.of(
                            "token_file",
                            Shape.of(ValueType.FILE),
                            "A file with a token that is sent there as \"Authorization: Bearer\", relative to this file; read for each message.")
                    .example("hook.token"),
            Key.of(MAIL, new Shape.Nested(MAIL_SECTION), "People who read mail."));

    private ReceiverSettings() {}

    /**
     * Those of {@code items}, whose files are relative to {@code folder}.
     *
     * @throws InputException where one is not as it must be
     */
    public static List<Receiver> read(List<Tree> items, Path folder) {
        return items.stream().map(item -> receiver(item, folder)).toList();
    }

    private static Receiver receiver(Tree item, Path folder) {
        Fields fields = SECTION.read(item);
        boolean http = fields.has(WEBHOOK) || fields.has(ALERTMANAGER);
        if (http == fields.has(MAIL)) {
            throw InputException.at(item, "must have one of webhook, alertmanager and mail");
        }
        Path token = file(fields, "token_file", folder);
        if (fields.has(MAIL)) {
            if (token != null) {
                throw InputException.at(fields.value("token_file"), "does not go with mail: that has password_file");
            }
            return mail(fields.section(MAIL), folder);
        }
        return fields.has(WEBHOOK)
                ? new Webhook(new JsonPost(address(fields.value(WEBHOOK), HTTP), token))
                : new Alertmanager(new JsonPost(address(fields.value(ALERTMANAGER), HTTP), token));
    }

    private static Receiver mail(Fields fields, Path folder) {
        List<Tree> to = fields.items("to");
        if (to.isEmpty()) {
            throw InputException.at(fields.value("to"), "must name somebody");
        }
        Mail.Server server = new Mail.Server(
                address(fields.value("server"), SMTP),
                fields.has("user") ? fields.text("user") : null,
                file(fields, "password_file", folder));
        return new Mail(
                server,
                person(fields.value("from")),
                to.stream().map(ReceiverSettings::person).toList());
    }

    private static @Nullable Path file(Fields fields, String key, Path folder) {
        return fields.has(key) ? fields.path(key, folder) : null;
    }

    private static URI address(Tree value, List<String> schemes) {
        try {
            URI address = new URI(value.text());
            if (address.getHost() != null && schemes.contains(address.getScheme()) && address.getUserInfo() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw InputException.at(value, "is no address: " + e.getMessage());
        }
        throw InputException.at(
                value,
                "must be an address " + String.join("://HOST or ", schemes) + "://HOST, but is " + value.describe());
    }

    private static InternetAddress person(Tree value) {
        try {
            return new InternetAddress(value.text(), true);
        } catch (AddressException e) {
            throw InputException.at(value, "is no address of mail: " + e.getMessage());
        }
    }
}
