package io.berth.gateway.http;

import io.berth.core.dispatch.precedence.Ties;
import io.berth.gateway.setting.Turns;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a request say of those that it is bound to.
 *
 * @param wrong why that cannot be; null where it can
 */
record TieHeaders(Ties ties, @Nullable WireError wrong) {
    private static final String ID = "x-request-id";
    private static final String AFTER = "x-berth-after";
    private static final int LONGEST = 256;
    private static final int MOST = 64;

    /** Reads them; what is meant for the gateway alone is taken out. */
    static TieHeaders read(HttpHeaders headers, Turns turns) {
        boolean asks = headers.contains(AFTER);
        if (turns.header().isEmpty() && !turns.after()) {
            return asks ? bad("this gateway lets no request wait for others: its file has no \"after\"") : none();
        }
        String session =
                turns.header().isEmpty() ? "" : headers.get(turns.header(), "").strip();
        String id = turns.after() ? headers.get(ID, "").strip() : "";
        List<String> after = new ArrayList<>();
        for (String line : headers.getAll(AFTER)) {
            for (String name : line.split(",")) {
                after.add(name.strip());
            }
        }
        headers.remove(AFTER);
        if (asks && !turns.after()) {
            return bad("this gateway lets no request wait for others: its file has no \"after\"");
        }
        if (after.size() > MOST || after.contains("")) {
            return bad(AFTER + " must name 1 to " + MOST + " requests by their " + ID + ", with commas between them");
        }
        if (tooLong(session) || tooLong(id) || after.stream().anyMatch(TieHeaders::tooLong)) {
            return bad("names of requests and sessions are at most " + LONGEST + " characters long");
        }
        boolean any = !session.isEmpty() || !id.isEmpty() || !after.isEmpty();
        return any ? new TieHeaders(new Ties(session, id, after), null) : none();
    }

    private static boolean tooLong(String name) {
        return name.length() > LONGEST;
    }

    private static TieHeaders none() {
        return new TieHeaders(Ties.NONE, null);
    }

    private static TieHeaders bad(String message) {
        return new TieHeaders(Ties.NONE, WireError.invalid(HttpResponseStatus.BAD_REQUEST, "invalid_value", message));
    }
}
