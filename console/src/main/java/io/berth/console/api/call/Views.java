package io.berth.console.api.call;

import io.berth.console.history.Moment;
import io.berth.console.history.Past;
import io.berth.console.http.message.Problem;
import io.berth.console.view.LiveView;
import io.berth.edge.access.Caller;
import io.berth.live.journal.file.JournalException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a call looks at: the present, or where it names a moment, what was then.
 *
 * @param live what now is
 * @param past null where no journal is kept
 * @param lane the thread that reads it, for this alone
 */
public record Views(LiveView live, @Nullable Past past, SlowLane lane) {
    public static final Parameter AT = Parameter.instant(
            "at",
            "Shows what lived at this moment: UTC, ISO 8601. What was before the earliest that is known is shown as that. Needs a journal.");

    /** True where the past is known. */
    public boolean kept() {
        return past != null;
    }

    /** What {@code call} looks at. */
    public LiveView of(Call call) {
        Moment moment = moment(call);
        return moment == null ? live : moment.view();
    }

    /** The moment that {@code call} names; null for the present. */
    @Nullable
    public Moment moment(Call call) {
        String at = call.text(AT.name());
        return at.isEmpty() ? null : past(call.caller(), known -> known.at(live.moment(AT.nanos(at))));
    }

    /** What {@code question} of {@code caller} comes to; refused where no journal is kept, or too many ask. */
    public <T extends @Nullable Object> T past(Caller caller, Function<Past, T> question) {
        Past known = known();
        return readable(() -> lane.run(caller, () -> question.apply(known)));
    }

    /** What {@code question} of this program itself comes to. */
    public <T extends @Nullable Object> T past(Function<Past, T> question) {
        Past known = known();
        return readable(() -> lane.run(() -> question.apply(known)));
    }

    private Past known() {
        Past known = past;
        if (known == null) {
            throw Problem.of(
                            409,
                            "conflict",
                            "the state does not allow it",
                            "this system keeps no journal, so nothing is known of its past")
                    .exception();
        }
        return known;
    }

    private static <T extends @Nullable Object> T readable(Supplier<T> answer) {
        try {
            return answer.get();
        } catch (JournalException | UncheckedIOException e) {
            throw Problem.of(503, "unavailable", "the system cannot serve now", String.valueOf(e.getMessage()))
                    .exception();
        }
    }
}
