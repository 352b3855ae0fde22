package io.berth.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A few kills; {@code bench/crash} makes as many as one likes. */
class CrashCampaignTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(300)
    void nothingThatWasAcknowledgedIsLostWhenTheServerIsKilled() {
        CrashCampaign.Result result = new CrashCampaign(CrashCampaign::testServer, folder, 1).run(5);

        assertThat(result.complaints()).as(result.line()).isEmpty();
    }
}
