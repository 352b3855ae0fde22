package io.berth.console.access;

import io.berth.edge.access.Caller;
import io.berth.edge.access.Tokens;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lets browsers in. Who may come in already asks for a code, which is good once and for {@link #CODE_GOOD}; the page hands it in for
 * a session, which may do what they may who asked for the code. Only digests are kept, in memory: a restart ends sessions.
 *
 * <p>A session is two secrets. The cookie is seen by no script, but browsers send it to every port of a machine, also to those of
 * other users of it; so changes need the key as well, which the page keeps and sends to its own port alone.
 */
public final class Sessions {
    /** As long as it takes to get from a terminal to a browser, also to one on another machine. */
    public static final Duration CODE_GOOD = Duration.ofMinutes(5);

    /** A working day; whoever looks at the page meanwhile stays in. */
    static final Duration UNUSED = Duration.ofHours(12);

    /** Whatever is done with it. */
    static final Duration LONGEST = Duration.ofDays(7);

    /** More make the oldest worthless of whoever has the most: nobody drives out others. */
    static final int MOST_CODES = 100;

    static final int MOST_SESSIONS = 1_000;

    /** 192 bits cannot be guessed, however often somebody may try. */
    private static final int SECRET_BYTES = 24;

    private final LongSupplier nanoTime;
    private final SecureRandom random = new SecureRandom();

    /** Oldest first. */
    private final List<Code> codes = new ArrayList<>();

    /** Oldest first. */
    private final List<Session> sessions = new ArrayList<>();

    private record Code(byte[] digest, Caller caller, long madeNanos) {}

    private static final class Session {
        private final byte[] cookie;
        private final byte[] key;
        private final Caller caller;
        private final long madeNanos;
        private long usedNanos;

        private Session(byte[] cookie, byte[] key, Caller caller, long madeNanos) {
            this.cookie = cookie;
            this.key = key;
            this.caller = caller;
            this.madeNanos = madeNanos;
            this.usedNanos = madeNanos;
        }
    }

    /**
     * A session that begins.
     *
     * @param cookie the secret that only the browser sees
     * @param key the secret that the page keeps
     * @param caller who it is
     */
    public record Begun(String cookie, String key, Caller caller) {}

    /** @param nanoTime a clock of which only differences mean something */
    public Sessions(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A new code for {@code caller}. */
    public synchronized String code(Caller caller) {
        forgetOld();
        String code = secret();
        codes.add(new Code(Tokens.sha256(code), caller, nanoTime.getAsLong()));
        bound(codes, Code::caller, MOST_CODES);
        return code;
    }

    /** The session for {@code code}, which is worth nothing from now on; null where it was handed in before, is old, or was none. */
    public synchronized @Nullable Begun begin(String code) {
        forgetOld();
        byte[] digest = Tokens.sha256(code);
        Code found = null;
        for (Code known : codes) {
            // All are looked at, so that the time tells nothing.
            found = MessageDigest.isEqual(known.digest, digest) ? known : found;
        }
        if (found == null) {
            return null;
        }
        codes.remove(found);
        String cookie = secret();
        String key = secret();
        sessions.add(new Session(Tokens.sha256(cookie), Tokens.sha256(key), found.caller, nanoTime.getAsLong()));
        bound(sessions, session -> session.caller, MOST_SESSIONS);
        return new Begun(cookie, key, found.caller);
    }

    /** Whose session {@code cookie} is; null where it is none, or has ended. */
    synchronized @Nullable Caller find(String cookie) {
        forgetOld();
        Session session = session(cookie);
        if (session == null) {
            return null;
        }
        session.usedNanos = nanoTime.getAsLong();
        return session.caller;
    }

    /** True where {@code key} is that of the session of {@code cookie}. */
    synchronized boolean isKey(String cookie, String key) {
        Session session = session(cookie);
        return session != null && MessageDigest.isEqual(session.key, Tokens.sha256(key));
    }

    /** Ends the session of {@code cookie}, if it is one. */
    public synchronized void end(String cookie) {
        Session session = session(cookie);
        if (session != null) {
            sessions.remove(session);
        }
    }

    /** Ends what {@code stays} does not want: those whose tokens are taken no more. */
    synchronized void retain(Predicate<Caller> stays) {
        codes.removeIf(code -> !stays.test(code.caller));
        sessions.removeIf(session -> !stays.test(session.caller));
    }

    /** Takes away the first of whoever has the most of {@code all}, where there are more than {@code most}. */
    private static <T> void bound(List<T> all, Function<T, Caller> of, int most) {
        if (all.size() <= most) {
            return;
        }
        Map<String, Integer> counts = new HashMap<>();
        all.forEach(one -> counts.merge(of.apply(one).name(), 1, Integer::sum));
        int highest = Collections.max(counts.values());
        all.remove(all.stream()
                .filter(one -> Objects.equals(counts.get(of.apply(one).name()), highest))
                .findFirst()
                .orElseThrow());
    }

    private @Nullable Session session(String cookie) {
        byte[] digest = Tokens.sha256(cookie);
        Session found = null;
        for (Session known : sessions) {
            found = MessageDigest.isEqual(known.cookie, digest) ? known : found;
        }
        return found;
    }

    private void forgetOld() {
        long now = nanoTime.getAsLong();
        codes.removeIf(code -> now - code.madeNanos >= CODE_GOOD.toNanos());
        sessions.removeIf(
                session -> now - session.usedNanos >= UNUSED.toNanos() || now - session.madeNanos >= LONGEST.toNanos());
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
