package io.berth.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.strategy.DemandCount;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import io.berth.sim.workload.Generator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoStreamTest {
    private static final List<NodeSpec> NODES = DemoCluster.nodes();

    @Test
    void theClusterHas32NodesOfEightGpusOfTwoModels() {
        assertThat(NODES).hasSize(32).allMatch(node -> node.gpus() == 8);
        assertThat(NODES.stream().map(NodeSpec::gpuModel).distinct()).containsExactly("H100", "A100");
    }

    @Test
    void theStreamsAskForMostOfTheClusterByAThousandJobsAnHour() {
        double perHour = 0;
        double gpus = 0;
        for (DemoStream stream : DemoStream.values()) {
            Generator generator = stream.generator(42, NODES);
            double rate = Nanos.HOUR / generator.meanInterarrivalNanos();
            perHour += rate;
            gpus += rate * generator.meanGpuSeconds() / 3600;
        }

        assertThat(perHour).isBetween(900.0, 1100.0);
        assertThat(gpus / 256).isBetween(0.85, 0.95);
    }

    @Test
    void allThreeKindsOfJobsOfAllThreeTenantsCome() {
        for (DemoStream stream : DemoStream.values()) {
            List<Event.JobSubmitted> jobs = take(stream.feed(1, NODES, 0), 300);

            assertThat(jobs.stream().map(job -> job.spec().queue()).distinct())
                    .containsExactlyInAnyOrderElementsOf(DemoStream.TENANTS);
            assertThat(jobs.stream().map(job -> job.spec().kind()).distinct()).containsExactly(kind(stream));
        }
    }

    @Test
    void aStreamGoesOnWithTheJobAfterTheLastThatCame() {
        for (DemoStream stream : DemoStream.values()) {
            List<Event.JobSubmitted> whole = take(stream.feed(7, NODES, 0), 50);
            List<Event.JobSubmitted> rest = take(stream.feed(7, NODES, 20), 30);

            assertThat(rest).isEqualTo(whole.subList(20, 50));
            assertThat(whole.getFirst().sequence()).isEqualTo(1);
            assertThat(stream.feed(7, NODES, 1).nextNanos())
                    .isGreaterThan(stream.feed(7, NODES, 0).nextNanos());
        }
    }

    @Test
    void theExpectedMixCountsEachDemandOnce() {
        List<DemandCount> mix = DemoStream.mix(42, NODES);

        assertThat(mix).hasSizeBetween(10, 100);
        assertThat(mix.stream().map(DemandCount::demand).distinct()).hasSize(mix.size());
        assertThat(mix).isSortedAccordingTo((a, b) -> Long.compare(b.count(), a.count()));
    }

    private static JobKind kind(DemoStream stream) {
        return switch (stream) {
            case TRAINING -> JobKind.BATCH;
            case SERVICE -> JobKind.SERVICE;
            case NOTEBOOK -> JobKind.INTERACTIVE;
        };
    }

    private static List<Event.JobSubmitted> take(StreamFeed feed, int count) {
        List<Event.JobSubmitted> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add((Event.JobSubmitted) feed.next());
        }
        return jobs;
    }
}
