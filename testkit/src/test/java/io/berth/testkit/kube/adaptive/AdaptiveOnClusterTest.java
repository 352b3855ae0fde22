package io.berth.testkit.kube.adaptive;

import static io.berth.testkit.kube.Cluster.until;
import static io.berth.testkit.kube.Draft.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.kube.BerthKube;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pods of a cluster under a strategy that is chosen again and again. */
@OnCluster
class AdaptiveOnClusterTest {
    private static final String STRATEGY = "/api/v1/strategy";

    @Test
    void itIsLookedAgainAndAgainAndWhatTheJournalHadIsNoneOfThem(Cluster cluster, @TempDir Path folder)
            throws IOException {
        cluster.add(node("n1"));
        Path journal = folder.resolve("journal");
        cluster.berth("--strategy", "priority-packing", "--journal", journal.toString())
                .close();
        Path settings =
                Files.writeString(folder.resolve("kube.yaml"), "adaptive: {portfolio: [fgd-greedy, srtf], every: 1s}");
        BerthKube berth = cluster.berth("--config", settings.toString(), "--journal", journal.toString());
        assertThat(berth.page(STRATEGY)).contains("\"fgd-greedy\"");

        cluster.add(Cluster.pod("first"));
        cluster.awaitBound("first");
        until(
                "it is looked, and nothing is known yet",
                () -> berth.page("/metrics").contains("berth_adaptive_looks_total{verdict=\"unknown\"}"));
    }
}
