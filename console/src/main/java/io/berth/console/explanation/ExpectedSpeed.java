package io.berth.console.explanation;

import io.berth.core.pace.SpeedOn;
import io.berth.core.workload.term.RunProfile;
import java.util.Locale;

/**
 * How fast a job is taken to be on devices of a model, where the strategy learns it.
 *
 * @param speed relative to what its run time is told for
 * @param from how that is known: {@code told}, {@code measured}, {@code alike}, {@code others}, {@code chip} or {@code nothing}
 * @param jobs of how many jobs
 * @param spread how much those differ, about their relative error
 * @param text in words
 */
public record ExpectedSpeed(String model, double speed, String from, long jobs, double spread, String text) {
    static ExpectedSpeed of(SpeedOn on) {
        return new ExpectedSpeed(
                on.model(),
                on.speed().millionths() / (double) RunProfile.TOLD,
                on.speed().from().name().toLowerCase(Locale.ROOT),
                on.speed().count(),
                on.speed().spread(),
                on.text());
    }
}
