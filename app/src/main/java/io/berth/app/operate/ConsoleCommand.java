package io.berth.app.operate;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code berth console}: the address of the pages, with a code that lets a browser in once. */
public record ConsoleCommand(Output output) implements Command {
    private static final Option PRINT = Option.flag("--print", "Print the address only, and open no browser.");

    /** What {@code --json} prints. */
    private record Document(String url, long seconds) {}

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Prints an address of the console with a code that lets a browser in, once and within minutes, and opens it where"
                        + " there is a display. What the browser may do is what you may.",
                HomeOption.OPTION,
                PRINT,
                Answer.JSON);
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments.withoutWords());
        Tree code = client.ask("POST", Api.ROOT + "/codes", null).checked().tree();
        String served = client.name().startsWith("http")
                ? client.name()
                : code.require("url").text();
        String url = served + "/" + code.require("page").text();
        long seconds = code.require("seconds").whole();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(new Document(url, seconds));
            return 0;
        }
        output.out().println(url);
        output.out().flush();
        output.note("berth: good once, for " + seconds / 60 + " minutes");
        @Nullable String opener = arguments.flag(PRINT.name()) ? null : opener(System.getenv());
        if (opener != null) {
            open(opener, url, BerthHome.of(arguments.path(HomeOption.OPTION.name()), System.getenv()));
        }
        return 0;
    }

    /** What shows a page to who sits before this machine; null where nobody does. */
    static @Nullable String opener(Map<String, String> environment) {
        if (System.getProperty("os.name", "").startsWith("Mac")) {
            return "open";
        }
        boolean display = !environment.getOrDefault("DISPLAY", "").isEmpty()
                || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
        if (!display) {
            return null;
        }
        for (String folder : environment.getOrDefault("PATH", "").split(":")) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "xdg-open"))) {
                return "xdg-open";
            }
        }
        return null;
    }

    /** By a file that leads there: what a program is started with, every user of this machine can read. */
    private void open(String opener, String url, BerthHome home) {
        try {
            Address.writePrivately(home.way(), page(url));
            new ProcessBuilder(opener, home.way().toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            output.note("berth: no browser was opened: " + e.getMessage());
        }
    }

    /** The URL is Berth's own: an address of this machine and hexadecimal digits. */
    static String page(String url) {
        return "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Berth</title>\n"
                + "<meta http-equiv=\"refresh\" content=\"0; url=" + url + "\">\n<p><a href=\"" + url
                + "\">Berth</a>\n";
    }
}
