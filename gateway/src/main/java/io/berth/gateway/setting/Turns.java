package io.berth.gateway.setting;

import io.berth.core.dispatch.precedence.PrecedenceSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.schema.Fields;
import java.util.Locale;

/**
 * What requests may wait for.
 *
 * @param header in which clients say of which session a request is, in small letters; empty for none
 * @param after whether they may name others that it comes after
 * @param spec how long, and how much is known of others
 */
public record Turns(String header, boolean after, PrecedenceSpec spec) {
    static Turns read(Fields file, Fields limits) {
        Fields sessions = file.section("sessions");
        Fields after = file.section("after");
        String header = file.has("sessions") ? sessions.text("header").toLowerCase(Locale.ROOT) : "";
        if (file.has("sessions") && !header.matches("[!#$%&'*+.^_`|~0-9a-z-]{1,100}")) {
            throw InputException.at(sessions.value("header"), "must be the name of a header, such as x-session-id");
        }
        return new Turns(
                header,
                file.has("after"),
                new PrecedenceSpec(
                        sessions.flag("ordered"),
                        limits.integer("turn_waiting"),
                        after.integer("results"),
                        GatewaySettings.positive(after, "keep"),
                        after.nanos("come_within"),
                        GatewaySettings.positive(limits, "turn_wait")));
    }
}
