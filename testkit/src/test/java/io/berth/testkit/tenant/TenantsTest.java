package io.berth.testkit.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@code bench/tenants}. */
@EnabledOnOs(OS.LINUX)
@Order(2)
@Timeout(240)
class TenantsTest {
    @TempDir
    Path folder;

    @Test
    void nobodyReachesWhatIsAnothers() throws IOException {
        assumeTrue(Files.getAttribute(folder, "unix:uid").equals(0), "only root can be several users");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv is not there");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        TenantCampaign campaign = new TenantCampaign(folder.resolve("all"), 1, UpProcess.ofClassPath());
        try {
            TenantReport report = campaign.run(12);

            assertThat(report.complaints).isEmpty();
            assertThat(report.spies).isPositive();
            assertThat(report.foreign).isPositive();
        } finally {
            campaign.endWhatIsLeft();
        }
    }
}
