package io.berth.sim.table.rlscheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.strategy.PolicySpec;
import io.berth.sim.PublishedData;
import io.berth.sim.table.CatalogOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The orders whose waiting time is the time waited, in RLScheduler's experiment; the program with that one repair gives these
 * figures. Where the logs are at hand.
 */
class RlSchedulerDataTest {
    @ParameterizedTest
    @CsvSource({
        "lublin_256.swf.gz, wfp3, 337.34, 126.50",
        "lublin_256.swf.gz, unicep, 381.71, 103.10",
        "HPC2N-2002-2.2-cln.swf.gz, wfp3, 213.14, 143.36",
        "HPC2N-2002-2.2-cln.swf.gz, unicep, 113.86, 82.45",
    })
    void orders_by_the_time_really_waited_do_better(String log, String order, double plain, double backfilled) {
        RlSchedulerLog jobs = RlSchedulerLog.read(PublishedData.needed("swf/" + log));

        assertThat(jobs.meanBoundedSlowdown(CatalogOrder.of(PolicySpec.of(order)), false))
                .isCloseTo(plain, within(0.0051));
        assertThat(jobs.meanBoundedSlowdown(CatalogOrder.of(PolicySpec.of(order)), true))
                .isCloseTo(backfilled, within(0.0051));
    }
}
