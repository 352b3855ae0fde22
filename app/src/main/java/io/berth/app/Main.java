package io.berth.app;

import io.berth.app.command.CommandEntry;
import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.app.command.Version;
import io.berth.app.completion.ManPage;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The {@code berth} command. Exit codes: 0 done, 1 the work failed, 2 the input is wrong. */
public final class Main {
    /** Listed nowhere: what {@code ./berth} runs to make its start-up cache. */
    private static final String WARM_UP = "warm-up";

    /** The same for the cache of {@code berth simulate}. */
    private static final String SIMULATE_WARM_UP = "simulate-warm-up";

    /** The same for the cache of {@code berth kube}. */
    private static final String KUBE_WARM_UP = "kube-warm-up";

    /** The same for the cache of the commands that ask a running Berth, whose home follows. */
    private static final String CLIENT_WARM_UP = "client-warm-up";

    /** Listed nowhere: prints the manual page, which packages hold. */
    private static final String MAN_PAGE = "man-page";

    private Main() {}

    public static void main(String[] args) {
        Output output = Output.ofProcess();
        int code = run(Arrays.asList(args), output);
        output.out().flush();
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs one command and returns its exit code; nothing is thrown. */
    public static int run(List<String> args, Output output) {
        try {
            return dispatch(args, output);
        } catch (Throwable e) {
            return Failure.report(e, output);
        } finally {
            output.out().flush();
        }
    }

    private static int dispatch(List<String> args, Output output) {
        String first = args.isEmpty() ? "--help" : args.getFirst();
        switch (first) {
            case "--help", "-h" -> output.out().print(Commands.help());
            case "version", "--version", "-V" -> output.out().println("berth " + Version.text());
            case WARM_UP -> {
                return new WarmUp().run();
            }
            case SIMULATE_WARM_UP -> {
                return new SimulateWarmUp().run();
            }
            case KUBE_WARM_UP -> {
                return new KubeWarmUp().run(output);
            }
            case CLIENT_WARM_UP -> {
                return new ClientWarmUp(Path.of(args.get(1))).run();
            }
            case MAN_PAGE -> output.out().print(ManPage.of(Commands.declarations(), Version.text()));
            case "help" -> {
                return args.size() == 1
                        ? dispatch(List.of(), output)
                        : dispatch(List.of(args.get(1), "--help"), output);
            }
            default -> {
                CommandEntry entry = command(first);
                return entry.runner().run(entry.name(), args.subList(1, args.size()), output);
            }
        }
        return 0;
    }

    private static CommandEntry command(String name) {
        List<String> names = new ArrayList<>();
        for (CommandEntry entry : Commands.all()) {
            if (entry.name().equals(name)) {
                return entry;
            }
            names.add(entry.name());
        }
        boolean option = name.startsWith("-");
        throw new InputException("berth", InputException.unknown(option ? "option" : "command", name, names));
    }
}
