package io.berth.learn.online;

import io.berth.core.strategy.StrategySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What was done so far, and what may be done now. */
final class Ledger {
    private static final int MOST_KEPT = 50;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final LearnerOptions options;
    /** Their jobs are counted from the first on. */
    private final List<Ban> banned;

    private final List<String> changes;
    private String stopped;
    private String promoted;
    private long looks;
    private long promotions;
    private long demotions;
    private long coolUntil;
    private long compared;
    private long begun;
    private Regret regret;

    Ledger(LearnerOptions options, LearnerMemory memory) {
        this.options = options;
        this.stopped = memory.stopped();
        this.promoted = memory.promoted();
        this.looks = memory.looks();
        this.coolUntil = memory.coolDownJobs();
        this.banned = new ArrayList<>(memory.banned());
        this.changes = new ArrayList<>(memory.changes());
        this.promotions = memory.promotions();
        this.demotions = memory.demotions();
        this.regret = memory.regret();
    }

    /** What is counted from now on counts from so many ended and submitted jobs. */
    void begins(long ended, long submitted) {
        long more = ended - begun;
        coolUntil += more;
        banned.replaceAll(ban -> ban.later(more));
        begun = ended;
        compared = submitted;
    }

    boolean stopped() {
        return !stopped.isEmpty();
    }

    void begin() {
        stopped = "";
        promoted = "";
    }

    void stop(String why) {
        stopped = why;
        promoted = "";
    }

    boolean promoted() {
        return !promoted.isEmpty();
    }

    String promotedId() {
        return promoted;
    }

    void look() {
        looks++;
    }

    boolean mayPromote(long ended) {
        return ended >= coolUntil;
    }

    /** Whether the candidate {@code id} was demoted not long enough ago. */
    boolean banned(String id, long ended) {
        return banned.stream().anyMatch(ban -> ban.id().equals(id) && ended < ban.jobs());
    }

    /** True of the strategy that a system under this learner begins with. */
    boolean knows(StrategySpec strategy) {
        return strategy.equals(options.exploredFallback());
    }

    void changed(Change change, long ended) {
        switch (change.kind()) {
            case PROMOTE -> {
                promoted = change.id();
                promotions++;
            }
            case DEMOTE -> {
                promoted = Exploration.promotedId(change.strategy());
                demotions++;
                ban(change.id(), ended);
                coolUntil = ended + options.guard().coolDownJobs();
            }
            case TRY -> {}
            case BEGIN, STOP -> promoted = "";
        }
        Instant at = Instant.ofEpochSecond(change.atNanos() / NANOS_PER_SECOND, change.atNanos() % NANOS_PER_SECOND);
        keep(
                changes,
                at + " " + change.kind() + " " + (change.id().isEmpty() ? "fallback" : change.id()) + ": "
                        + change.why());
    }

    private void ban(String id, long ended) {
        Ban before =
                banned.stream().filter(ban -> ban.id().equals(id)).findFirst().orElse(new Ban(id, 0, 0));
        banned.remove(before);
        // Without a cool-down it still waits until the guard has looked at what follows it.
        int least = Math.max(options.guard().coolDownJobs(), options.guard().everyJobs());
        keep(banned, Ban.after(id, before.times(), least).later(ended));
    }

    private static <T> void keep(List<T> list, T last) {
        list.add(last);
        if (list.size() > MOST_KEPT) {
            list.removeFirst();
        }
    }

    /** How many of the jobs seen were compared for the regret. */
    long compared() {
        return compared;
    }

    void compared(int jobs) {
        compared += jobs;
    }

    void regret(UnaryOperator<Regret> more) {
        regret = more.apply(regret);
    }

    LearnerMemory memory(long ended) {
        return new LearnerMemory(
                stopped,
                promoted,
                looks,
                Math.max(0, coolUntil - ended),
                banned.stream().map(ban -> ban.sooner(ended)).toList(),
                changes,
                promotions,
                demotions,
                regret);
    }
}
