package io.berth.spec.service;

import io.berth.spec.scenario.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * A scenario of jobs, and what is served beside them.
 *
 * @param service null where there are jobs alone
 */
public record ServedScenario(Scenario jobs, @Nullable ServedSpec service) {
    /** The same with other {@code jobs}, whose seeds its requests have too. */
    public ServedScenario with(Scenario otherJobs) {
        return new ServedScenario(
                otherJobs,
                service == null
                        ? null
                        : new ServedSpec(
                                service.requests().withSeeds(otherJobs.seeds()),
                                service.first(),
                                service.scale(),
                                service.replica()));
    }
}
