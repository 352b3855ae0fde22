package io.berth.console.access;

import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Sender;
import io.berth.edge.access.Attempts;
import io.berth.edge.access.Caller;
import io.berth.edge.access.JobTokens;
import io.berth.edge.access.Role;
import io.berth.edge.access.Scope;
import io.berth.edge.access.TaskStart;
import io.berth.edge.access.Tokens;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests in. Who comes over a Unix socket is whom the kernel names: the owner, or another user of this machine; others have a
 * token, or a browser with a session. Without tokens, only this machine is served, and only under a name of its own: a page of another
 * site that has its name resolve to this machine (DNS rebinding) still sends that name. A browser that acts for another site is
 * refused in any case.
 */
public final class Guard {
    /** Names the key of a session, see {@link Sessions}. */
    public static final String SESSION_KEY = "Berth-Session-Key";

    private static final String BEARER = "bearer ";
    private static final List<String> READING = List.of("GET", "HEAD", "OPTIONS");

    /** What proxies and those in front of them add: RFC 9110 §7.6.3, RFC 7239, and the names that are in use without one. */
    private static final List<String> PROXIES = List.of(
            "Via",
            "Forwarded",
            "X-Forwarded",
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "X-Forwarded-Port",
            "X-Forwarded-Prefix",
            "X-Forwarded-Proto",
            "X-Forwarded-Scheme",
            "X-Forwarded-Server",
            "X-Forwarded-Ssl",
            "X-Forwarded-By",
            "Forwarded-For",
            "X-Real-IP",
            "X-Client-IP",
            "Client-IP",
            "X-Cluster-Client-IP",
            "X-Original-Forwarded-For",
            "X-Original-Host",
            "X-ProxyUser-Ip",
            "X-Envoy-External-Address",
            "X-Azure-ClientIP",
            "CF-Connecting-IP",
            "CF-Connecting-IPv6",
            "True-Client-IP",
            "Fastly-Client-IP",
            "Fly-Client-IP",
            "CDN-Loop");

    private final @Nullable JobTokens jobTokens;
    private final Sessions sessions = new Sessions(System::nanoTime);
    private final Attempts attempts = new Attempts(System::nanoTime);
    private volatile @Nullable Tokens tokens;

    /** @param tokens null to serve this machine only */
    public Guard(@Nullable Tokens tokens) {
        this(tokens, null);
    }

    /**
     * @param tokens null to serve this machine only
     * @param jobTokens null where tasks have none
     */
    public Guard(@Nullable Tokens tokens, @Nullable JobTokens jobTokens) {
        this.tokens = tokens;
        this.jobTokens = jobTokens;
    }

    /** From now on {@code others} are taken; a guard without tokens stays one. */
    public void replace(Tokens others) {
        Tokens before = tokens;
        if (before == null) {
            throw new IllegalStateException("A console that serves this machine without tokens needs none.");
        }
        tokens = others;
        // Whom the kernel named has no token to lose.
        sessions.retain(caller ->
                caller.equals(Caller.OWNER) || caller.scope() instanceof Scope.User || others.keeps(caller, before));
    }

    /** True where nobody needs a token. */
    public boolean open() {
        return tokens == null;
    }

    /** The sessions of browsers. */
    public Sessions sessions() {
        return sessions;
    }

    /** The session for {@code code}; one that is not good, for whatever reason, is refused. */
    public Sessions.Begun begin(Request request, String code) {
        Sessions.Begun begun = sessions.begin(code);
        if (begun == null) {
            throw wrong(
                    request,
                    "the code is not good: each is good once and for a few minutes; berth console gives another",
                    "Bearer realm=\"berth\"");
        }
        return begun;
    }

    /** Who sent {@code request}; one that may not come in is refused. */
    public Caller admit(Request request) {
        checkPlace(request);
        checkOrigin(request);
        Tokens known = tokens;
        if (known == null) {
            return Caller.LOCAL;
        }
        Sender sender = request.sender();
        if (sender.owner()) {
            return Caller.OWNER;
        }
        String user = sender.user();
        if (user != null) {
            return user(user);
        }
        String authorization = request.header("Authorization");
        String cookie = SessionCookie.value(request);
        if (authorization.isEmpty() && !cookie.isEmpty()) {
            return ofSession(request, cookie);
        }
        if (authorization.isEmpty()) {
            throw unauthorized("a token is needed: Authorization: Bearer TOKEN", "Bearer realm=\"berth\"");
        }
        boolean bearer = authorization.toLowerCase(Locale.ROOT).startsWith(BEARER);
        String token = bearer ? authorization.substring(BEARER.length()).strip() : "";
        @Nullable TaskStart start = jobTokens == null ? null : jobTokens.start(token);
        if (start != null) {
            return Caller.task(start);
        }
        @Nullable Caller caller = bearer ? known.find(token) : null;
        if (caller == null) {
            throw wrong(request, "the token is not known", "Bearer realm=\"berth\", error=\"invalid_token\"");
        }
        return caller;
    }

    /** Processes of users that Berth keeps have the tokens of their tasks. */
    private static Caller user(String name) {
        if (name.chars().allMatch(Character::isDigit)) {
            throw forbidden("user " + name + " has no account on this machine");
        }
        return Caller.user(name);
    }

    private Caller ofSession(Request request, String cookie) {
        Caller caller = sessions.find(cookie);
        if (caller == null) {
            throw wrong(request, "the session has ended; berth console opens another", "Bearer realm=\"berth\"");
        }
        if (!READING.contains(request.method()) && !sessions.isKey(cookie, request.header(SESSION_KEY))) {
            throw forbidden(
                    "a change in a session needs its key, which the page keeps; berth console opens another session");
        }
        return caller;
    }

    /** Refuses what is not known, and what comes too often. */
    private RuntimeException wrong(Request request, String detail, String challenge) {
        Duration wait = attempts.wrong(request.sender().address());
        if (wait.isZero()) {
            return unauthorized(detail, challenge);
        }
        long seconds = wait.plusMillis(999).toSeconds();
        return Problem.of(
                        429,
                        "too-many-attempts",
                        "too many tokens and codes were wrong",
                        "too many tokens and codes that came from this address were wrong; try again in " + seconds
                                + " s")
                .with("Retry-After", Long.toString(seconds))
                .exception();
    }

    /** Refuses what no token could allow: requests from elsewhere where none are configured, and under another's name. */
    public void checkPlace(Request request) {
        if (tokens != null && !request.sender().local()) {
            return;
        }
        if (!request.sender().address().isLoopbackAddress()) {
            throw forbidden("without tokens only this machine is served");
        }
        for (String sign : PROXIES) {
            if (!request.head().all(sign).isEmpty()) {
                throw forbidden("without tokens nobody is served through a proxy, which stands for others, and " + sign
                        + " says that there is one");
            }
        }
        String host = request.header("Host");
        if (!host.isEmpty() && !isLoopbackName(name(host))) {
            throw forbidden("without tokens this machine is served only as localhost, not as the Host that is named");
        }
    }

    /** Refuses what {@code caller} is not allowed. */
    public static void require(Caller caller, Role role) {
        if (!caller.role().covers(role)) {
            throw forbidden("this needs the role " + role.text() + ", and " + caller.name() + " has the role "
                    + caller.role().text());
        }
    }

    /** Refuses a browser that acts for another site. */
    public void checkOrigin(Request request) {
        String origin = request.header("Origin");
        if (!origin.isEmpty() && !isOwn(origin, request)) {
            throw forbidden("requests from pages of other sites are not served");
        }
        String site = request.header("Sec-Fetch-Site");
        boolean other = site.equals("cross-site") || site.equals("same-site");
        // Somebody who follows a link sees the answer himself; the page that had the link does not.
        boolean link = request.method().equals("GET")
                && request.header("Sec-Fetch-Mode").equals("navigate")
                && request.header("Sec-Fetch-Dest").equals("document");
        if (other && !link) {
            throw forbidden("requests from pages of other sites are not served");
        }
    }

    private static boolean isOwn(String origin, Request request) {
        try {
            URI uri = new URI(origin);
            // Not the scheme: where a proxy takes the encryption off, the browser's is another.
            return request.header("Host").equalsIgnoreCase(uri.getRawAuthority());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** The host without its port. */
    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon > host.lastIndexOf(']');
        return (port ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }

    private static boolean isLoopbackName(String name) {
        if (name.equals("localhost") || name.endsWith(".localhost")) {
            return true;
        }
        // Only addresses written as such: no name is looked up.
        boolean literal = name.matches("[0-9.]+") || name.matches("\\[[0-9a-f:]+]");
        try {
            return literal
                    && InetAddress.ofLiteral(name.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static RuntimeException unauthorized(String detail, String challenge) {
        return Problem.of(401, "unauthorized", "a token is needed", detail)
                .with("WWW-Authenticate", challenge)
                .exception();
    }

    private static RuntimeException forbidden(String detail) {
        return Problem.of(403, "forbidden", "this is not allowed", detail).exception();
    }
}
