package io.berth.gateway.http;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.precedence.Ties;
import io.berth.core.time.Nanos;
import io.berth.gateway.prompt.AnswerMeter;
import io.berth.gateway.prompt.BodyScan;
import io.berth.gateway.setting.Turns;
import io.berth.gateway.tenant.Ask;
import io.berth.gateway.tenant.Denial;
import io.berth.gateway.tenant.Grant;
import io.berth.gateway.tenant.Standing;
import io.berth.gateway.tenant.Tenant;
import io.berth.gateway.tenant.Tenants;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whose request it is, what that may take, and what the answer says of it. Keys and what is meant for the gateway alone are taken from the
 * headers as they are read, so that no server sees them. Of one event loop.
 */
public final class Visit {
    private static final String KEY_HEADER = "x-api-key";
    private static final String PRIORITY_HEADER = "x-berth-priority";
    /** Milliseconds after which the answer is of no more use. */
    private static final String DEADLINE_HEADER = "x-berth-deadline-ms";
    /** Official clients of OpenAI say how often they have tried. */
    private static final String RETRY_HEADER = "x-stainless-retry-count";

    private static final String BEARER = "Bearer ";
    /** Bytes of a prompt that are a token, about, as OpenAI says of English. */
    private static final int TOKEN_BYTES = 4;

    private static final long MILLI = 1_000_000;

    private final Tenants tenants;
    private final @Nullable Tenant tenant;
    private final @Nullable String credentials;
    private @Nullable WireError wrong;
    private final boolean fresh;
    private int priority;
    private final long patienceNanos;
    private final Ties ties;
    private @Nullable Grant grant;

    /** Of a request with {@code headers}, out of which is taken what no server is to see. */
    public Visit(Tenants tenants, Turns turns, HttpHeaders headers) {
        this.tenants = tenants;
        if (tenants.any()) {
            String key = key(headers);
            headers.remove(HttpHeaderNames.AUTHORIZATION).remove(KEY_HEADER);
            // What an answer took is read from it, so that it must not come packed.
            headers.remove(HttpHeaderNames.ACCEPT_ENCODING);
            tenant = tenants.of(key);
            credentials = null;
            wrong = tenant == null ? stranger(key) : null;
        } else {
            tenant = null;
            credentials = headers.get(HttpHeaderNames.AUTHORIZATION);
        }
        fresh = "0".equals(headers.get(RETRY_HEADER));
        priority = tenant == null ? 0 : tenant.priority();
        String asked = headers.get(PRIORITY_HEADER);
        if (asked != null) {
            headers.remove(PRIORITY_HEADER);
            prioritize(asked.strip());
        }
        patienceNanos = patience(headers.get(DEADLINE_HEADER));
        headers.remove(DEADLINE_HEADER);
        TieHeaders read = TieHeaders.read(headers, turns);
        ties = read.ties();
        wrong = wrong == null ? read.wrong() : wrong;
    }

    /** What binds it to others. */
    public Ties ties() {
        return ties;
    }

    /** Why it is not looked at further; null where it is. Asked once. */
    public @Nullable WireError wrong() {
        if (wrong != null && tenant == null && tenants.any()) {
            tenants.refusedStranger();
        }
        return wrong;
    }

    /** By what a server may be told who asks; null for nothing. */
    public @Nullable String credentials() {
        return credentials;
    }

    /** Which models are there for it; null where it may not ask for them. */
    @Nullable
    Predicate<String> sees() {
        if (wrong != null) {
            return null;
        }
        return tenant == null ? _ -> true : tenant::mayAsk;
    }

    /** Whether it matters what the model is called. */
    public boolean needsModel() {
        return tenant != null;
    }

    /** {@code scan}, which reads as much as must be known here. */
    public BodyScan reads(BodyScan scan) {
        if (tenant != null && tenant.limitedToModels()) {
            scan.goOnToEnd();
        }
        return scan;
    }

    /** Whether its client says that it has not tried before. */
    public boolean fresh() {
        return fresh;
    }

    /** By which the desk knows its tenant. */
    public int tenant() {
        return tenant == null ? 0 : tenant.number();
    }

    /** Who asks, and how urgently. */
    public Arrivals.Asking asking(long nowNanos) {
        return new Arrivals.Asking(tenant(), priority, Nanos.after(nowNanos, patienceNanos));
    }

    private long patience(@Nullable String asked) {
        if (asked == null) {
            return Nanos.NEVER;
        }
        if (!asked.strip().matches("[1-9]\\d{0,9}")) {
            wrong = wrong == null
                    ? Heads.malformed("a header " + DEADLINE_HEADER + " that is no number of milliseconds")
                    : wrong;
            return Nanos.NEVER;
        }
        return Long.parseLong(asked.strip()) * Nanos.MILLISECOND;
    }

    /**
     * Takes what it is expected to need; why it may not go on, null where it may.
     *
     * @param read what its body says; null where nobody looked
     * @param whole whether all of the body has come
     * @param outputTokens that its answer is expected to have
     */
    public @Nullable WireError enter(@Nullable BodyScan read, boolean whole, Prompt prompt, long outputTokens) {
        if (tenant == null) {
            return null;
        }
        String model = read == null ? null : read.model();
        Ask ask = new Ask(
                model == null ? "" : model,
                (prompt.bytes() + TOKEN_BYTES - 1) / TOKEN_BYTES,
                read == null ? 0 : outputTokens,
                print(prompt, read == null ? 0 : read.mostTokens()),
                fresh);
        // Where a part of the body is not known, or may be read in another way, so may be the model.
        boolean sure = read == null || !read.disguised() && (whole || read.done());
        boolean may = tenant.mayAsk(ask.model()) && (sure || !tenant.limitedToModels());
        Grant entered = may ? tenant.admit(ask) : tenant.noModel(ask);
        grant = entered;
        Denial denial = entered.denial();
        return denial == null ? null : error(denial, tenant, sure ? model : null);
    }

    /** It was answered; {@code meter} knows how long, null where the answer was an error. */
    public void answered(@Nullable AnswerMeter meter) {
        if (grant == null) {
            return;
        }
        if (meter == null) {
            grant.took(0, 0);
            return;
        }
        long prompt = meter.promptTokens();
        grant.took(prompt > 0 ? prompt : grant.ask().promptTokens(), meter.tokens());
    }

    /**
     * It ended before its answer did.
     *
     * @param meter of what there was of the answer; null for nothing
     * @param atServer whether a server had begun with it, and its client left
     */
    public void left(@Nullable AnswerMeter meter, boolean atServer) {
        if (grant == null) {
            return;
        }
        if (meter != null) {
            answered(meter);
        } else if (atServer) {
            // What it was expected to take: nobody knows how much of it was done.
            grant.took(grant.ask().promptTokens(), grant.ask().outputTokens());
        } else {
            grant.back();
        }
    }

    /** Says in the headers of an answer what is left. */
    public void mark(HttpHeaders headers) {
        if (tenant == null) {
            return;
        }
        Standing standing = tenant.standing();
        mark(headers, standing.requests(), "requests");
        mark(headers, standing.tokens(), "tokens");
        Denial denial = grant == null ? null : grant.denial();
        if (denial == null) {
            return;
        }
        if (denial.retryNanos() > 0) {
            headers.set("retry-after-ms", Long.toString((denial.retryNanos() + MILLI - 1) / MILLI));
        }
        if (denial.retryNanos() > Nanos.MINUTE) {
            // Official clients do not wait for longer, but would try again within seconds.
            headers.set("x-should-retry", "false");
        }
    }

    private static void mark(HttpHeaders headers, Standing.@Nullable Left left, String kind) {
        if (left != null) {
            headers.set("x-ratelimit-limit-" + kind, Long.toString(left.limit()));
            headers.set("x-ratelimit-remaining-" + kind, Long.toString(left.remaining()));
            headers.set("x-ratelimit-reset-" + kind, GoDuration.of(left.resetNanos()));
        }
    }

    private static @Nullable String key(HttpHeaders headers) {
        String authorization = headers.get(HttpHeaderNames.AUTHORIZATION);
        if (authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return authorization.substring(BEARER.length()).strip();
        }
        String key = headers.get(KEY_HEADER);
        // Another way to say who one is is none that is known here, but not nothing.
        return key != null ? key.strip() : authorization == null ? null : "";
    }

    private static WireError stranger(@Nullable String key) {
        return WireError.invalid(
                HttpResponseStatus.UNAUTHORIZED,
                "invalid_api_key",
                key == null
                        ? "You didn't provide an API key: send it as \"Authorization: Bearer KEY\" or \"x-api-key: KEY\"."
                        : "Incorrect API key provided.");
    }

    /** A client may let others of its tenant go first, not itself before others. */
    private void prioritize(String asked) {
        try {
            int wish = Integer.parseInt(asked);
            // Where there are no tenants, nobody has one that may not be passed.
            priority = tenants.any() ? Math.min(priority, wish) : wish;
        } catch (NumberFormatException e) {
            wrong = wrong != null
                    ? wrong
                    : WireError.invalid(
                            HttpResponseStatus.BAD_REQUEST,
                            "invalid_value",
                            PRIORITY_HEADER + " must be a whole number");
        }
    }

    private static WireError error(Denial denial, Tenant tenant, @Nullable String model) {
        String who = "Tenant " + tenant.name();
        if (denial.reason() == Denial.Reason.MODEL) {
            return WireError.invalid(
                    HttpResponseStatus.FORBIDDEN,
                    "model_not_found",
                    model == null
                            ? who + " may use some models only, and it cannot be told which this request is for"
                            : who + " does not have access to model `" + model + "`");
        }
        String again = "Please try again in " + GoDuration.of(denial.retryNanos()) + ".";
        if (denial.reason().budget()) {
            return new WireError(
                    HttpResponseStatus.TOO_MANY_REQUESTS,
                    "insufficient_quota",
                    "insufficient_quota",
                    who + " has spent its budget of " + denial.reason().words() + ". " + again,
                    denial.retryNanos());
        }
        boolean tokens =
                denial.reason() == Denial.Reason.TOKENS_PER_MINUTE || denial.reason() == Denial.Reason.TOKENS_PER_DAY;
        return new WireError(
                HttpResponseStatus.TOO_MANY_REQUESTS,
                tokens ? "tokens" : "requests",
                "rate_limit_exceeded",
                "Rate limit reached for tenant " + tenant.name() + " on "
                        + denial.reason().words() + ": Limit " + denial.limit() + ". " + again,
                denial.retryNanos());
    }

    private static long print(Prompt prompt, long mostTokens) {
        long last = prompt.blocks() == 0 ? 0 : prompt.hash(prompt.blocks() - 1);
        return (last * 31 + prompt.bytes()) * 31 + mostTokens;
    }
}
