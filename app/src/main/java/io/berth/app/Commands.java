package io.berth.app;

import io.berth.app.advise.AdviseCommand;
import io.berth.app.catalog.PoliciesCommand;
import io.berth.app.command.CommandEntry;
import io.berth.app.completion.CompletionCommand;
import io.berth.app.demo.DemoCommand;
import io.berth.app.dump.ImportCommand;
import io.berth.app.env.EnvCommand;
import io.berth.app.forecast.ForecastCommand;
import io.berth.app.gateway.FakeServerCommand;
import io.berth.app.gateway.GatewayCommand;
import io.berth.app.imitate.ImitateCommand;
import io.berth.app.inspect.EtaCommand;
import io.berth.app.inspect.ExplainCommand;
import io.berth.app.inspect.HistoryCommand;
import io.berth.app.inspect.ListCommand;
import io.berth.app.inspect.LogsCommand;
import io.berth.app.inspect.PoolsCommand;
import io.berth.app.inspect.QueuesCommand;
import io.berth.app.inspect.ReservationsCommand;
import io.berth.app.inspect.ServicesCommand;
import io.berth.app.inspect.ShowCommand;
import io.berth.app.inspect.TopCommand;
import io.berth.app.kube.KubeCommands;
import io.berth.app.learn.EvaluateCommand;
import io.berth.app.learn.ModelsCommand;
import io.berth.app.learn.TrainCommand;
import io.berth.app.learn.TuneCommand;
import io.berth.app.operate.ConfigCommand;
import io.berth.app.operate.ConsoleCommand;
import io.berth.app.operate.DownCommand;
import io.berth.app.operate.DrainCommand;
import io.berth.app.operate.LearnCommand;
import io.berth.app.operate.ReserveCommand;
import io.berth.app.operate.ScaleCommand;
import io.berth.app.operate.StrategyCommand;
import io.berth.app.option.Declaration;
import io.berth.app.option.HelpText;
import io.berth.app.queueing.QueueingCommand;
import io.berth.app.replay.ReplayCommand;
import io.berth.app.reproduce.ReproduceCommand;
import io.berth.app.simtest.SimtestCommand;
import io.berth.app.simulate.SimulateCommand;
import io.berth.app.solve.SolveCommand;
import io.berth.app.submit.JobWish;
import io.berth.app.submit.ManyJobsCommand;
import io.berth.app.submit.SubmitCommand;
import io.berth.app.submit.UpdateCommand;
import io.berth.app.up.UpCommand;
import java.util.List;
import java.util.Locale;

/** All commands, as help lists them. */
final class Commands {
    private static final List<Group> GROUPS = List.of(
            new Group(
                    "Every day",
                    List.of(
                            CommandEntry.of(
                                    "submit",
                                    "[FILE] [-- COMMAND...]",
                                    "hand in a job file, a script or a command, and print its number",
                                    SubmitCommand::new),
                            CommandEntry.of("ls", "", "list jobs; --all with those that ended", ListCommand::new),
                            CommandEntry.of("show", "JOB", "show everything about one job", ShowCommand::new),
                            CommandEntry.of("logs", "[-f] JOB", "print what a job wrote", LogsCommand::new),
                            CommandEntry.of(
                                    "explain",
                                    "JOB",
                                    "say why a job waits; --fix what would start it",
                                    ExplainCommand::new),
                            CommandEntry.of(
                                    "eta",
                                    "JOB",
                                    "say when a job will start and end; --all of all that wait",
                                    EtaCommand::new),
                            jobs(JobWish.CANCEL, "cancel jobs, pending or running"),
                            jobs(JobWish.HOLD, "hold jobs back, so that they do not start"),
                            jobs(JobWish.RELEASE, "let jobs start that were held back"),
                            jobs(JobWish.REQUEUE, "stop jobs and put them back into the queue"),
                            CommandEntry.of(
                                    "update",
                                    "JOB...",
                                    "change the priority, time limit or queue of jobs",
                                    UpdateCommand::new),
                            CommandEntry.of(
                                    "history",
                                    "",
                                    "list the jobs that ended: by time, user, state, name, queue",
                                    HistoryCommand::new),
                            CommandEntry.of("top", "", "show the machine and what runs on it", TopCommand::new),
                            CommandEntry.of(
                                    "queues",
                                    "",
                                    "list queues, what they hold and what they wait for",
                                    QueuesCommand::new),
                            CommandEntry.of(
                                    "pools",
                                    "",
                                    "list pools of nodes: which have which, and for whom",
                                    PoolsCommand::new),
                            CommandEntry.of(
                                    "reservations",
                                    "",
                                    "list reservations of nodes: when, which and for whom",
                                    ReservationsCommand::new),
                            CommandEntry.of(
                                    "services",
                                    "[NAME]",
                                    "list services, how many replicas they have, and how these do",
                                    ServicesCommand::new),
                            CommandEntry.of(
                                    "scale", "NAME N", "change how many replicas a service has", ScaleCommand::new),
                            CommandEntry.of(
                                    "console",
                                    "",
                                    "open the pages of a running Berth in a browser",
                                    ConsoleCommand::new))),
            new Group(
                    "A Berth of one's own",
                    List.of(
                            CommandEntry.of(
                                    "up",
                                    "",
                                    "run Berth on this machine: real jobs on its CPUs and GPUs",
                                    UpCommand::new),
                            new CommandEntry(
                                    "kube",
                                    "[explain POD | record DIR | shadow DIR | report DIR]",
                                    "schedule the pods of a Kubernetes cluster; say why one waits; record another's cluster",
                                    KubeCommands::run,
                                    KubeCommands::declared),
                            CommandEntry.of(
                                    "gateway",
                                    "",
                                    "run a gateway that spreads inference requests over model servers",
                                    GatewayCommand::new),
                            CommandEntry.of(
                                    "fake-server",
                                    "",
                                    "run model servers without a model, for tests of what stands before them",
                                    FakeServerCommand::new),
                            CommandEntry.of("down", "", "stop Berth; what runs goes on", DownCommand::new),
                            CommandEntry.of(
                                    "config",
                                    "[check FILE | reload]",
                                    "show, check or reload the settings of berth up",
                                    ConfigCommand::new),
                            CommandEntry.of(
                                    "drain",
                                    "[NODE]",
                                    "start nothing new on a node",
                                    output -> new DrainCommand(output, true)),
                            CommandEntry.of(
                                    "undrain",
                                    "[NODE]",
                                    "start jobs on a node again",
                                    output -> new DrainCommand(output, false)),
                            CommandEntry.of(
                                    "reserve",
                                    "NAME",
                                    "hold nodes for some jobs, or for nobody, for a time",
                                    ReserveCommand::new),
                            CommandEntry.of(
                                    "strategy",
                                    "[set NAME|FILE]",
                                    "show the strategy of a running system, or change it",
                                    StrategyCommand::new),
                            CommandEntry.of(
                                    "learn",
                                    "start|stop|status",
                                    "start, stop or show learning beside berth up; stop is its kill switch",
                                    LearnCommand::new),
                            CommandEntry.of(
                                    "completion",
                                    "bash|zsh|fish",
                                    "print what completes commands in a shell",
                                    output -> new CompletionCommand(output, Commands::declarations)))),
            new Group(
                    "Before it is real",
                    List.of(
                            CommandEntry.of(
                                    "demo",
                                    "",
                                    "run an emulated GPU cluster under a stream of jobs, faster than real time",
                                    DemoCommand::new),
                            CommandEntry.of(
                                    "simulate",
                                    "SCENARIO.yaml",
                                    "run a workload under several strategies in virtual time",
                                    SimulateCommand::new),
                            CommandEntry.of(
                                    "advise",
                                    "SCENARIO.yaml|JOURNAL",
                                    "say which strategy suits a workload, and by how much it is better",
                                    AdviseCommand::new),
                            CommandEntry.of(
                                    "simtest",
                                    "[FILE.yaml...]",
                                    "run the scheduler while much goes wrong, and check that nothing breaks",
                                    SimtestCommand::new),
                            CommandEntry.of(
                                    "replay",
                                    "JOURNAL",
                                    "recover a journal and print it; --redecide; --as-workload; --choices",
                                    ReplayCommand::new),
                            CommandEntry.of(
                                    "import",
                                    "kubernetes|kueue|kai|volcano FILE...",
                                    "read what kubectl printed of a cluster as a scenario",
                                    ImportCommand::new),
                            CommandEntry.of(
                                    "reproduce",
                                    "TABLE... --data DIR",
                                    "run published experiments again, ours beside theirs",
                                    ReproduceCommand::new),
                            CommandEntry.of(
                                    "solve",
                                    "PROBLEM",
                                    "solve one assignment problem to a proven gap",
                                    SolveCommand::new),
                            CommandEntry.of(
                                    "forecast",
                                    "FILE.csv",
                                    "say what comes of a series of numbers, with intervals",
                                    ForecastCommand::new),
                            CommandEntry.of(
                                    "queueing",
                                    "",
                                    "say how long arrivals wait before servers, and how many are enough",
                                    QueueingCommand::new),
                            CommandEntry.of(
                                    "policies",
                                    "",
                                    "list the policies that strategies are made of",
                                    PoliciesCommand::new))),
            new Group(
                    "Learn",
                    List.of(
                            CommandEntry.of(
                                    "train",
                                    "SCENARIO.yaml",
                                    "learn a policy in the simulator; the result is a strategy like any other",
                                    TrainCommand::new),
                            CommandEntry.of(
                                    "evaluate",
                                    "SCENARIO.yaml MODEL...",
                                    "compare learnt models with well-known orders on parts of a workload",
                                    EvaluateCommand::new),
                            CommandEntry.of(
                                    "tune",
                                    "SCENARIO.yaml",
                                    "tune the numbers of a strategy by simulating it; the result is read and changed by people",
                                    TuneCommand::new),
                            CommandEntry.of(
                                    "imitate",
                                    "LOG|CHOICES.csv",
                                    "train a network that schedules as an order, an oracle or a recorded run",
                                    ImitateCommand::new),
                            CommandEntry.of(
                                    "models",
                                    "[ls | show | rm | add | export | similar]",
                                    "list, show, add or remove models; find those of a workload like one's own",
                                    ModelsCommand::new),
                            CommandEntry.of(
                                    "env",
                                    "[list | describe | serve] [SCENARIO]",
                                    "list, describe or serve environments for agents of your own in Python",
                                    EnvCommand::new))));

    /**
     * Commands that belong together.
     *
     * @param title what for
     */
    private record Group(String title, List<CommandEntry> commands) {}

    private Commands() {}

    /** All of them. */
    static List<CommandEntry> all() {
        return GROUPS.stream().flatMap(group -> group.commands().stream()).toList();
    }

    /** All of them, as shells and the manual know them. */
    static List<Declaration> declarations() {
        return all().stream().map(CommandEntry::declaration).toList();
    }

    /** What {@code berth --help} prints. */
    static String help() {
        HelpText text = new HelpText()
                .usage("berth", List.of("COMMAND [OPTION...]"))
                .prose(
                        "Gives every piece of AI work its place. berth COMMAND --help says more; berth version says which"
                                + " this is.");
        for (Group group : GROUPS) {
            text.section(group.title());
            for (CommandEntry entry : group.commands()) {
                text.entry(
                        entry.synopsis().isEmpty() ? entry.name() : entry.name() + " " + entry.synopsis(),
                        entry.summary());
            }
        }
        return text.toString();
    }

    private static CommandEntry jobs(JobWish wish, String summary) {
        return CommandEntry.of(
                wish.name().toLowerCase(Locale.ROOT), "JOB...", summary, output -> new ManyJobsCommand(wish, output));
    }
}
