package io.berth.app.up;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.home.Address;
import io.berth.app.home.HomeSocket;
import io.berth.app.home.PrivateFolder;
import io.berth.app.home.SharedSocket;
import io.berth.app.home.Starting;
import io.berth.app.up.setting.KeptFolders;
import io.berth.app.up.setting.UpOptions;
import io.berth.app.up.setting.UpSchema;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.access.StartCheck;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobHistory;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.clock.Clock;
import io.berth.live.control.ControlException;
import io.berth.live.control.ControlServer;
import io.berth.live.control.EndedJobs;
import io.berth.live.control.Learning;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalException;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.live.run.LiveWorld;
import io.berth.local.device.Host;
import io.berth.local.device.Inventory;
import io.berth.local.device.Machine;
import io.berth.local.device.Visibility;
import io.berth.local.device.tool.Discovery;
import io.berth.local.device.tool.SystemTools;
import io.berth.local.launch.LaunchSettings;
import io.berth.local.launch.folder.TaskBytes;
import io.berth.local.launch.process.UserAccount;
import io.berth.local.load.LoadSampler;
import io.berth.local.load.Ownership;
import io.berth.local.world.LocalWorld;
import io.berth.local.world.Startable;
import io.berth.local.world.WorldSettings;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Berth on this machine that runs: journal, tasks, console, control socket, and the file by which commands find it. */
public final class LocalSystem implements AutoCloseable {
    private static final long SEED = 42;
    private static final Duration LOOK_FOR_OLD_OUTPUT = Duration.ofSeconds(30);

    private final UpOptions options;
    private final Consumer<String> notes;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final LiveView view =
            new LiveView(LiveView.ENDED_KEPT, job -> history().accept(job));
    private final EndedJobs ended = new EndedJobs(LiveView.ENDED_KEPT);
    private final JobWatch jobs;
    private final LocalUsers users;
    private final Discovery discovery = new Discovery(SystemTools.ofPath());
    private final Machine machine;
    private final HomeDisk disk;
    private final Visibility visibility;
    private final LiveRun run;
    private final @Nullable OnlineLearning learning;
    private @Nullable JobHistory history;
    private @Nullable LocalWorld world;
    private @Nullable ConsoleServer console;
    private volatile String url = "";

    private LocalSystem(UpOptions options, Consumer<String> notes) {
        this.options = options;
        this.notes = notes;
        options.check().forEach(notes);
        PrivateFolder.close(options.home().folder(), UserAccount.currentUid()).forEach(notes);
        Starting.begin(options.home());
        users = new LocalUsers(
                UserAccount.currentUid(),
                new KeptUsers(
                        options.home().tenants(),
                        new KeptFolders(options.access().homes()),
                        UserAccount::isTaken));
        disk = HomeDisk.of(options.home().folder(), options.home().journal(), options.disk(), notes);
        jobs = new JobWatch(options.home(), options.alerts(), view, this::evenNanos, notes);
        Inventory found = discovery.discover();
        machine = Machine.of(hostName(), Host.here(options.home().folder()), found);
        visibility = new Visibility(found);
        learning = options.learn() == null
                ? null
                : new OnlineLearning(
                        options.learn(),
                        new LearnerFile(options.home().learner()),
                        options.home().journal(),
                        notes);
        run = startRun();
    }

    /**
     * Starts a Berth, or goes on with the one whose journal is in the home.
     *
     * @param notes gets a line for what somebody should know
     * @throws InputException where the home or the port is another's
     */
    static LocalSystem start(UpOptions options, Consumer<String> notes) {
        try {
            LocalSystem system = new LocalSystem(options, notes);
            try {
                system.open();
                return system;
            } catch (RuntimeException e) {
                system.close();
                throw e;
            }
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
        ConsoleServer serving = console;
        if (serving == null) {
            throw new IllegalStateException("There are pages only when the console serves.");
        }
        return serving.page();
    }

    /** The machine as it is offered to jobs. */
    Machine machine() {
        return machine;
    }

    /** Completed when it ended by itself, with the cause where it failed. */
    CompletableFuture<Void> done() {
        return run.done();
    }

    /** How many tasks hold something now; -1 where nobody can say. */
    long tasks() {
        try {
            return run.operator()
                    .ask(state -> (long) state.nodes().tasks(LocalWorld.NODE))
                    .join();
        } catch (CompletionException e) {
            // The disk is full, or the engine has ended: nobody can be asked.
            return -1;
        }
    }

    /** How many changes could not be written down before it ended; nobody was told of them. */
    int unanswered() {
        return run.driver().unanswered();
    }

    /** Stops in order; tasks go on. */
    @Override
    public void close() {
        try {
            if (!url.isEmpty()) {
                Files.deleteIfExists(options.home().address());
            }
        } catch (IOException e) {
            notes.accept("cannot delete " + options.home().address() + ": " + e.getMessage());
        }
        for (AutoCloseable part : open.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                notes.accept("cannot close: " + e.getMessage());
            }
        }
    }

    private long evenNanos() {
        return run.driver().evenNanos();
    }

    private LiveRun startRun() {
        LiveOptions live = LiveOptions.of(SEED, beginning())
                .withCatalog(FullCatalog.get())
                .withJournal(options.home().journal(), disk.journal())
                .withObserver(observer());
        LiveRun started;
        try {
            started = LiveRun.start(live, (driver, _) -> world(driver));
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
        open.add(started);
        return started;
    }

    private Observer observer() {
        OnlineLearning learns = learning;
        Observer known = ended.andThen(view).andThen(new Observer() {
            @Override
            public void instant(Frame frame, State state) {
                // Before a snapshot hides from the next recovery who ended.
                history().retry();
            }
        });
        return (learns == null ? known : known.andThen(learns)).andThen(new ClockNotes(notes));
    }

    /** The journal is locked when this is called, so the files beside it are this process's. */
    private LiveWorld world(LiveDriver driver) {
        JobHistory kept = JobHistory.open(options.home().history(), LiveView.ENDED_KEPT, notes);
        history = kept;
        open.add(kept);
        LocalWorld opened = new LocalWorld(
                driver,
                new WorldSettings(
                        LaunchSettings.in(options.home().tasks())
                                .withProcesses(options.tasks().processes()),
                        machine,
                        visibility,
                        WorldSettings.inherited(System.getenv()),
                        userHome(),
                        options.stopGrace(),
                        task -> jobs.variables(task, knownUrl())),
                notes);
        world = opened;
        return new RememberedWorld(opened, view, kept, notes);
    }

    /** Where the console is, or will be where its port is given; empty where nobody knows yet. */
    private String knownUrl() {
        return url.isEmpty() && options.port() > 0 ? "http://127.0.0.1:" + options.port() : url;
    }

    private JobHistory history() {
        JobHistory kept = history;
        if (kept == null) {
            throw new IllegalStateException("Jobs end only when the run has begun.");
        }
        return kept;
    }

    private void open() {
        run.operator().bound(options.limits());
        RecoveredJournal recovered = run.recovered();
        run.operator()
                .ask(state -> {
                    view.recover(recovered == null ? List.of() : recovered.ends(), state);
                    return true;
                })
                .join();
        if (recovered != null) {
            say(recovered);
        }
        StrategySpec strategy = options.strategy();
        if (strategy != null
                && !strategy.equals(run.operator().ask(State::strategy).join())) {
            run.operator().strategy(strategy).join();
        }
        String token = options.access().owned() ? OwnerToken.renew(options.home()) : "";
        LocalSettings settings = new LocalSettings(options, run.operator(), recovered != null, notes);
        Path socket = socket();
        ConsoleServer serving = console(settings, socket);
        console = serving;
        settings.serve(serving);
        open.add(serving);
        openControl();
        keepOutput();
        learn();
        url = serving.uri().toString();
        open.add(jobs);
        jobs.start(run.operator());
        open.add(sampler());
        open.add(disk);
        disk.start(run.reserve(), List.of(history()::retry));
        Address.here(url, token, socket).write(options.home());
        serving.ready();
    }

    /** Where commands ask, in place of what one that was killed left. */
    private Path socket() {
        Address before = Address.read(options.home());
        if (before != null && !before.socket().isEmpty()) {
            delete(Path.of(before.socket()));
        }
        Path socket = HomeSocket.choose(options.home());
        open.add(() -> delete(socket));
        return socket;
    }

    private void delete(Path socket) {
        try {
            HomeSocket.delete(options.home(), socket);
        } catch (IOException e) {
            notes.accept("cannot delete " + socket + ": " + e.getMessage());
        }
    }

    private ConsoleServer console(LocalSettings settings, Path socket) {
        ConsoleOptions serving = ConsoleOptions.local(options.port())
                .withSocket(socket)
                .withConnections(options.access().connections())
                .withCatalog(FullCatalog.get())
                .withKeys(options.home().keys())
                .withSeries(options.home().series())
                .called(new SystemName(
                        hostName(), LocalSystem.class.getPackage().getImplementationVersion()))
                .withSubmitRate(options.access().perSecond(), options.access().burst())
                .withSources(sources(settings))
                .startingUp()
                .withUsers(users)
                .reporting(notes);
        Path shared = options.access().shared();
        if (shared != null) {
            SharedSocket.prepare(shared, UserAccount.currentUid());
            serving = serving.withShared(shared);
        }
        Path others = options.access().tokens();
        if (options.access().owned()) {
            serving = serving.withOwner(options.home().tokens());
        }
        if (others != null) {
            serving = serving.withTokens(others);
        }
        try {
            return ConsoleServer.start(serving, run, view);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof BindException) {
                throw new InputException(
                        "the port " + options.port(),
                        "of 127.0.0.1 is taken by another program; --port N names another, --port 0 takes any");
            }
            throw e;
        }
    }

    private Sources sources(LocalSettings settings) {
        return Sources.NONE
                .withSettings(settings)
                .withOutputs(new LocalOutputs(options.home().tasks()))
                .withInsight(jobs.insight())
                .withLinks(new MachineLinks(machine)::of)
                .withDisk(disk.guard())
                .withStarts(startCheck());
    }

    private static StartCheck startCheck() {
        Startable here = new Startable(WorldSettings.inherited(System.getenv()), userHome());
        return program -> {
            Startable.Obstacle obstacle = here.obstacle(program);
            return obstacle == null ? null : new StartCheck.Refusal(obstacle.key(), obstacle.text());
        };
    }

    /** Where a job starts that names no folder. */
    private static Path userHome() {
        return Path.of(System.getProperty("user.home"));
    }

    private void keepOutput() {
        LocalWorld local = world;
        if (local != null) {
            OutputRetention.Bound bound = new OutputRetention.Bound(
                    disk.output(), wanted -> TaskBytes.of(options.home().tasks(), wanted));
            OutputRetention retention = new OutputRetention(view, local::forget, bound, notes);
            open.add(retention);
            retention.start(LOOK_FOR_OLD_OUTPUT);
        }
    }

    private LoadSampler sampler() {
        LocalWorld here = world;
        MachineLoad load = new MachineLoad(
                jobs.insight().loads(),
                device -> here == null ? -1 : here.gpu(device.vendor(), device.index()),
                notes,
                options.others() ? event -> run.driver().post(event) : null);
        boolean devices = !machine.units().isEmpty();
        return LoadSampler.start(
                MachineLoad.OPTIONS,
                new LoadSampler.Sources(
                        Clock.SYSTEM,
                        load::meter,
                        () -> devices ? discovery.sample() : Inventory.NONE,
                        Ownership.ofPids(jobs::pids)),
                load);
    }

    private void learn() {
        OnlineLearning learns = learning;
        if (learns != null) {
            open.add(learns);
            learns.start(run.operator());
        }
    }

    private void openControl() {
        try {
            StrategyReader strategies = StrategyReader.ofText(FullCatalog.names(options.home()));
            Learning learns = learning == null ? Learning.NONE : learning;
            open.add(ControlServer.open(options.home().control(), run.operator(), strategies, ended, learns));
        } catch (ControlException | UncheckedIOException e) {
            notes.accept(e.getMessage() + "; berth strategy set cannot be used");
        }
    }

    private void say(RecoveredJournal recovered) {
        notes.accept("goes on with " + options.home().folder() + ": "
                + recovered.state().liveJobs() + " jobs that wait or run, "
                + recovered.state().decisions()
                + " decisions so far");
        if (!run.driver().timeNotice().isEmpty()) {
            notes.accept(run.driver().timeNotice());
        }
        String ahead = ClockNotes.apart(view.wall().lastOffsetNanos());
        if (!ahead.isEmpty()) {
            notes.accept(ahead);
        }
        if (recovered.torn() != null) {
            notes.accept("the last record of the journal was torn and is cut off");
        }
    }

    private List<Event> beginning() {
        StrategySpec strategy = options.strategy();
        return List.of(
                new Event.NodeJoined(LocalWorld.NODE, machine.node()),
                new Event.StrategyChanged(strategy == null ? UpOptions.strategy(UpSchema.DEFAULT_STRATEGY) : strategy));
    }

    private static String hostName() {
        try {
            String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            return name.isEmpty() ? "local" : name;
        } catch (IOException e) {
            return "local";
        }
    }

    /** Throws why it failed, if it did. */
    void throwFailure() {
        try {
            run.done().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
