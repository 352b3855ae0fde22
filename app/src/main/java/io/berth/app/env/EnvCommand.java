package io.berth.app.env;

import io.berth.app.catalog.PluginsOption;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.command.SharedOptions;
import io.berth.app.option.Arguments;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import io.berth.learn.serve.EnvironmentServer;
import io.berth.learn.serve.EnvironmentSource;
import io.berth.learn.serve.World;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code berth env}: lists environments, describes one as a Markov decision process, or plays one for another program. */
public record EnvCommand(Output output) implements Command {
    private static final int MAX_ENVIRONMENTS = 4096;
    private static final List<String> ACTIONS = List.of("list", "describe", "serve");

    private static final Option ENVIRONMENTS =
            Option.value("--envs", "N", "How many environments serve plays at once, stepped together; 1 by default.");

    @Override
    public Options options() {
        Words names = Words.one(
                () -> listed().stream().map(EnvironmentSource.Listed::name).toList());
        return new Options(
                        List.of("[OPTION...] list", "[OPTION...] describe SCENARIO", "[OPTION...] serve SCENARIO"),
                        "Lists the environments in which agents learn to schedule, describes one, or serves one: serve speaks to the Python package berth-env (or any other"
                                + " client of docs/reference/environment-protocol.md) over stdin and stdout until either closes.",
                        List.of(ENVIRONMENTS, SharedOptions.SET, PluginsOption.OPTION, Answer.JSON))
                .with(Operand.known("SCENARIO", names));
    }

    @Override
    public int run(Arguments arguments) {
        List<String> words = arguments.words();
        String action = words.isEmpty() ? "list" : words.getFirst();
        if (!ACTIONS.contains(action)) {
            throw new InputException("berth env", InputException.unknown("action", action, ACTIONS));
        }
        int most = action.equals("list") ? 1 : 2;
        if (words.size() > most) {
            throw new InputException("berth env " + action, "takes no \"" + words.get(most) + "\"");
        }
        if (action.equals("list")) {
            return list(arguments);
        }
        if (words.size() < 2) {
            throw new InputException("berth env " + action, "name a scenario; berth env list lists those there are");
        }
        World world = open(words.get(1), arguments);
        return action.equals("serve") ? serve(world, arguments) : describe(world, arguments);
    }

    private static List<EnvironmentSource> sources() {
        List<EnvironmentSource> sources = new ArrayList<>();
        ServiceLoader.load(EnvironmentSource.class).forEach(sources::add);
        return sources;
    }

    private static List<EnvironmentSource.Listed> listed() {
        return sources().stream()
                .flatMap(source -> source.environments().stream())
                .toList();
    }

    private static World open(String scenario, Arguments arguments) {
        PluginsOption.use(arguments);
        List<Assignment> settings = SharedOptions.settings(arguments);
        for (EnvironmentSource source : sources()) {
            World world = source.open(scenario, settings);
            if (world != null) {
                return world;
            }
        }
        List<String> names =
                listed().stream().map(EnvironmentSource.Listed::name).toList();
        throw new InputException("berth env", InputException.unknown("environment", scenario, names));
    }

    private int list(Arguments arguments) {
        List<EnvironmentSource.Listed> all = listed();
        int width = all.stream().mapToInt(one -> one.name().length()).max().orElse(0);
        Answer.of(arguments, output)
                .print(
                        new ListDocument(all),
                        _ -> all.stream()
                                .map(one -> one.name()
                                        + " ".repeat(width - one.name().length() + 2) + one.summary() + "\n")
                                .collect(Collectors.joining()));
        return 0;
    }

    private record ListDocument(List<EnvironmentSource.Listed> environments) {}

    private int describe(World world, Arguments arguments) {
        Answer.of(arguments, output).print(WorldDocument.of(world), WorldText::of);
        return 0;
    }

    private int serve(World world, Arguments arguments) {
        EnvironmentServer server = server(world, arguments.whole(ENVIRONMENTS.name(), 1, MAX_ENVIRONMENTS));
        InputStream in = System.in;
        PrintStream printed = System.out;
        // Frames go to the stream of this command; whatever a library prints must not come among them.
        System.setOut(output.err());
        try {
            server.serve(in, output.out());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            System.setOut(printed);
        }
        return 0;
    }

    private static EnvironmentServer server(World world, @Nullable Integer environments) {
        return switch (world) {
            case World.Single single -> new EnvironmentServer(single.maker(), environments == null ? 1 : environments);
            case World.Shared shared -> {
                if (environments != null && environments > 1) {
                    throw new InputException(
                            ENVIRONMENTS.name(),
                            "must be 1 where agents share an environment, but is \"" + environments + "\"");
                }
                yield new EnvironmentServer(shared.maker().get());
            }
        };
    }
}
