package io.berth.app.operate;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.client.Api;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Table;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.Window;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.up.setting.UpOptions;
import io.berth.console.setting.Setting;
import io.berth.console.setting.SettingRow;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonTree;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code berth config}: the settings of {@code berth up}: those that hold, whether a file is right, reading it again. */
public record ConfigCommand(Output output) implements Command {
    private static final Option FILE =
            Option.value("--config", "FILE", "Where no Berth runs: the file that berth up would be given.");

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...]", "[OPTION...] check FILE", "[OPTION...] reload"),
                "Shows the settings in force and where each comes from; those of berth up where none runs. check says whether a"
                        + " file is right. reload has the running Berth read its file again: strategy, tokens and the rate of"
                        + " submissions change, jobs go on, and what changes only with the next start is said.",
                List.of(HomeOption.OPTION, FILE, PluginsOption.OPTION, Answer.JSON));
    }

    @Override
    public int run(Arguments arguments) {
        List<String> words = arguments.words();
        String action = words.isEmpty() ? "" : words.getFirst();
        return switch (action) {
            case "" -> show(arguments);
            case "check" -> check(arguments, words);
            case "reload" -> reload(arguments);
            default ->
                throw new InputException(
                        "berth config", InputException.unknown("action", action, List.of("check", "reload")));
        };
    }

    private int show(Arguments arguments) {
        Path option = arguments.path(HomeOption.OPTION.name());
        BerthHome home = BerthHome.of(option, System.getenv());
        Path file = arguments.path(FILE.name());
        boolean runs =
                file == null && (HomeOption.isElsewhere(arguments, System.getenv()) || Address.read(home) != null);
        if (!runs) {
            PluginsOption.use(arguments, home);
        }
        List<Setting> settings = runs
                ? settings(HomeOption.client(arguments)
                        .get(Api.ROOT + "/config")
                        .checked()
                        .tree())
                : UpOptions.read(new UpOptions.Typed(home, BerthHome.source(option, System.getenv()), file, null))
                        .settings();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(Map.of(
                    "running",
                    runs,
                    "settings",
                    settings.stream().map(SettingRow::of).toList()));
            return 0;
        }
        Table table = new Table("KEY", "VALUE", "FROM", "CHANGES");
        for (Setting setting : settings) {
            String value = setting.value().isEmpty() ? "-" : setting.value();
            table.add(setting.key(), value, setting.source(), setting.reloadable() ? "on reload" : "at the next start");
        }
        output.text(table.text(Window.of(output).width()));
        if (!runs) {
            output.note("berth: no Berth runs with the home " + home.folder() + "; berth up would begin with these");
        }
        return 0;
    }

    private static List<Setting> settings(Tree document) {
        return document.require("settings").items().stream()
                .map(item -> new Setting(
                        item.require("key").text(),
                        text(item.get("value")),
                        item.require("source").text(),
                        item.require("reloadable").flag()))
                .toList();
    }

    private int check(Arguments arguments, List<String> words) {
        if (words.size() != 2) {
            throw new InputException("berth config check", "name one file");
        }
        if (HomeOption.isElsewhere(arguments, Map.of())) {
            throw new InputException(
                    "berth config check",
                    "looks at a file of this machine for a home of this machine; leave --url and --socket");
        }
        BerthHome home = BerthHome.of(arguments.path(HomeOption.OPTION.name()), System.getenv());
        PluginsOption.use(arguments, home);
        List<String> warnings = UpOptions.read(new UpOptions.Typed(home, "", Path.of(words.get(1)), null))
                .check();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(Map.of("file", words.get(1), "right", true, "warnings", warnings));
        } else {
            warnings.forEach(warning -> output.note("berth: " + warning));
            output.out().println(words.get(1) + " is right");
        }
        return 0;
    }

    private int reload(Arguments arguments) {
        Tree document = HomeOption.client(arguments)
                .ask("POST", Api.ROOT + "/config/reload", null)
                .checked()
                .tree();
        if (arguments.flag(Answer.JSON.name())) {
            output.json(JsonTree.of(document));
            return 0;
        }
        List<Tree> changed = document.require("changed").items();
        changed.forEach(change -> output.out().println(changed(change)));
        document.require("pending")
                .items()
                .forEach(change -> output.out().println(changed(change) + ", from the next start on"));
        if (changed.isEmpty()) {
            output.out().println("nothing changed");
        }
        return 0;
    }

    /** A value on one line; empty where nothing is set. */
    private static String text(@Nullable Tree value) {
        if (value == null || value.isNull()) {
            return "";
        }
        return value instanceof Tree.Scalar scalar ? scalar.value() : Json.line(JsonTree.of(value));
    }

    private static String changed(Tree change) {
        return change.require("key").text() + ": " + value(change.get("before")) + " -> " + value(change.get("after"));
    }

    private static String value(@Nullable Tree text) {
        String known = text(text);
        return known.isEmpty() ? "-" : known;
    }
}
