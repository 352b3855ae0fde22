package io.berth.edge.alert;

import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** People who read mail; what changes within a few seconds is one mail. */
final class Mail implements Receiver {
    private static final String MILLIS = "10000";
    private static final int SHOWN = 120;

    private final Server server;
    private final InternetAddress from;
    private final List<InternetAddress> to;

    /**
     * Who takes mails.
     *
     * @param address {@code smtp://HOST[:PORT]}, which speaks TLS where the server can, or {@code smtps://HOST[:PORT]}, which does from the
     *     first byte
     * @param user as whom; null for nobody
     * @param password a file, read each time
     */
    record Server(
            URI address, @Nullable String user, @Nullable Path password) {
        private Properties properties() {
            String scheme = address.getScheme();
            String base = "mail." + scheme + ".";
            Properties properties = new Properties();
            properties.put("mail.transport.protocol", scheme);
            properties.put(base + "host", address.getHost());
            if (address.getPort() > 0) {
                properties.put(base + "port", Integer.toString(address.getPort()));
            }
            properties.put(base + "starttls.enable", "true");
            // A password is told to nobody who listens.
            properties.put(base + "starttls.required", Boolean.toString(user != null && scheme.equals("smtp")));
            properties.put(base + "auth", Boolean.toString(user != null));
            properties.put(base + "ssl.checkserveridentity", "true");
            properties.put(base + "connectiontimeout", MILLIS);
            properties.put(base + "timeout", MILLIS);
            properties.put(base + "writetimeout", MILLIS);
            return properties;
        }

        private @Nullable Authenticator authenticator() {
            String who = user;
            if (who == null) {
                return null;
            }
            return new Authenticator() {
                @Override
                protected PasswordAuthentication getPasswordAuthentication() {
                    try {
                        String secret = password == null
                                ? ""
                                : Files.readString(password).strip();
                        return new PasswordAuthentication(who, secret);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        }
    }

    Mail(Server server, InternetAddress from, List<InternetAddress> to) {
        this.server = server;
        this.from = from;
        this.to = List.copyOf(to);
    }

    @Override
    public String name() {
        return "mail " + server.address;
    }

    @Override
    public long againNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public void tell(Changes changes, Instant now) throws IOException {
        try {
            MimeMessage message = new MimeMessage(Session.getInstance(server.properties(), server.authenticator()));
            message.setFrom(from);
            for (InternetAddress one : to) {
                message.addRecipient(Message.RecipientType.TO, one);
            }
            message.setSentDate(Date.from(now));
            message.setSubject(subject(changes), StandardCharsets.UTF_8.name());
            message.setText(text(changes), StandardCharsets.UTF_8.name());
            Transport.send(message);
        } catch (MessagingException e) {
            Throwable cause = e.getCause();
            throw new IOException(cause == null ? e.getMessage() : e.getMessage() + ": " + cause.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static String subject(Changes changes) {
        List<Alert> told = changes.raised().isEmpty() ? changes.cleared() : changes.raised();
        String line = told.getFirst().line();
        String cut = line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
        String more = told.size() > 1 ? " and " + (told.size() - 1) + " more" : "";
        return "[berth] " + (changes.raised().isEmpty() ? "cleared: " : "") + cut + more;
    }

    private static String text(Changes changes) {
        StringBuilder text = new StringBuilder();
        part(text, "Raised:", changes.raised());
        part(text, "Cleared:", changes.cleared());
        part(text, "Still there:", changes.standing());
        return text.toString();
    }

    private static void part(StringBuilder text, String head, List<Alert> alerts) {
        if (alerts.isEmpty()) {
            return;
        }
        text.append(text.isEmpty() ? "" : "\n").append(head).append('\n');
        for (Alert alert : alerts) {
            text.append("  ")
                    .append(alert.line())
                    .append("\n    ")
                    .append(alert.text())
                    .append(" (since ")
                    .append(alert.since())
                    .append(")\n");
        }
    }
}
