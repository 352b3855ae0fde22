package io.berth.sim.trace.openb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.OpenbText;
import io.berth.sim.trace.TraceFile;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenbWorkloadTest {
    private static final List<NodeSpec> NODES = OpenbNodes.read(
            "n.csv",
            OpenbText.stream(
                    OpenbText.NODES + "openb-node-0000,1,1,1,T4\nopenb-node-0001,1,1,1,T4\nopenb-node-0002,1,1,1,T4\n"),
            Lenience.STRICT);
    private static final OpenbPods PODS = OpenbPods.read(
            "p.csv",
            OpenbText.stream(OpenbText.PODS
                    + "openb-pod-0000,1,1,1,1000,,LS,Running,50,150,60\n"
                    + "openb-pod-0001,1,1,1,500,,BE,Pending,20,30,\n"
                    + "openb-pod-0002,2,1,1,500,,BE,Running,50,55,50\n"),
            Lenience.STRICT);

    @Test
    void nodes_come_in_the_order_of_their_tie_rank() {
        assertThat(arrivals("# a comment\nN,0000:2,0001:0,0002:1\nP,0001\n").nodesByTieRank())
                .extracting(NodeSpec::name)
                .containsExactly("openb-node-0001", "openb-node-0002", "openb-node-0000");
    }

    @Test
    void pods_arrive_one_second_apart_and_never_leave() {
        List<Arrival> all = list(arriving("N,0000:2,0001:0,0002:1\nP,0001,0000,0001,0001\n"));
        assertThat(all)
                .extracting(arrival -> arrival.spec().name())
                .containsExactly("openb-pod-0001", "openb-pod-0000", "openb-pod-0001#2", "openb-pod-0001#3");
        assertThat(all)
                .extracting(arrival -> (arrival.atNanos() - Workload.START_NANOS) / Nanos.SECOND)
                .containsExactly(0L, 1L, 2L, 3L);
        JobSpec first = all.getFirst().spec();
        assertThat(first.workNanos()).isEqualTo(Nanos.NEVER);
        assertThat(first.patienceNanos()).isZero();
        assertThat(first.queue()).isEqualTo("be");
        assertThat(first.demand()).isSameAs(PODS.pods().get(1).demand());
    }

    @Test
    void iterating_again_gives_the_same_jobs() {
        OpenbWorkload workload = arriving("N,0000:2,0001:0,0002:1\nP,0001,0000,0001\n");
        assertThat(list(workload)).isEqualTo(list(workload));
        assertThat(workload.size()).isEqualTo(3);
    }

    @Test
    void the_mix_is_that_of_the_list_and_not_of_the_arrivals() {
        assertThat(arriving("N,0000:2,0001:0,0002:1\nP,0001,0001\n").mix())
                .isEqualTo(PODS.mix())
                .hasSize(3);
    }

    @Test
    void wrong_arrivals_are_refused_with_line_and_entry() {
        refused(
                "N,0000:2,0001:0,0007:1\nP,0001\n",
                "a.csv:1: N entry 3: \"0007:1\" is an unknown node, or there twice");
        refused("N,0000:2,0001:0,0001:1\nP,0001\n", "N entry 3: \"0001:1\" is an unknown node, or there twice");
        refused("N,0000:2,0001:0,0002:0\nP,0001\n", "N entry 3: \"0002:0\" has a rank that was given before");
        refused("N,0000:2,0001:0,0002:3\nP,0001\n", "N entry 3: \"0002:3\" has no rank of this line; allowed: 0 to 2");
        refused("N,0000:2,0001:0,0002:\nP,0001\n", "N entry 3: \"0002:\" has no rank");
        refused("N,0000:2,0001:0,02:1\nP,0001\n", "N entry 3: \"02:1\" is no node and rank; allowed: <four digits>");
        refused("N,0000:1,0001:0\nP,0001\n", "a.csv:1: N: \"2 of 3\" nodes have a rank");
        refused("# x\nN,0000:2,0001:0,0002:1\nP,0001,0009\n", "a.csv:3: P entry 2: \"0009\" is an unknown pod");
        refused("N,0000:2,0001:0,0002:1\nP,0001,1\n", "P entry 2: \"1\" is no pod id; allowed: four digits");
        refused("N,0000:2,0001:0,0002:1\nP,-001\n", "P entry 1: \"-001\" is no pod id");
        refused("N,0000:2,0001:0,0002:1\nP,,0001\n", "P entry 1: is no pod id");
        refused("N,0000:2,0001:0,0002:1\n", "a.csv: P: is missing");
        refused("P,0001\nN,0000:2,0001:0,0002:1\n", "a.csv:1: \"P\" begins the line; allowed: N,<node id>");
        refused("N,0000:2,0001:0,0002:1\nP,0001\nP,0001\n", "a.csv:3: \"P\" begins a line too many");
        refused("", "a.csv: N: is missing");
    }

    @Test
    void lenient_arrivals_pass_over_unknown_ids() {
        Lenience lenience = Lenience.counting();
        OpenbArrivals arrivals = OpenbArrivals.read(
                new TraceFile("a.csv"),
                OpenbText.stream("N,0000:3,0001:0,0007:1,0002:2\nP,0001,0009,0008,0002\n"),
                NODES,
                PODS.pods(),
                lenience);
        assertThat(arrivals.nodesByTieRank())
                .extracting(NodeSpec::name)
                .containsExactly("openb-node-0001", "openb-node-0002", "openb-node-0000");
        assertThat(arrivals.size()).isEqualTo(2);
        assertThat(arrivals.pod(1)).isEqualTo(2);
        assertThat(lenience.skippedByReason()).containsEntry("P is an unknown pod", 2L);
    }

    @Test
    void departing_pods_keep_the_times_of_the_trace() {
        List<Arrival> all = list(OpenbWorkload.departing(PODS));
        assertThat(all)
                .extracting(arrival -> arrival.spec().name())
                .containsExactly("openb-pod-0001", "openb-pod-0000", "openb-pod-0002");
        assertThat(all)
                .extracting(arrival -> (arrival.atNanos() - Workload.START_NANOS) / Nanos.SECOND)
                .containsExactly(20L, 50L, 50L);
        // The first was never placed: all that is known of it is how long it waited.
        assertThat(all)
                .extracting(arrival -> arrival.spec().workNanos() / Nanos.SECOND)
                .containsExactly(10L, 90L, 5L);
        assertThat(all.getFirst().spec().patienceNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void a_list_without_times_cannot_depart() {
        OpenbPods untimed =
                OpenbPods.read("p.csv", OpenbText.stream(OpenbText.SHORT_PODS + "a,1,1,0,0\n"), Lenience.STRICT);
        assertThatThrownBy(() -> OpenbWorkload.departing(untimed))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("p.csv: creation_time and deletion_time: are missing for a");
    }

    @Test
    void a_tuned_workload_asks_for_the_wanted_share_of_the_cluster() {
        OpenbPods pods = OpenbPods.read("p.csv", OpenbText.stream(OpenbText.pods(500, 7)), Lenience.STRICT);
        List<NodeSpec> nodes = nodes(100);
        for (double ratio : new double[] {0.2, 1.0, 3.5}) {
            List<Arrival> tuned = list(OpenbWorkload.ordered(pods, OpenbOrder.of(pods, nodes, ratio, 1)));
            long sum = 0;
            for (Arrival arrival : tuned) {
                sum += arrival.spec().demand().totalGpuMilli();
            }
            // The largest pod takes eight GPUs: nearer one cannot come by whole pods.
            assertThat((double) sum).as("ratio " + ratio).isBetween(ratio * 800_000 - 8000, ratio * 800_000 + 8000);
            assertThat(tuned).isEqualTo(list(OpenbWorkload.ordered(pods, OpenbOrder.of(pods, nodes, ratio, 1))));
            assertThat(tuned).isNotEqualTo(list(OpenbWorkload.ordered(pods, OpenbOrder.of(pods, nodes, ratio, 2))));
        }
    }

    @Test
    void without_a_ratio_every_pod_comes_once() {
        OpenbPods pods = OpenbPods.read("p.csv", OpenbText.stream(OpenbText.pods(50, 7)), Lenience.STRICT);
        int[] order = OpenbOrder.of(pods, nodes(3), 0, 5).pods();
        assertThat(order).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void a_list_all_but_without_gpus_is_not_resampled_until_the_memory_is_full() {
        OpenbPods pods = OpenbPods.read(
                "p.csv", OpenbText.stream(OpenbText.SHORT_PODS + "a,1,1,1,1\nb,1,1,0,0\n"), Lenience.STRICT);
        assertThatThrownBy(() -> OpenbOrder.of(pods, nodes(800), 1000, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("p.csv: num_gpu: asks for too few GPUs");
    }

    private static List<NodeSpec> nodes(int count) {
        List<NodeSpec> nodes = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            nodes.add(NodeSpec.of("n" + node, 96_000, 1L << 40, 8, "H100"));
        }
        return nodes;
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> arrivals(text))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    private static OpenbWorkload arriving(String text) {
        return OpenbWorkload.arriving(PODS, arrivals(text));
    }

    private static OpenbArrivals arrivals(String text) {
        return OpenbArrivals.read(new TraceFile("a.csv"), OpenbText.stream(text), NODES, PODS.pods(), Lenience.STRICT);
    }

    private static List<Arrival> list(Workload workload) {
        List<Arrival> all = new ArrayList<>();
        workload.forEach(all::add);
        return all;
    }
}
