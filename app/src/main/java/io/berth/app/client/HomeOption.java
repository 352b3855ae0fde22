package io.berth.app.client;

import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.home.DemoSocket;
import io.berth.app.home.HomeSocket;
import io.berth.app.home.SharedSocket;
import io.berth.app.home.Starting;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which Berth is meant: of another machine, that of a socket, or that of a home; without a word of it one's own, else the one that
 * serves all users of this machine.
 */
public final class HomeOption {
    private static final Option URL = Option.value(
            "--url", "URL", "The Berth of another machine, such as https://gpu1.example.org:7117; or BERTH_URL.");
    private static final Option TOKEN = Option.value(
            "--token",
            "TOKEN",
            "The token for --url; or BERTH_TOKEN, which other users of this machine do not see in the list of processes.");
    private static final Option TOKEN_FILE =
            Option.value("--token-file", "FILE", "A file that holds the token; or BERTH_TOKEN_FILE.");
    private static final Option SOCKET = Option.value(
            "--socket",
            "PATH",
            "The Unix socket of a Berth that serves all users of this machine; or BERTH_SOCKET, or "
                    + SharedSocket.STANDARD + ".");

    /** For what only goes with a Berth of this home. */
    public static final Option HOME = Option.value(
            "--home", "DIR", "The home of the Berth that is asked; BERTH_HOME, or the folder that berth up takes.");

    /** For what any Berth is asked. */
    public static final Option OPTION = HOME.with(SOCKET, URL, TOKEN, TOKEN_FILE);

    private HomeOption() {}

    /** True where {@code arguments} or {@code environment} name a Berth by anything but a home. */
    public static boolean isElsewhere(Arguments arguments, Map<String, String> environment) {
        return arguments.text(URL.name()) != null
                || arguments.path(SOCKET.name()) != null
                || arguments.path(HOME.name()) == null
                        && !(value("BERTH_URL", environment) + value("BERTH_SOCKET", environment)).isEmpty();
    }

    /** A client of the Berth that {@code arguments} mean. */
    public static Client client(Arguments arguments) {
        return client(arguments, System.getenv());
    }

    /** The same in another environment. */
    public static Client client(Arguments arguments, Map<String, String> environment) {
        String url = arguments.text(URL.name());
        if (url != null) {
            return remote(url, "--url", arguments, environment);
        }
        Path socket = arguments.path(SOCKET.name());
        if (socket != null) {
            return shared(socket);
        }
        Path home = arguments.path(OPTION.name());
        if (home == null && !value("BERTH_URL", environment).isEmpty()) {
            return remote(value("BERTH_URL", environment), "BERTH_URL", arguments, environment);
        }
        if (home == null && !value("BERTH_SOCKET", environment).isEmpty()) {
            return shared(Path.of(value("BERTH_SOCKET", environment)));
        }
        boolean named = home != null || !value(BerthHome.VARIABLE, environment).isEmpty();
        return local(BerthHome.of(home, environment), named);
    }

    /**
     * The Berth of {@code home}.
     *
     * @param named true where no other will do
     */
    public static Client local(BerthHome home, boolean named) {
        Address address = Starting.await(home, line -> System.err.println("berth: " + line));
        if (address != null) {
            return new Client(new SocketWay(() -> HomeSocket.connect(home, address), address.url()));
        }
        if (!named && Files.exists(SharedSocket.STANDARD)) {
            return shared(SharedSocket.STANDARD);
        }
        throw new InputException(
                "berth",
                "no Berth runs with the home " + home.folder() + "; berth up starts one, --home names another");
    }

    /** The Berth at {@code url}, which asks for no token; {@code source} names the URL for people. */
    public static Client at(String url, String source) {
        return new Client(RemoteWay.of(url, "", source));
    }

    /** The Berth at {@code url}, asked with {@code token}; {@code source} names the URL for people. */
    public static Client at(String url, String token, String source) {
        return new Client(RemoteWay.of(url, token, source));
    }

    /** The demo that serves {@code socket}. */
    public static Client demo(Path socket) {
        return new Client(new SocketWay(() -> DemoSocket.connect(socket), socket.toString()));
    }

    /** The Berth that serves all users of this machine at {@code socket}. */
    public static Client shared(Path socket) {
        return new Client(new SocketWay(() -> SharedSocket.connect(socket), socket.toString()));
    }

    private static Client remote(String url, String source, Arguments arguments, Map<String, String> environment) {
        return new Client(RemoteWay.of(url, token(arguments, environment), source));
    }

    private static String token(Arguments arguments, Map<String, String> environment) {
        String typed = arguments.text(TOKEN.name());
        if (typed != null) {
            return typed;
        }
        Path file = arguments.path(TOKEN_FILE.name());
        if (file != null) {
            return read(file, TOKEN_FILE.name());
        }
        String known = value("BERTH_TOKEN", environment);
        String named = value("BERTH_TOKEN_FILE", environment);
        return known.isEmpty() && !named.isEmpty() ? read(Path.of(named), "BERTH_TOKEN_FILE") : known;
    }

    /** The token in {@code file}, which {@code source} names. */
    public static String read(Path file, String source) {
        try {
            String token = Files.readString(file).strip();
            if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
                throw new InputException(source, file + " holds no token, which is one word");
            }
            return token;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ", which " + source + " names", e);
        }
    }

    private static String value(String variable, Map<String, String> environment) {
        @Nullable String value = environment.get(variable);
        return value == null ? "" : value;
    }
}
