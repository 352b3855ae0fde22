package io.berth.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Reason;
import io.berth.core.time.Chance;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes with GPUs that MIG cuts, with instances that are there, and with whole ones beside them. */
class MigNodesTest {
    private static final long GIB = 1L << 30;
    private static final Demand TASK = Demand.cpu(1000, GIB);
    private static final List<MigProfile> PROFILES = List.of(
            new MigProfile("1g.23gb", 1, 1, 23 * GIB, List.of(0, 1, 2, 3, 4, 5, 6)),
            new MigProfile("1g.45gb", 1, 2, 45 * GIB, List.of(0, 2, 4, 6)),
            new MigProfile("3g.95gb", 3, 4, 95 * GIB, List.of(0, 4)),
            new MigProfile("4g.95gb", 4, 4, 95 * GIB, List.of(0)),
            new MigProfile("7g.189gb", 7, 8, 189 * GIB, List.of(0)));
    private static final DeviceSet CUT = DeviceSet.gpus(2, "GB200", 189 * GIB).withMig(new Mig.Cut(PROFILES));
    private static final DeviceSet INSTANCES =
            DeviceSet.gpus(2, "GB200", 95 * GIB).withMig(new Mig.Instance("3g.95gb", false));
    private static final DeviceSet WHOLE = DeviceSet.gpus(2, "GB200", 189 * GIB);

    private final NodeTable nodes = new NodeTable();
    private int shapes;

    private void node(DeviceSet... sets) {
        nodes.join(nodes.count(), new NodeSpec("n" + nodes.count(), Amounts.of(64_000, 256 * GIB), 100, List.of(sets)));
    }

    private Shape mig(String profile) {
        return nodes.shape(shapes++, TASK.withDevices(new DeviceDemand.Instance(profile, Acceptable.ANY_GPU)));
    }

    private Shape share(int milli, long memory) {
        return nodes.shape(shapes++, TASK.withDevices(DeviceDemand.of(1, milli, memory, Acceptable.ANY_GPU)));
    }

    private Grant place(Shape shape) {
        assertThat(nodes.fits(shape, 0)).isTrue();
        int device = 0;
        while (!nodes.gpuFits(shape, 0, device)) {
            device++;
        }
        Grant grant = nodes.grants().at(shape, 0, device);
        assertThat(nodes.grants().fit(shape, 0, grant)).isTrue();
        nodes.take(shape, 0, grant);
        return grant;
    }

    @Test
    void instances_are_made_where_large_ones_stay_possible() {
        node(CUT);
        assertThat(nodes.emptySlots(mig("1g.45gb"), 0)).isEqualTo(8);
        // Slice 7 is of use only to those that begin at 6 or 4.
        assertThat(place(mig("1g.23gb"))).isEqualTo(new Grant.Instance(0, 0, 5));
        // On the GPU that is cut already, so that the other keeps room for one of four compute slices.
        assertThat(place(mig("3g.95gb"))).isEqualTo(new Grant.Instance(0, 2, 0));
        assertThat(place(mig("4g.95gb"))).isEqualTo(new Grant.Instance(1, 3, 0));
        assertThat(place(mig("3g.95gb"))).isEqualTo(new Grant.Instance(1, 2, 4));
        assertThat(nodes.whyNot(mig("3g.95gb"), 0)).isEqualTo(Reason.MIG_SLICES);
        assertThat(nodes.nodeClass(0).devices().slices(mig("3g.95gb").devices()))
                .isEqualTo("MIG slice 3g.95gb: no GPU has 4 memory slices free at start 0 or 4");
        assertThat(nodes.slots(mig("1g.23gb"), 0)).isEqualTo(2);
        assertThat(nodes.whyNot(mig("1g.10gb"), 0)).isEqualTo(Reason.MIG_PROFILE);
        assertThat(nodes.whyNot(nodes.shape(shapes++, TASK.withGpus(1)), 0)).isEqualTo(Reason.GPU_MODEL);
    }

    @Test
    void a_share_gets_the_smallest_instance_that_gives_it() {
        node(INSTANCES, CUT);
        assertThat(place(share(0, 40 * GIB))).isEqualTo(new Grant.Instance(2, 1, 6));
        assertThat(place(share(300, 40 * GIB))).isEqualTo(Grant.device(0));
        assertThat(place(share(400, 0))).isEqualTo(Grant.device(1));
        assertThat(place(share(429, 0))).isEqualTo(new Grant.Instance(2, 3, 0));
        assertThat(nodes.gpuFreeMilli(0, 2)).isEqualTo(1000 - 142 - 571);
        assertThat(nodes.gpuFreeMemoryBytes(0, 2)).isEqualTo((189 - 45 - 95) * GIB);
    }

    @Test
    void whole_shared_and_cut_devices_of_one_node_do_not_get_in_each_others_way() {
        node(WHOLE, INSTANCES, CUT);
        assertThat(nodes.grants().firstIdle(nodes.shape(shapes++, TASK.withGpus(2)), 0))
                .isEqualTo(Grant.of(0b11));
        assertThat(nodes.whyNot(nodes.shape(shapes++, TASK.withGpus(3)), 0)).isEqualTo(Reason.WHOLE_GPUS);
        assertThat(nodes.grants().fit(mig("3g.95gb"), 0, Grant.device(0))).isFalse();
        assertThat(nodes.grants().fit(mig("3g.95gb"), 0, new Grant.Instance(4, 2, 2)))
                .isFalse();
        assertThat(nodes.grants().fit(mig("3g.95gb"), 0, new Grant.Instance(4, 2, 4)))
                .isTrue();
        assertThat(place(mig("3g.95gb"))).isEqualTo(Grant.device(2));
        assertThat(place(share(500, 0))).isEqualTo(Grant.device(0));
    }

    @Test
    void room_over_time_is_the_slices_that_are_free_all_the_time() {
        node(CUT);
        Shape three = mig("3g.95gb");
        NodeRow early = nodes.row(0);
        NodeRow late = nodes.row(0);
        early.take(three, new Grant.Instance(0, 2, 0));
        late.take(three, new Grant.Instance(0, 2, 4));
        early.lowerTo(late);
        assertThat(early.slots(three)).isEqualTo(2);
        assertThat(early.has(three, new Grant.Instance(0, 2, 4))).isFalse();
        assertThat(early.has(three, new Grant.Instance(1, 2, 4))).isTrue();
        assertThat(early.takeOne(three)).isEqualTo(new Grant.Instance(1, 2, 4));
    }

    @Test
    void what_is_taken_and_given_back_in_any_order_leaves_nothing_behind() {
        node(WHOLE, CUT, INSTANCES);
        node(CUT);
        List<Shape> all = List.of(mig("1g.23gb"), mig("1g.45gb"), mig("3g.95gb"), mig("4g.95gb"), share(200, 0));
        Chance chance = new Chance(1, "mig", 0);
        List<Shape> held = new ArrayList<>();
        List<Grant> grants = new ArrayList<>();
        for (int step = 0; step < 2000; step++) {
            Shape shape = all.get(chance.below(all.size()));
            if (chance.below(2) == 0 && nodes.fits(shape, 0)) {
                held.add(shape);
                grants.add(place(shape));
            } else if (!held.isEmpty()) {
                int which = chance.below(held.size());
                nodes.release(held.remove(which), 0, grants.remove(which));
            }
            for (int profile = 0; profile < 4; profile++) {
                assertThat(nodes.fits(all.get(profile), 0))
                        .as("%s beside %s", PROFILES.get(profile), grants)
                        .isEqualTo(fits(profile, grants));
            }
        }
        while (!held.isEmpty()) {
            nodes.release(held.removeLast(), 0, grants.removeLast());
        }
        assertThat(nodes.row(0).within(nodes.declaredRow(0))).isTrue();
        assertThat(nodes.declaredRow(0).within(nodes.row(0))).isTrue();
    }

    /** The plain way: on devices 2 and 3, which are cut, at each start; of the instances of {@code 3g.95gb}, 4 and 5, whether one is free. */
    private static boolean fits(int profile, List<Grant> grants) {
        boolean fits = profile == 2 && !(grants.contains(Grant.device(4)) && grants.contains(Grant.device(5)));
        for (int start : PROFILES.get(profile).starts()) {
            for (int device = 2; device < 4; device++) {
                fits |= apart(new Grant.Instance(device, profile, start), grants);
            }
        }
        return fits;
    }

    private static boolean apart(Grant.Instance one, List<Grant> grants) {
        int end = one.start() + PROFILES.get(one.profile()).slices();
        return grants.stream()
                .noneMatch(grant -> grant instanceof Grant.Instance other
                        && other.device() == one.device()
                        && other.start() < end
                        && one.start()
                                < other.start() + PROFILES.get(other.profile()).slices());
    }

    @Test
    void a_grant_is_the_same_as_a_number_again() {
        for (Grant grant :
                List.of(new Grant.Instance(62, 31, 7), new Grant.Instance(0, 0, 0), Grant.of(5), Grant.NONE)) {
            assertThat(Grant.of(grant.code())).isEqualTo(grant);
        }
    }
}
