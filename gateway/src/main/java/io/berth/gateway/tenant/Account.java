package io.berth.gateway.tenant;

import io.berth.gateway.setting.TenantSettings.Price;
import io.berth.gateway.setting.TenantSpec.Allowance;
import io.berth.gateway.tenant.Denial.Reason;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What a tenant has taken and may take. It outlives the settings: those of the same name have the same one. For any thread. */
public final class Account {
    private static final long DAY_MILLIS = 86_400_000;
    private static final long MILLI = 1_000_000;

    private final String name;
    private final int number;
    private final Time time;
    /** Of this account alone: tenants do not wait for one another. */
    private final ReentrantLock lock = new ReentrantLock();

    private final MinuteQuota minute;
    private final Usage usage;
    private final Others others = new Others();
    private final Tally total = new Tally();
    private final long[] refused = new long[Reason.values().length];
    private Allowance allowance = Allowance.ALL;
    /** Of requests that are under way. */
    private long underWay;

    private long heldTokens;
    private long heldCost;

    /**
     * What an account says of itself.
     *
     * @param total since this process began
     * @param underWay requests
     * @param refused by the number of the reason
     * @param dayCost of this day, in billionths of the currency
     */
    public record Figures(Counts total, long underWay, List<Long> refused, long dayCost, long monthCost) {}

    Account(String name, int number, Time time) {
        this.name = name;
        this.number = number;
        this.time = time;
        minute = new MinuteQuota(time.nanos());
        usage = new Usage(name, today());
    }

    /** Its tenant's. */
    public String name() {
        return name;
    }

    /** By which the desk knows its tenant. */
    public int number() {
        return number;
    }

    /** From now on it may take that much. What was taken is taken. */
    void allow(Allowance now) {
        lock.lock();
        try {
            allowance = now;
            minute.limit(now.requestsPerMinute(), now.tokensPerMinute(), time.nanos());
        } finally {
            lock.unlock();
        }
    }

    /** What was taken before this process began. */
    void restore(UsageLine line) {
        lock.lock();
        try {
            usage.restore(line);
        } finally {
            lock.unlock();
        }
    }

    /** Takes what a request is expected to need, or says why not. */
    Grant admit(Ask ask, Price price) {
        long tokens = ask.tokens();
        long cost = cost(price, ask.promptTokens(), ask.outputTokens());
        lock.lock();
        try {
            usage.turn(today());
            Denial denial = ofDays(tokens, cost);
            if (denial == null) {
                denial = ofMinute(tokens, ask);
            }
            if (denial != null) {
                refuse(denial, ask.model());
                return new Grant(this, ask, price, denial, 0);
            }
            underWay++;
            heldTokens += tokens;
            heldCost += cost;
            return new Grant(this, ask, price, null, minute.reserve((double) tokens));
        } finally {
            lock.unlock();
        }
    }

    /** Counts a request that may not ask for its model. */
    Grant noModel(Ask ask) {
        Denial denial = new Denial(Reason.MODEL, 0, 0);
        lock.lock();
        try {
            usage.turn(today());
            refuse(denial, ask.model());
        } finally {
            lock.unlock();
        }
        return new Grant(this, ask, Price.FREE, denial, 0);
    }

    /** What {@code grant} let in has ended, and took that much. */
    void took(Grant grant, long input, long output) {
        long cost = cost(grant.price(), input, output);
        lock.lock();
        try {
            usage.turn(today());
            release(grant, (double) (input + output));
            usage.took(grant.ask(), input, output, cost);
            total.took(input, output, cost);
        } finally {
            lock.unlock();
        }
    }

    /** What {@code grant} let in came to nothing, for which its tenant is not to blame. */
    void back(Grant grant) {
        lock.lock();
        try {
            release(grant, 0);
            minute.giveBack(MinuteQuota.REQUESTS, 1, time.nanos());
        } finally {
            lock.unlock();
        }
    }

    /** What it may still take. */
    Standing standing() {
        lock.lock();
        try {
            usage.turn(today());
            return new Standing(
                    less(left(MinuteQuota.REQUESTS), ofDay(allowance.requestsPerDay(), dayRequests())),
                    less(left(MinuteQuota.TOKENS), ofDay(allowance.tokensPerDay(), dayTokens())));
        } finally {
            lock.unlock();
        }
    }

    /** What other gateways are told of it. */
    Share share(long life) {
        lock.lock();
        try {
            long now = time.nanos();
            usage.turn(today());
            Tally day = usage.day();
            Share.Minute buckets = new Share.Minute(
                    minute.taken(MinuteQuota.REQUESTS),
                    minute.taken(MinuteQuota.TOKENS),
                    minute.left(MinuteQuota.REQUESTS, now),
                    minute.left(MinuteQuota.TOKENS, now));
            return new Share(
                    life,
                    buckets,
                    today(),
                    day.requests() + underWay,
                    day.tokens() + heldTokens,
                    day.cost() + heldCost,
                    usage.monthCost() + heldCost);
        } finally {
            lock.unlock();
        }
    }

    /** {@code peer}, another gateway, says what it let in. */
    void heard(String peer, Share share) {
        lock.lock();
        try {
            Share before = others.heard(peer, share);
            long now = time.nanos();
            Share.Minute minutes = share.minute();
            if (before == null) {
                // What it took before is not known, but what that left.
                minute.leave(MinuteQuota.REQUESTS, (double) minutes.requestsLeft(), now);
                minute.leave(MinuteQuota.TOKENS, (double) minutes.tokensLeft(), now);
                return;
            }
            boolean same = before.life() == share.life();
            long requests = minutes.requests() - (same ? before.minute().requests() : 0);
            long tokens = minutes.tokens() - (same ? before.minute().tokens() : 0);
            minute.takenElsewhere(MinuteQuota.REQUESTS, (double) requests, now);
            minute.takenElsewhere(MinuteQuota.TOKENS, (double) tokens, now);
        } finally {
            lock.unlock();
        }
    }

    /** {@code gateways} share its minutes and do not hear of one another: each has its part; 1 where they do again. */
    void alone(int gateways) {
        lock.lock();
        try {
            minute.divide(gateways, time.nanos());
            others.anew();
        } finally {
            lock.unlock();
        }
    }

    /** What it took, to be kept: of the day, and of days before that were not asked for yet. */
    List<UsageLine> lines() {
        lock.lock();
        try {
            usage.turn(today());
            return usage.lines();
        } finally {
            lock.unlock();
        }
    }

    /** For those who watch. */
    public Figures figures() {
        lock.lock();
        try {
            usage.turn(today());
            return new Figures(
                    total.counts(),
                    underWay,
                    Arrays.stream(refused).boxed().toList(),
                    usage.day().cost(),
                    usage.monthCost());
        } finally {
            lock.unlock();
        }
    }

    private void refuse(Denial denial, String model) {
        refused[denial.reason().ordinal()]++;
        usage.refuse(model);
        total.refuse();
    }

    private void release(Grant grant, double took) {
        underWay--;
        heldTokens -= grant.ask().tokens();
        heldCost -= cost(grant.price(), grant.ask().promptTokens(), grant.ask().outputTokens());
        minute.giveBack(MinuteQuota.TOKENS, grant.reserved() - took, time.nanos());
    }

    /** One larger than the whole of a limit goes where nothing was taken: what it is expected to take is a guess. */
    private @Nullable Denial ofDays(long tokens, long cost) {
        if (beyond(allowance.requestsPerDay(), dayRequests(), 1)) {
            return new Denial(Reason.REQUESTS_PER_DAY, allowance.requestsPerDay(), untilTomorrow());
        }
        if (beyond(allowance.tokensPerDay(), dayTokens(), tokens)) {
            return new Denial(Reason.TOKENS_PER_DAY, allowance.tokensPerDay(), untilTomorrow());
        }
        if (beyond(
                allowance.costPerDay(), usage.day().cost() + heldCost + others.ofDay(today(), Share::dayCost), cost)) {
            return new Denial(Reason.BUDGET_PER_DAY, allowance.costPerDay(), untilTomorrow());
        }
        if (beyond(allowance.costPerMonth(), usage.monthCost() + heldCost + others.monthCost(today()), cost)) {
            return new Denial(Reason.BUDGET_PER_MONTH, allowance.costPerMonth(), untilNextMonth());
        }
        return null;
    }

    private long dayRequests() {
        return usage.day().requests() + underWay + others.ofDay(today(), Share::dayRequests);
    }

    private long dayTokens() {
        return usage.day().tokens() + heldTokens + others.ofDay(today(), Share::dayTokens);
    }

    private static boolean beyond(long limit, long taken, long more) {
        return limit > 0 && taken + Math.min(more, limit) > limit;
    }

    private @Nullable Denial ofMinute(long tokens, Ask ask) {
        long wait = minute.take(minute.reserve((double) tokens), ask, time.nanos());
        if (wait == 0) {
            return null;
        }
        return minute.lacking() == MinuteQuota.REQUESTS
                ? new Denial(Reason.REQUESTS_PER_MINUTE, allowance.requestsPerMinute(), wait)
                : new Denial(Reason.TOKENS_PER_MINUTE, allowance.tokensPerMinute(), wait);
    }

    private Standing.@Nullable Left left(int kind) {
        long most = minute.most(kind);
        return most == 0 ? null : new Standing.Left(most, minute.left(kind, time.nanos()), minute.resetNanos(kind));
    }

    private Standing.@Nullable Left ofDay(long limit, long taken) {
        return limit == 0 ? null : new Standing.Left(limit, Math.max(0, limit - taken), untilTomorrow());
    }

    private static Standing.@Nullable Left less(Standing.@Nullable Left one, Standing.@Nullable Left other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return other.remaining() < one.remaining() ? other : one;
    }

    private static long cost(Price price, long input, long output) {
        return price.input() * input + price.output() * output;
    }

    private long today() {
        return Math.floorDiv(time.millis(), DAY_MILLIS);
    }

    private long untilTomorrow() {
        return until(today() + 1);
    }

    private long untilNextMonth() {
        return until(
                LocalDate.ofEpochDay(today()).withDayOfMonth(1).plusMonths(1).toEpochDay());
    }

    private long until(long day) {
        return Math.max(1, day * DAY_MILLIS - time.millis()) * MILLI;
    }
}
