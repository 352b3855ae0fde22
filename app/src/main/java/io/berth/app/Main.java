package io.berth.app;

import io.berth.app.client.CancelCommand;
import io.berth.app.client.ConfigCommand;
import io.berth.app.client.ConsoleCommand;
import io.berth.app.client.DownCommand;
import io.berth.app.client.DrainCommand;
import io.berth.app.client.EtaCommand;
import io.berth.app.client.ExplainCommand;
import io.berth.app.client.HistoryCommand;
import io.berth.app.client.LearnCommand;
import io.berth.app.client.ListCommand;
import io.berth.app.client.LogsCommand;
import io.berth.app.client.QueuesCommand;
import io.berth.app.client.ShowCommand;
import io.berth.app.client.StrategyCommand;
import io.berth.app.client.SubmitCommand;
import io.berth.app.client.TopCommand;
import io.berth.app.demo.DemoCommand;
import io.berth.app.env.EnvCommand;
import io.berth.app.imitate.ImitateCommand;
import io.berth.app.learn.EvaluateCommand;
import io.berth.app.learn.ModelsCommand;
import io.berth.app.learn.TrainCommand;
import io.berth.app.learn.TuneCommand;
import io.berth.app.solve.SolveCommand;
import io.berth.app.up.UpCommand;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code berth} command. Exit codes: 0 done, 1 the work failed, 2 the input is wrong. */
public final class Main {
    private static final List<CommandEntry> COMMANDS = List.of(
            CommandEntry.quick("up", "", "run Berth on this machine: real jobs on its CPUs and GPUs", UpCommand::new),
            CommandEntry.quick(
                    "submit",
                    "[FILE] [-- COMMAND...]",
                    "hand in a job file, a script, a command; prints its number",
                    SubmitCommand::new),
            CommandEntry.quick("ls", "", "list jobs; --all with those that ended", ListCommand::new),
            CommandEntry.quick(
                    "history", "", "list the jobs that ended: by time, user, state, name, queue", HistoryCommand::new),
            CommandEntry.quick("show", "JOB", "everything about one job", ShowCommand::new),
            CommandEntry.quick("logs", "[-f] JOB", "what a job wrote", LogsCommand::new),
            CommandEntry.quick("cancel", "JOB...", "cancel jobs, waiting or running", CancelCommand::new),
            CommandEntry.quick("explain", "JOB", "why a job waits, and what would change it", ExplainCommand::new),
            CommandEntry.quick("eta", "JOB", "when a job will start and end, and what that rests on", EtaCommand::new),
            CommandEntry.quick("queues", "", "queues, and what they hold and wait for", QueuesCommand::new),
            CommandEntry.quick("top", "", "the machine and what runs on it", TopCommand::new),
            CommandEntry.quick("console", "", "open the pages of a running Berth in a browser", ConsoleCommand::new),
            CommandEntry.quick(
                    "drain", "[NODE]", "start nothing new on a node", output -> new DrainCommand(output, true)),
            CommandEntry.quick(
                    "undrain", "[NODE]", "start jobs on a node again", output -> new DrainCommand(output, false)),
            CommandEntry.quick(
                    "strategy",
                    "[set NAME|FILE]",
                    "show the strategy of a running system, or change it",
                    StrategyCommand::new),
            CommandEntry.quick(
                    "learn",
                    "start|stop|status",
                    "learning beside berth up; stop is its kill switch",
                    LearnCommand::new),
            CommandEntry.quick(
                    "config",
                    "[check FILE | reload]",
                    "settings of berth up: show, check, read again",
                    ConfigCommand::new),
            CommandEntry.quick("down", "", "stop Berth; what runs goes on", DownCommand::new),
            CommandEntry.annotated(
                    "simulate",
                    "SCENARIO.yaml",
                    "run a workload under several strategies in virtual time",
                    SimulateCommand::new),
            CommandEntry.annotated(
                    "reproduce",
                    "TABLE... --data DIR",
                    "run published experiments again, ours beside theirs",
                    ReproduceCommand::new),
            CommandEntry.annotated(
                    "replay",
                    "JOURNAL",
                    "recover a journal and print it; --redecide; --as-workload; --choices",
                    ReplayCommand::new),
            CommandEntry.annotated(
                    "imitate",
                    "LOG|CHOICES.csv",
                    "train a network that schedules as an order, an oracle or a recorded run",
                    ImitateCommand::new),
            CommandEntry.annotated(
                    "solve", "PROBLEM", "one assignment problem, solved to a proven gap", SolveCommand::new),
            CommandEntry.annotated(
                    "train",
                    "SCENARIO.yaml",
                    "learn a policy in the simulator; the result is a strategy like any other",
                    TrainCommand::new),
            CommandEntry.annotated(
                    "tune",
                    "SCENARIO.yaml",
                    "tune the numbers of a strategy by simulating it; the result is read and changed by people",
                    TuneCommand::new),
            CommandEntry.annotated(
                    "evaluate",
                    "SCENARIO.yaml MODEL...",
                    "learnt models beside well-known orders, on parts of a workload",
                    EvaluateCommand::new),
            CommandEntry.quick(
                    "models",
                    "[ls | show | rm | add | export | similar]",
                    "models that are kept; which come from a workload like one's own",
                    ModelsCommand::new),
            CommandEntry.quick(
                    "env",
                    "[list | describe | serve] [SCENARIO]",
                    "environments to learn in, for agents of your own in Python",
                    EnvCommand::new),
            CommandEntry.annotated(
                    "demo",
                    "",
                    "an emulated GPU cluster under a stream of jobs, faster than real time",
                    DemoCommand::new),
            CommandEntry.annotated(
                    "policies", "", "list the policies that strategies are made of", PoliciesCommand::new));

    /** Listed nowhere: what {@code ./berth} runs to make its start-up cache. */
    private static final String WARM_UP = "warm-up";

    /** The same for the cache of the commands that ask a running Berth. */
    private static final String CLIENT_WARM_UP = "client-warm-up";

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
            case "--help", "-h" -> output.out().print(help());
            case "--version", "-V" -> output.out().println("berth " + version());
            case WARM_UP -> {
                return new WarmUp().run();
            }
            case CLIENT_WARM_UP -> {
                return new ClientWarmUp().run();
            }
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
        for (CommandEntry entry : COMMANDS) {
            if (entry.name().equals(name)) {
                return entry;
            }
            names.add(entry.name());
        }
        boolean option = name.startsWith("-");
        throw new InputException("berth", InputException.unknown(option ? "option" : "command", name, names));
    }

    private static String help() {
        StringBuilder text = new StringBuilder();
        text.append("Berth gives every piece of AI work its place.\n\n");
        text.append("usage: berth COMMAND [OPTION...]\n\n");
        int width = 0;
        for (CommandEntry entry : COMMANDS) {
            width = Math.max(width, head(entry).length());
        }
        for (CommandEntry entry : COMMANDS) {
            String head = head(entry);
            text.append("  ").append(head).append(" ".repeat(width - head.length() + 3));
            text.append(entry.summary()).append('\n');
        }
        text.append("\nberth COMMAND --help says more; berth --version says which version this is.\n");
        return text.toString();
    }

    private static String head(CommandEntry entry) {
        return entry.synopsis().isEmpty() ? entry.name() : entry.name() + " " + entry.synopsis();
    }

    private static String version() {
        @Nullable String version = Main.class.getPackage().getImplementationVersion();
        return version == null ? "(built without a version)" : version;
    }
}
