package io.berth.console.api;

import io.berth.console.access.Guard;
import io.berth.console.access.SessionCookie;
import io.berth.console.access.Sessions;
import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documents;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.edge.access.Caller;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.net.URI;

/** Codes, the sessions of browsers that they are handed in for, and who somebody is. */
final class SessionResource {
    static final Section CODE = Section.of(
            "session",
            "A code to be handed in.",
            Key.of("code", Shape.of(ValueType.TEXT), "As it was given.").mandatory());

    private static final int MOST_BYTES = 1_024;

    private final Guard guard;
    private final boolean tls;
    private volatile String uri = "";

    /** @param tls true where the console's own port is encrypted */
    SessionResource(Guard guard, boolean tls) {
        this.guard = guard;
        this.tls = tls;
    }

    /**
     * A code.
     *
     * @param url where the console is; empty while it begins
     * @param page the end of the address that hands it in; no browser sends it anywhere by itself
     * @param seconds for how long it is good
     */
    record GivenCode(String code, String url, String page, long seconds) {}

    /**
     * Who somebody is.
     *
     * @param name of its token
     * @param role what it may do
     * @param tenant the queue that is its own; empty for all
     */
    record Who(String name, String role, String tenant) {
        static Who of(Caller caller) {
            return new Who(caller.name(), caller.role().text(), caller.tenant());
        }
    }

    /**
     * A session that has begun.
     *
     * @param key what requests that change something say in the header Berth-Session-Key, beside the cookie
     */
    record BegunSession(Who who, String key) {}

    void at(URI address) {
        uri = address.toString();
    }

    /** {@code POST /codes}. */
    Response code(Call call) {
        Documents.none(call.request());
        String code = guard.sessions().code(call.caller());
        return Response.json(201, new GivenCode(code, uri, "#/code/" + code, Sessions.CODE_GOOD.toSeconds()));
    }

    /** {@code POST /sessions}. */
    Response begin(Call call) {
        guard.checkOrigin(call.request());
        try {
            Fields fields = CODE.read(Documents.read(call.request(), MOST_BYTES));
            Sessions.Begun begun = guard.begin(call.request(), fields.text("code"));
            return Response.json(201, new BegunSession(Who.of(begun.caller()), begun.key()))
                    .with("Set-Cookie", SessionCookie.keep(call.request(), begun.cookie(), tls));
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
    }

    /** {@code GET /session}. */
    Response who(Call call) {
        return Response.json(200, Who.of(call.caller()));
    }

    /** {@code DELETE /session}. */
    Response end(Call call) {
        Documents.none(call.request());
        guard.sessions().end(SessionCookie.value(call.request()));
        return Response.empty(204).with("Set-Cookie", SessionCookie.forget(call.request(), tls));
    }
}
