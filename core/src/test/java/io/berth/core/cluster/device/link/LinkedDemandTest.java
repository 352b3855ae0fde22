package io.berth.core.cluster.device.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.form.DemandForm;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks whose devices must be linked as fast as they say. */
class LinkedDemandTest {
    private static final int NVLINK = 25_000;

    /** Two pairs at 50 GB/s, 10 between them. */
    private static final Links PAIRS = new Links(4, List.of(50_000, 10_000, 10_000, 10_000, 10_000, 50_000));

    private final NodeTable nodes = new NodeTable();

    private Demand demand(int devices, int megabytes) {
        DeviceDemand whole = new DeviceDemand.Whole(devices, 0, Acceptable.ANY_GPU, megabytes);
        return new Demand(Amounts.of(1, 1), whole);
    }

    private void join(DeviceSet... sets) {
        nodes.join(nodes.count(), new NodeSpec("n" + nodes.count(), Amounts.of(100, 100), 99, List.of(sets)));
    }

    @Test
    void it_fits_where_devices_that_are_linked_so_are_idle() {
        join(DeviceSet.gpus(4, "A", 0).withLinks(PAIRS));
        Shape pair = nodes.shape(0, demand(2, NVLINK));
        Shape one = nodes.shape(1, Demand.cpu(1, 1).withGpus(1));
        assertThat(nodes.emptySlots(pair, 0)).isEqualTo(2);
        nodes.take(one, 0, Grant.of(0b0001));
        assertThat(nodes.fits(pair, 0)).isTrue();
        assertThat(nodes.grants().firstIdle(pair, 0)).isEqualTo(Grant.of(0b1100));
        assertThat(nodes.row(0).slots(pair)).isEqualTo(1);
        assertThat(nodes.grants().fit(pair, 0, Grant.of(0b0110))).isFalse();
        assertThat(nodes.grants().fit(pair, 0, Grant.of(0b1100))).isTrue();

        nodes.take(one, 0, Grant.of(0b1000));
        assertThat(nodes.fits(pair, 0)).isFalse();
        assertThat(nodes.whyNot(pair, 0)).isEqualTo(Reason.LINKS);
        assertThat(nodes.grants().firstIdle(pair, 0)).isEqualTo(Grant.NONE);
        assertThat(nodes.row(0).slots(pair)).isZero();
        assertThat(nodes.fits(nodes.shape(2, demand(2, 10_000)), 0)).isTrue();

        nodes.take(one, 0, Grant.of(0b0010));
        assertThat(nodes.whyNot(pair, 0)).isEqualTo(Reason.WHOLE_GPUS);
    }

    @Test
    void nodes_without_such_links_never_do() {
        join(DeviceSet.gpus(4, "A", 0));
        join(DeviceSet.gpus(4, "A", 0).withLinks(PAIRS));
        join(DeviceSet.gpus(2, "B", 0), DeviceSet.gpus(4, "A", 0).withLinks(PAIRS));
        Shape three = nodes.shape(0, demand(3, NVLINK));
        Shape pair = nodes.shape(1, demand(2, NVLINK));
        assertThat(nodes.whyNot(pair, 0)).isEqualTo(Reason.SLOW_LINKS);
        assertThat(nodes.neverFits(three, 1)).isEqualTo(Reason.SLOW_LINKS);
        assertThat(nodes.emptySlots(three, 1)).isZero();
        assertThat(nodes.neverFits(pair, 1)).isNull();
        assertThat(nodes.grants().firstIdle(pair, 2)).isEqualTo(Grant.of(0b001100));
    }

    @Test
    void a_journal_has_it() {
        ByteSink sink = new ByteSink();
        DemandForm.CODEC.write(demand(4, NVLINK), sink);
        assertThat(DemandForm.CODEC.read(new ByteSource(sink.toByteArray()))).isEqualTo(demand(4, NVLINK));
    }
}
