package io.berth.kube.api;

import io.berth.spec.input.InputException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The token that a program gives. It is asked again beside all calls, a while before the token ends; where it fails, the token before
 * goes on, and the server says whether it still does.
 */
final class ExecToken implements Supplier<String> {
    /** Tokens of clouds end after a quarter of an hour, and their programs take seconds. */
    static final Duration BEFORE_END = Duration.ofMinutes(2);

    /** Where nobody says when a token ends. */
    static final Duration UNKNOWN = Duration.ofMinutes(10);

    /** A program that failed is asked again. */
    static final Duration AGAIN = Duration.ofSeconds(10);

    private final Supplier<ExecPlugin.Credential> program;
    private final InstantSource clock;
    private final Executor beside;
    private String token;
    private Instant due;
    private boolean asking;

    /** @throws InputException where the program gives none */
    ExecToken(ExecPlugin plugin) {
        this(
                plugin::run,
                InstantSource.system(),
                work -> Thread.ofPlatform().name("berth-kube-token").daemon().start(work));
    }

    /** @param beside runs what may take long */
    ExecToken(Supplier<ExecPlugin.Credential> program, InstantSource clock, Executor beside) {
        this.program = program;
        this.clock = clock;
        this.beside = beside;
        ExecPlugin.Credential first = program.get();
        token = first.token();
        due = due(first.ends());
    }

    @Override
    public String get() {
        synchronized (this) {
            if (asking || clock.instant().isBefore(due)) {
                return token;
            }
            asking = true;
        }
        beside.execute(this::renew);
        return token();
    }

    private synchronized String token() {
        return token;
    }

    private void renew() {
        ExecPlugin.@Nullable Credential next = null;
        try {
            next = program.get();
        } catch (InputException e) {
            // Asked again soon; calls that the server refuses meanwhile say so.
        }
        synchronized (this) {
            asking = false;
            if (next == null) {
                due = clock.instant().plus(AGAIN);
            } else {
                token = next.token();
                due = due(next.ends());
            }
        }
    }

    /** One that is short is asked for in its middle, not without end. */
    private Instant due(@Nullable Instant ends) {
        Instant now = clock.instant();
        if (ends == null) {
            return now.plus(UNKNOWN);
        }
        Duration left = Duration.between(now, ends);
        Duration wait = left.compareTo(BEFORE_END.multipliedBy(2)) < 0 ? left.dividedBy(2) : left.minus(BEFORE_END);
        return now.plus(wait.compareTo(AGAIN) < 0 ? AGAIN : wait);
    }
}
