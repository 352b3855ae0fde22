package io.berth.sim.table.rlscheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.core.strategy.PolicySpec;
import io.berth.sim.table.CatalogOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The orders whose waiting time is the time waited, in RLScheduler's experiment; the program with that one repair gives these
 * figures. Where the logs are at hand: -Dberth.data, BERTH_DATA, or ../shared/data beside the repository.
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
        Path file = dataFolder().resolve("swf").resolve(log);
        assumeTrue(Files.isRegularFile(file), "no log " + file + ": set -Dberth.data or BERTH_DATA");
        RlSchedulerLog jobs = RlSchedulerLog.read(file);

        assertThat(jobs.meanBoundedSlowdown(CatalogOrder.of(PolicySpec.of(order)), false))
                .isCloseTo(plain, within(0.0051));
        assertThat(jobs.meanBoundedSlowdown(CatalogOrder.of(PolicySpec.of(order)), true))
                .isCloseTo(backfilled, within(0.0051));
    }

    private static Path dataFolder() {
        String property = System.getProperty("berth.data");
        String environment = System.getenv("BERTH_DATA");
        if (property != null) {
            return Path.of(property);
        }
        return environment != null
                ? Path.of(environment)
                : repository().resolveSibling("shared").resolve("data");
    }

    /** The folder above the module in which tests run. */
    private static Path repository() {
        Path folder = Path.of("").toAbsolutePath();
        return Files.exists(folder.resolve("../pom.xml")) ? folder.getParent() : folder;
    }
}
