package io.berth.gateway.fleet;

import io.berth.core.dispatch.health.Ages;
import io.berth.core.dispatch.health.Condition.Advice;
import io.berth.core.dispatch.health.Condition.End;
import io.berth.core.dispatch.health.Condition.State;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.fleet.engine.EngineLoad;
import io.berth.gateway.setting.Health;
import java.net.ConnectException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks after servers: asks them now and then whether they are there, how busy they are and which models they have, and hears what became
 * of requests. What is to be done follows from the {@link Condition} of each.
 */
public final class Watch implements AutoCloseable {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Exporters hardly know more within a second. */
    private static final long GPUS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long MODELS_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** After which a server is asked first whether it has ended what was stopped there; then after twice that, and so on. */
    private static final long STOPPED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int MOST_ASKED_STOPPED = 6;
    private static final int BUSY = 503;
    private static final int TOO_MANY = 429;
    private static final int OVERLOADED = 529;
    private static final int NOT_IMPLEMENTED = 501;

    private final Desk desk;
    private final Roster roster;
    private final Consumer<String> note;
    private final Asker asker = new Asker();
    private final AtomicLong ejections = new AtomicLong();
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-watch").factory());
    private final GpuWatch gpus;
    private volatile Health health;
    private long gpusDue = Long.MIN_VALUE;
    private long healthDue = Long.MIN_VALUE;
    private long loadDue = Long.MIN_VALUE;
    private long modelsDue = Long.MIN_VALUE;

    /** @param note told when a server is lost, ejected and back */
    public Watch(Desk desk, Roster roster, Health health, Consumer<String> note) {
        this.desk = desk;
        this.roster = roster;
        this.health = health;
        this.note = note;
        gpus = new GpuWatch(desk, roster, asker, note);
    }

    /** Begins its rounds. */
    public void start() {
        rounds.scheduleWithFixedDelay(this::guardedRound, 0, TICK_NANOS, TimeUnit.NANOSECONDS);
    }

    /** {@code server} may work still on what was stopped there: it is asked how many requests it has, until none of them is left. */
    public void stopped(int server) {
        Member member = roster.member(server);
        if (member != null && health.metricsNanos() > 0 && member.hasReported() && !member.askedStopped) {
            member.askedStopped = true;
            askStopped(member, 0);
        }
    }

    private void askStopped(Member member, int times) {
        if (times == MOST_ASKED_STOPPED || rounds.isShutdown()) {
            member.askedStopped = false;
            return;
        }
        Runnable ask = () -> {
            if (desk.servers().lingering(member.number()) == 0) {
                member.askedStopped = false;
            } else {
                askLoad(member);
                askStopped(member, times + 1);
            }
        };
        try {
            rounds.schedule(ask, STOPPED_NANOS << times, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // It is being closed.
            member.askedStopped = false;
        }
    }

    /** It goes by {@code other} from now on. */
    public void change(Health other) {
        health = other;
    }

    @Override
    public void close() {
        rounds.shutdownNow();
        asker.close();
    }

    /** Whether {@code member} gets requests. */
    public boolean up(Member member) {
        synchronized (member) {
            return !member.leaving() && member.condition.open();
        }
    }

    /** How {@code member} does, in a word. */
    public String state(Member member) {
        synchronized (member) {
            return member.leaving()
                    ? "leaving"
                    : member.condition.state().name().toLowerCase(Locale.ROOT);
        }
    }

    /** How {@code member} does, and since when and why. */
    public Standing standing(Member member) {
        long now = System.nanoTime();
        synchronized (member) {
            return new Standing(
                    state(member),
                    member.why,
                    member.condition.sinceSeconds(now),
                    member.condition.untilSeconds(now),
                    member.ejections);
        }
    }

    /** How many times a server was ejected. */
    public long ejections() {
        return ejections.get();
    }

    /** How long ago {@code member} said how busy it is, in nanoseconds; -1 for never. */
    public long reportAge(Member member) {
        return member.hasReported() ? member.reportAgeNanos(System.nanoTime()) : -1;
    }

    /** Whether what {@code member} said of itself counts as it is, in part, or not at all: fresh, decayed, blind. */
    public String mode(Member member) {
        double share = member.hasReported() ? ages().share(member.reportAgeNanos(System.nanoTime())) : 0;
        return share == 1 ? "fresh" : share > 0 ? "decayed" : "blind";
    }

    /** The same of what an exporter said of its GPUs. */
    public String gpuMode(Member member) {
        return gpus.mode(member.number(), gpuAges(), System.nanoTime());
    }

    private Ages gpuAges() {
        long stale = Math.max(health.ages().staleNanos(), 2 * GPUS_NANOS);
        return new Ages(stale, Math.max(stale, health.ages().blindNanos()));
    }

    /** Whether requests that hear nothing of {@code server} are given up there. */
    public boolean lost(int server) {
        Member member = roster.member(server);
        if (member == null) {
            return false;
        }
        synchronized (member) {
            return member.condition.state() == State.LOST;
        }
    }

    /** How long a request hears nothing of a server that is lost until it is given up there. */
    public long silenceNanos() {
        return health.probe().silenceNanos();
    }

    /** A request saw {@code cause} at {@code server}. */
    public void trouble(int server, Throwable cause) {
        Member member = roster.member(server);
        if (member != null) {
            boolean refused = refused(cause);
            ended(member, refused ? End.REFUSED : End.FAILED, why(cause));
        }
    }

    /** {@code server} answered a request, to its end or so that another one was asked. */
    public void answered(int server, int status) {
        Member member = roster.member(server);
        if (member == null) {
            return;
        }
        boolean busy = status == BUSY || status == TOO_MANY || status == OVERLOADED;
        boolean failed = status >= 500 && status != NOT_IMPLEMENTED;
        ended(member, busy ? End.BUSY : failed ? End.FAILED : End.ANSWERED, "it answers with " + status);
    }

    private void ended(Member member, End end, String why) {
        long now = System.nanoTime();
        Advice advice;
        synchronized (member) {
            advice = member.condition.ended(health.rules(), end, now);
        }
        if (advice == Advice.EJECT) {
            advice = eject(member, now);
        }
        if (advice == Advice.CHANGED) {
            settle(member, now);
            tell(member, why);
        }
    }

    /** Ejects {@code member} where enough others are left. */
    private synchronized Advice eject(Member member, long now) {
        int all = 0;
        int ejected = 0;
        int others = 0;
        for (Member each : roster.members()) {
            if (each.leaving()) {
                continue;
            }
            all++;
            synchronized (each) {
                ejected += each.condition.state() == State.EJECTED ? 1 : 0;
                others += each != member && each.condition.open() ? 1 : 0;
            }
        }
        if (!health.rules().outliers().mayEject(all, ejected, others)) {
            return Advice.NOTHING;
        }
        synchronized (member) {
            if (!member.condition.open()) {
                return Advice.NOTHING;
            }
            member.condition.eject(health.rules(), now);
            member.ejections++;
        }
        ejections.incrementAndGet();
        return Advice.CHANGED;
    }

    /** Has the desk do as the condition of {@code member} says now. */
    private void settle(Member member, long now) {
        long turn;
        boolean open;
        int most;
        int full = full(member);
        synchronized (member) {
            turn = member.decide();
            open = member.condition.open();
            most = member.condition.most(full, now);
            member.most = most;
        }
        desk.servers().settle(member.number(), () -> member.apply(turn), open, most);
    }

    /** How many requests {@code member} would have if it were as the others: as the one of them that has the most. */
    private int full(Member member) {
        int most = 1;
        for (Member each : roster.members()) {
            if (each != member) {
                most = Math.max(most, desk.servers().outstanding(each.number()));
            }
        }
        return most + 1;
    }

    private void tell(Member member, String why) {
        State state;
        long seconds;
        synchronized (member) {
            state = member.condition.state();
            seconds = member.condition.ejectedSeconds(System.nanoTime());
        }
        if (state == State.LOST || state == State.EJECTED) {
            member.why = why;
        }
        String name = "server " + member.server().name();
        switch (state) {
            case LOST -> note.accept(name + " is lost: " + why);
            case EJECTED -> note.accept(name + " is ejected for " + seconds + " s: " + why);
            case TRIED -> note.accept(name + " is back, and tried with one request at a time");
            case RISING, UP -> {}
        }
    }

    /** What goes wrong in one round must not end all of them. */
    private void guardedRound() {
        try {
            round();
        } catch (RuntimeException e) {
            note.accept("could not look after the servers: " + e);
        }
    }

    private void round() {
        long now = System.nanoTime();
        boolean askHealth = now >= healthDue;
        boolean askLoad = now >= loadDue && health.metricsNanos() > 0;
        boolean askModels = now >= modelsDue;
        healthDue = askHealth ? now + health.probe().intervalNanos() : healthDue;
        loadDue = askLoad ? now + health.metricsNanos() : loadDue;
        modelsDue = askModels ? now + MODELS_NANOS : modelsDue;
        if (now >= gpusDue) {
            gpusDue = now + GPUS_NANOS;
            gpus.ask();
        }
        gpus.fade(gpuAges(), now);
        for (Member member : roster.members()) {
            if (member.leaving()) {
                continue;
            }
            tick(member, now);
            if (askHealth) {
                askHealth(member);
            }
            if (askLoad) {
                askLoad(member);
            }
            if (askModels || !member.askedModels) {
                askModels(member);
            }
        }
    }

    private void tick(Member member, long now) {
        Advice advice;
        boolean rising;
        synchronized (member) {
            advice = member.condition.tick(now);
            rising = member.condition.state() == State.RISING;
        }
        if (advice == Advice.CHANGED || rising) {
            settle(member, now);
        }
        if (advice == Advice.CHANGED) {
            tell(member, "");
        }
        if (member.hasReported()) {
            double share = ages().share(member.reportAgeNanos(now));
            if (share != member.share) {
                member.share = share;
                desk.servers().faded(member.number(), share);
            }
        }
    }

    /** A report is not old before the next one could be there. */
    private Ages ages() {
        long stale = Math.max(health.ages().staleNanos(), 2 * health.metricsNanos());
        return new Ages(stale, Math.max(stale, health.ages().blindNanos()));
    }

    private void askHealth(Member member) {
        synchronized (member) {
            if (member.askedHealth) {
                return;
            }
            member.askedHealth = true;
        }
        String path = health.probe().path();
        asker.status(member, path, health.probe().timeoutNanos()).whenComplete((status, problem) -> {
            long now = System.nanoTime();
            boolean well = problem == null && status < 500;
            Advice advice;
            synchronized (member) {
                member.askedHealth = false;
                advice = well
                        ? member.condition.healthy(now)
                        : member.condition.missed(health.rules(), problem != null && refused(problem), now);
            }
            if (advice == Advice.CHANGED) {
                settle(member, now);
                tell(member, problem == null ? "it answers " + path + " with " + status : why(problem));
            }
        });
    }

    private void askLoad(Member member) {
        String path = up(member) ? member.engine.nextPage() : null;
        synchronized (member) {
            if (path == null || member.askedLoad) {
                return;
            }
            member.askedLoad = true;
        }
        asker.text(member, path).whenComplete((body, problem) -> {
            synchronized (member) {
                member.askedLoad = false;
            }
            EngineLoad load = problem != null ? null : member.engine.read(path, body.isEmpty() ? null : body);
            if (load != null) {
                member.reported(System.nanoTime());
                desk.servers().reported(member.number(), load.running(), load.waiting());
            }
        });
    }

    private void askModels(Member member) {
        if (!member.server().models().isEmpty() || !up(member)) {
            return;
        }
        member.askedModels = true;
        String path = member.engine.modelsPage();
        asker.text(member, path).thenAccept(body -> {
            List<String> names = body.isEmpty() ? null : member.engine.models(path, body);
            if (names != null && !names.isEmpty() && member.server().models().isEmpty()) {
                roster.models().has(member.number(), names);
            }
        });
    }

    private static boolean refused(Throwable problem) {
        return problem instanceof ConnectException || problem.getCause() instanceof ConnectException;
    }

    private static String why(Throwable problem) {
        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
        @Nullable String why = cause.getMessage();
        if (why == null && cause instanceof ConnectException) {
            return "nothing listens there";
        }
        return why == null ? cause.toString() : why;
    }
}
