package io.berth.app.up;

import io.berth.app.adaptive.StrategyChooser;
import io.berth.app.catalog.FullCatalog;
import io.berth.app.home.Address;
import io.berth.app.home.PrivateFolder;
import io.berth.app.home.Starting;
import io.berth.app.system.EngineSetup;
import io.berth.app.system.LearningSetup;
import io.berth.app.system.LiveSystem;
import io.berth.app.system.Part;
import io.berth.app.system.Storage;
import io.berth.app.system.StrategyChoice;
import io.berth.app.system.SystemOptions;
import io.berth.app.up.setting.UpOptions;
import io.berth.app.up.setting.UpSchema;
import io.berth.console.ConsoleServer;
import io.berth.console.api.call.Sources;
import io.berth.core.event.Event;
import io.berth.core.policy.load.LoadAware;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.DeviceDemand;
import io.berth.edge.access.JobTokens;
import io.berth.live.clock.Clock;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.file.JournalException;
import io.berth.live.run.LiveWorld;
import io.berth.local.device.Host;
import io.berth.local.device.Inventory;
import io.berth.local.device.Machine;
import io.berth.local.device.Visibility;
import io.berth.local.device.tool.Discovery;
import io.berth.local.device.tool.MpsDaemon;
import io.berth.local.device.tool.SystemTools;
import io.berth.local.disk.WriteSpeed;
import io.berth.local.launch.LaunchSettings;
import io.berth.local.launch.folder.TaskBytes;
import io.berth.local.launch.process.UserAccount;
import io.berth.local.load.DeviceLoad;
import io.berth.local.load.GuaranteedReports;
import io.berth.local.load.LoadReports;
import io.berth.local.load.LoadSampler;
import io.berth.local.load.Ownership;
import io.berth.local.load.TaskLoads;
import io.berth.local.mig.MigInstances;
import io.berth.local.world.LocalWorld;
import io.berth.local.world.Startable;
import io.berth.local.world.WorldSettings;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A Berth on this machine that runs: a system whose world is this machine, with what is learnt of it and kept on its disk. */
public final class LocalSystem implements AutoCloseable {
    private static final long SEED = 42;
    private static final Duration LOOK_FOR_OLD_OUTPUT = Duration.ofSeconds(30);

    private final UpOptions options;
    private final Consumer<String> notes;
    private final Discovery discovery = new Discovery(SystemTools.ofPath());
    private final Machine machine;
    private final MigInstances mig;
    private final MpsDaemon mps;
    private final Visibility visibility;
    private final HomeDisk disk;
    private final JobTokens tokens;
    private final LocalConsole console;
    private final LiveSystem system;
    private @Nullable LocalWorld world;
    private @Nullable JobWatch jobs;
    private @Nullable ReplicaWatch replicas;
    private @Nullable StrategyChooser chooser;
    private volatile String url = "";

    private LocalSystem(UpOptions options, Consumer<String> notes) {
        this.options = options;
        this.notes = notes;
        options.check().forEach(notes);
        PrivateFolder.close(options.home().folder(), UserAccount.currentUid()).forEach(notes);
        Starting.begin(options.home());
        disk = HomeDisk.of(options.home().folder(), options.home().journal(), options.disk(), notes);
        tokens = JobTokens.open(options.home().jobKey());
        Startable startable = new Startable(WorldSettings.inherited(System.getenv()), userHome());
        console = new LocalConsole(options, this::sources, startable, notes);
        mig = MigInstances.open(SystemTools.ofPath(), options.home().tasks(), notes);
        Inventory found = mig.apply(discovery.discover(), options.tasks().mig());
        Machine here = Machine.of(LocalConsole.hostName(), host(), found);
        machine = here.withNode(options.node().of(here.node()));
        Path pipes = options.home().folder().resolve("mps").toAbsolutePath();
        mps = MpsDaemon.start(SystemTools.ofPath(), found, options.tasks().mps(), pipes);
        visibility = new Visibility(found, mps.folder());
        if (!found.devices().isEmpty()) {
            notes.accept(mps.text());
        }
        try {
            system = startSystem();
        } catch (RuntimeException e) {
            if (mps.fresh()) {
                mps.stop();
            }
            throw e;
        }
    }

    /**
     * Starts a Berth, or goes on with the one whose journal is in the home.
     *
     * @param notes gets a line for what somebody should know
     * @throws InputException where the home or the port is another's
     */
    static LocalSystem start(UpOptions options, Consumer<String> notes) {
        try {
            return new LocalSystem(options, notes);
        } finally {
            Starting.end(options.home());
        }
    }

    /** Where its console is. */
    String url() {
        return url;
    }

    /** An address of its pages that lets a browser in, once, as who runs Berth. */
    String page() {
        return serving(system).page();
    }

    /** The machine as it is offered to jobs. */
    Machine machine() {
        return machine;
    }

    /** Completed when it ended by itself, with the cause where it failed. */
    CompletableFuture<Void> done() {
        return system.done();
    }

    /** Throws why it failed, if it did. */
    void throwFailure() {
        system.throwFailure();
    }

    /** How many tasks hold something now; -1 where nobody can say. */
    long tasks() {
        try {
            return system.run()
                    .operator()
                    .ask(state -> (long) state.nodes().tasks(LocalWorld.NODE))
                    .join();
        } catch (CompletionException e) {
            // The disk is full, or the engine has ended: nobody can be asked.
            return -1;
        }
    }

    /** How many changes could not be written down before it ended; nobody was told of them. */
    int unanswered() {
        return system.run().driver().unanswered();
    }

    /** Stops in order; tasks go on. */
    @Override
    public void close() {
        system.close();
    }

    private LiveSystem startSystem() {
        try {
            return LiveSystem.start(systemOptions(), notes);
        } catch (JournalException e) {
            Address other = Address.read(options.home());
            if (other != null && ProcessHandle.of(other.pid()).isPresent()) {
                throw new InputException(
                        "the home " + options.home().folder(),
                        "is in use by the Berth of process " + other.pid() + " at " + other.url()
                                + "; berth down stops it, --home names another");
            }
            throw e;
        }
    }

    private SystemOptions systemOptions() {
        return new SystemOptions(
                new EngineSetup(
                        SEED,
                        TimeOptions.REAL,
                        beginning(),
                        options.limits(),
                        (driver, _) -> world(driver),
                        new Observer() {}),
                new Storage(
                        options.home().journal(),
                        disk.journal(),
                        options.home().history(),
                        this::resumed,
                        "the last record of the journal was torn and is cut off"),
                new StrategyChoice(options.strategy(), null, StrategyReader.ofText(FullCatalog.names(options.home()))),
                console,
                options.learn() == null
                        ? null
                        : new LearningSetup(options.learn(), options.home().learner()),
                parts());
    }

    /** What it has beside the engine, in the order in which it is opened; commands find it when all of it is. */
    private List<Part> parts() {
        return List.of(
                this::declareQueues,
                this::choose,
                this::retention,
                this::watch,
                this::watchReplicas,
                this::sampler,
                this::watchDisk,
                this::announce,
                this::holdShares);
    }

    /** Another strategy whenever one is better, where the file says so. */
    private @Nullable AutoCloseable choose(LiveSystem running) {
        StrategyChooser chooses = chooser;
        if (chooses != null) {
            chooses.start(() -> true);
        }
        return chooses;
    }

    /** The queues, classes of jobs and pools of nodes that the file says, whatever the journal has. */
    private @Nullable AutoCloseable declareQueues(LiveSystem running) {
        if (options.queues() != null) {
            running.run().operator().queues(options.queues()).join();
        }
        if (options.qos() != null) {
            running.run().operator().qos(options.qos()).join();
        }
        if (options.pools() != null) {
            running.run().operator().pools(options.pools()).join();
        }
        return null;
    }

    /** Tasks go on without Berth, and those with a share need who holds them to it: then it stays, and the next start takes it up. */
    private @Nullable AutoCloseable holdShares(LiveSystem running) {
        return mps.folder() == null
                ? null
                : () -> {
                    if (!running.run().operator().ask(LocalSystem::anyShare).join()) {
                        mps.stop();
                    }
                };
    }

    private static boolean anyShare(State state) {
        return state.jobs().stream()
                .anyMatch(job -> !job.waiting()
                        && IntStream.range(0, job.placedTasks())
                                .anyMatch(task -> job.holds(task)
                                        && job.spec().demand(task).devices() instanceof DeviceDemand.Share));
    }

    private LiveWorld world(LiveDriver driver) {
        LocalWorld opened = new LocalWorld(
                driver,
                new WorldSettings(
                        LaunchSettings.in(options.home().tasks())
                                .withProcesses(options.tasks().processes()),
                        machine,
                        visibility,
                        mig,
                        WorldSettings.inherited(System.getenv()),
                        userHome(),
                        options.stopGrace(),
                        new TaskVariables(tokens, this::knownUrl)::of),
                notes);
        world = opened;
        return opened;
    }

    /** Where the console is, or will be where its port is given; empty where nobody knows yet. */
    private String knownUrl() {
        return url.isEmpty() && options.port() > 0 ? "http://127.0.0.1:" + options.port() : url;
    }

    private Sources sources(LiveSystem running) {
        JobWatch watch = new JobWatch(options.home(), options.alerts(), running, tokens, notes);
        jobs = watch;
        Sources known = Sources.NONE
                .withOutputs(new LocalOutputs(options.home().tasks()))
                .withInsight(watch.insight())
                .withMetrics(watch.told())
                .withMetrics(watch.rescues())
                .withLinks(new MachineLinks(machine)::of)
                .withDisk(disk.guard());
        AdaptiveSpec adaptive = options.adaptive();
        if (adaptive != null) {
            StrategyChooser chooses =
                    new StrategyChooser(adaptive, running.view(), running.run().operator(), notes);
            known = known.withMetrics(chooses);
            chooser = chooses;
        }
        LocalWorld local = world;
        if (local == null) {
            return known;
        }
        ReplicaWatch healths = new ReplicaWatch(running.view(), local, notes);
        replicas = healths;
        return known.withMetrics(local.metrics()).withReplicas(healths);
    }

    private @Nullable AutoCloseable retention(LiveSystem running) {
        LocalWorld local = world;
        if (local == null) {
            return null;
        }
        OutputRetention.Bound bound = new OutputRetention.Bound(
                disk.output(), wanted -> TaskBytes.of(options.home().tasks(), wanted));
        OutputRetention retention = new OutputRetention(running.view(), local::forget, bound, notes);
        retention.start(LOOK_FOR_OLD_OUTPUT);
        return retention;
    }

    private AutoCloseable watch(LiveSystem running) {
        ConsoleServer serving = serving(running);
        console.serve(serving);
        url = serving.uri().toString();
        JobWatch watch = jobs();
        watch.start(running.run().operator());
        return watch;
    }

    private @Nullable AutoCloseable watchReplicas(LiveSystem running) {
        ReplicaWatch healths = replicas;
        if (healths != null) {
            healths.start();
        }
        return healths;
    }

    private AutoCloseable sampler(LiveSystem running) {
        MachineLoad load = new MachineLoad(
                jobs().insight().loads(),
                gpus(),
                notes,
                options.others() ? event -> running.run().driver().post(event) : null,
                measuring(running));
        boolean devices = !machine.units().isEmpty();
        return LoadSampler.start(
                MachineLoad.OPTIONS,
                new LoadSampler.Sources(
                        Clock.SYSTEM,
                        load::meter,
                        () -> devices ? discovery.sample() : Inventory.NONE,
                        Ownership.ofPids(jobs()::pids),
                        notGuaranteed(),
                        jobs()::tasks),
                load);
    }

    /** The numbers of devices on the node; -1 of those that are not offered. */
    private ToIntFunction<DeviceLoad> gpus() {
        LocalWorld here = world;
        return device -> here == null ? -1 : here.gpu(device.vendor(), device.index());
    }

    /** Which processes are of no guaranteed task: those of best-effort tasks, and those of others where these do not count. */
    private Ownership notGuaranteed() {
        Ownership bestEffort = Ownership.ofPids(jobs()::bestEffortPids);
        Ownership ours = Ownership.ofPids(jobs()::pids);
        if (options.others()) {
            return bestEffort;
        }
        return processes -> {
            Set<Integer> not = new TreeSet<>();
            processes.forEach(process -> not.add(process.pid()));
            not.removeAll(ours.ours(processes));
            not.addAll(bestEffort.ours(processes));
            return not;
        };
    }

    private MachineLoad.Measuring measuring(LiveSystem running) {
        ToIntFunction<DeviceLoad> gpus = gpus();
        GuaranteedReports guaranteed = new GuaranteedReports(LocalWorld.NODE, gpus);
        TaskLoads tasks = new TaskLoads(gpus);
        return new MachineLoad.Measuring(
                new LoadReports(
                        LocalWorld.NODE, machine.node(), Runtime.getRuntime().availableProcessors()),
                event -> running.run()
                        .driver()
                        .proposeAll(state -> LoadAware.is(state.strategy()) ? List.of(event) : List.of()),
                window -> running.run().driver().proposeAll(state -> {
                    List<Event> events = new ArrayList<>(guaranteed.of(window, state.nodeTable()));
                    events.addAll(tasks.of(window, state));
                    return events;
                }),
                () -> guaranteed.wanted() || tasks.wanted());
    }

    private AutoCloseable watchDisk(LiveSystem running) {
        disk.start(running.run().reserve(), List.of(running::retryHistory));
        return disk;
    }

    private AutoCloseable announce(LiveSystem running) {
        return console.announce(url);
    }

    private JobWatch jobs() {
        JobWatch watch = jobs;
        if (watch == null) {
            throw new IllegalStateException("Jobs are watched only when the console serves.");
        }
        return watch;
    }

    private static ConsoleServer serving(LiveSystem running) {
        ConsoleServer serving = running.console();
        if (serving == null) {
            throw new IllegalStateException("There are pages only when the console serves.");
        }
        return serving;
    }

    private String resumed(State state) {
        return "goes on with " + options.home().folder() + ": " + state.liveJobs() + " jobs that wait or run, "
                + state.decisions() + " decisions so far";
    }

    private List<Event> beginning() {
        StrategySpec strategy = options.strategy();
        return List.of(
                new Event.NodeJoined(LocalWorld.NODE, machine.node()),
                new Event.StrategyChanged(strategy == null ? UpOptions.strategy(UpSchema.DEFAULT_STRATEGY) : strategy));
    }

    /** What this machine offers to jobs, but for its accelerators. */
    private Host host() {
        Path folder = options.home().folder();
        return options.machine()
                .offered(
                        Host.here(folder),
                        disk.guard().needed().bytes(),
                        () -> WriteSpeed.measure(folder, System::nanoTime));
    }

    /** Where a job starts that names no folder. */
    private static Path userHome() {
        return Path.of(System.getProperty("user.home"));
    }
}
