package io.berth.gateway.page;

import io.berth.gateway.setting.ConsolePage;
import io.berth.gateway.tenant.ApiKeys;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who may look. With keys, who has one, in a header of its own: those that clients send are theirs to be counted by. Without, who asks
 * under a name of this machine and not through a proxy that says so; the gateway then listens to this machine alone. A page of
 * another site, which a browser may have been led to under such a name, is told nothing either way.
 */
final class Access {
    /** Has the key. */
    static final String KEY = "x-berth-console-key";

    private static final List<String> FORWARDED = List.of("forwarded", "x-forwarded-for", "via");
    private static final String OWN = "same-origin";

    private final ConsolePage page;

    Access(ConsolePage page) {
        this.page = page;
    }

    /** What is wrong with it. */
    record Denied(HttpResponseStatus status, String code, String message) {}

    /** Null for nothing. */
    @Nullable
    Denied denied(HttpHeaders headers) {
        String site = headers.get("sec-fetch-site");
        if (site != null && !site.equals(OWN) && !site.equals("none")) {
            return new Denied(HttpResponseStatus.FORBIDDEN, "other_site", "pages of other sites are told nothing");
        }
        if (!page.keys().isEmpty()) {
            return ApiKeys.isOne(headers.get(KEY), page.keys())
                    ? null
                    : new Denied(
                            HttpResponseStatus.UNAUTHORIZED,
                            "invalid_console_key",
                            "this needs a key of console: keys, in the header " + KEY);
        }
        for (String forwarded : FORWARDED) {
            if (headers.contains(forwarded)) {
                return elsewhere("it comes through a proxy");
            }
        }
        return ofThisMachine(headers.get(HttpHeaderNames.HOST))
                ? null
                : elsewhere("its Host is no name of this machine");
    }

    private static Denied elsewhere(String why) {
        return new Denied(
                HttpResponseStatus.FORBIDDEN,
                "not_this_machine",
                "without console: keys only who is on this machine may look, and " + why);
    }

    private static boolean ofThisMachine(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
    }
}
