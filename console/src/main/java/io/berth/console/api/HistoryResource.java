package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Views;
import io.berth.console.history.Past;
import io.berth.console.http.message.Response;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /history}: from when to when the past is known, and when how much happened. */
final class HistoryResource {
    static final Parameter FROM = Parameter.instant("from", "Only events from this moment on: UTC, ISO 8601.");
    static final Parameter TO = Parameter.instant("to", "Only events up to this moment.");

    /** So long one call may go through the journal; the next goes on. */
    private static final long READ_NANOS = Nanos.SECOND;

    private final Views views;

    HistoryResource(Views views) {
        this.views = views;
    }

    Response get(Call call) {
        if (!views.kept()) {
            return Response.json(200, new Documented.History(false, true, null, null, null, 0, List.of()));
        }
        String from = call.text(FROM.name());
        String to = call.text(TO.name());
        Past.@Nullable Range range = views.past(call.caller(), past -> {
            past.catchUp(READ_NANOS);
            return past.range(
                    from.isEmpty() ? Long.MIN_VALUE : FROM.nanos(from), to.isEmpty() ? Nanos.NEVER : TO.nanos(to));
        });
        return Response.json(200, document(range));
    }

    private static Documented.History document(Past.@Nullable Range range) {
        if (range == null) {
            return new Documented.History(true, false, null, null, null, 0, List.of());
        }
        return new Documented.History(
                true,
                range.complete(),
                JobEntry.time(range.fromNanos()),
                JobEntry.time(range.toNanos()),
                JobEntry.time(range.beginNanos()),
                range.stepNanos() / 1e9,
                range.events());
    }
}
