package io.berth.sim.fleet;

import io.berth.core.dispatch.predict.LengthForecast;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import java.util.ArrayList;
import java.util.List;

/** What is expected of requests: the length of an answer that nobody knows is forecast, as at a gateway, from those before that ended. */
final class Expectations {
    private static final double FIRST_GUESS = 128;

    private final boolean known;
    private final LengthForecast forecast = new LengthForecast(FIRST_GUESS);

    /** @param known whether lengths are told */
    Expectations(boolean known) {
        this.known = known;
    }

    /** {@code arrival} as those who spread requests see it. */
    RequestArrival of(RequestArrival arrival) {
        if (known || arrival.stages().stream().allMatch(stage -> stage.tokens() == null)) {
            return arrival;
        }
        List<Stage> expected = new ArrayList<>();
        for (Stage stage : arrival.stages()) {
            Tokens tokens = stage.tokens();
            expected.add(tokens == null ? stage : stage.expecting(expected(tokens, stage.model(), arrival.tenant())));
        }
        return arrival.with(expected);
    }

    private long expected(Tokens tokens, int model, int tenant) {
        return tokens.workNanos(forecast.expect(tokens.asked(model, tenant)).mean());
    }

    /** An answer ended. */
    void answered(Tokens tokens, int model, int tenant) {
        if (!known) {
            forecast.answered(tokens.asked(model, tenant), (double) tokens.answer());
        }
    }
}
