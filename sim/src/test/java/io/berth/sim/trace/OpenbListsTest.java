package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.DemandCount;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.sim.trace.openb.OpenbNodes;
import io.berth.sim.trace.openb.OpenbPod;
import io.berth.sim.trace.openb.OpenbPods;
import io.berth.spec.input.InputException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OpenbListsTest {
    private static final String TIMES = ",,LS,Running,10,70,12\n";

    @Test
    void nodes_have_cpus_memory_and_gpus_of_a_model() {
        List<NodeSpec> nodes = nodes("a,96000,393216,8,G2\nb,32000,262144,0,\n");
        assertThat(nodes)
                .containsExactly(
                        new NodeSpec("a", Amounts.of(96000, 384L << 30), 1001, NodeSpec.gpus(8, "G2", 0)),
                        new NodeSpec("b", Amounts.of(32000, 256L << 30), 1001, List.of()));
    }

    @Test
    void columns_may_come_in_another_order() {
        String swapped = "gpu,model,sn,memory_mib,cpu_milli\n2,T4,a,1024,500\n";
        assertThat(OpenbNodes.read("n.csv", OpenbText.stream(swapped), Lenience.STRICT))
                .containsExactly(new NodeSpec("a", Amounts.of(500, 1L << 30), 1001, NodeSpec.gpus(2, "T4", 0)));
    }

    @Test
    void wrong_nodes_are_refused_with_line_and_column() {
        refused(() -> nodes("a,1,1,1,T4\na,1,1,1,T4\n"), "n.csv:3: sn: \"a\" is there twice; allowed: every node once");
        refused(
                () -> nodes("a,1,1,65,T4\n"),
                "n.csv:2: gpu: \"65\" is too large; allowed: a whole number, 0 to " + NodeSpec.MAX_GPUS);
        refused(() -> nodes("a,-1,1,1,T4\n"), "n.csv:2: cpu_milli: \"-1\" is negative");
        refused(() -> nodes("a,1,9999999999999,1,T4\n"), "memory_mib: \"9999999999999\" is too large");
        refused(() -> nodes("a,1,1,0,T4\n"), "model: \"T4\" is a model of no GPU");
        refused(() -> nodes(",1,1,1,T4\n"), "n.csv:2: sn: is empty");
        refused(() -> nodes("  ,1,1,1,T4\n"), "is blank");
    }

    @Test
    void pods_ask_for_no_gpu_a_share_or_whole_gpus() {
        List<OpenbPod> pods = pods("a,1000,1024,0,0" + TIMES + "b,1000,1024,1,460" + TIMES + "c,1000,1024,1,1000"
                        + TIMES + "d,1000,1024,8,1000" + TIMES)
                .pods();
        Demand cpu = Demand.cpu(1000, 1L << 30);
        assertThat(pods)
                .extracting(OpenbPod::demand)
                .containsExactly(cpu, cpu.withGpuShare(1, 460), cpu.withGpus(1), cpu.withGpus(8));
        assertThat(pods.getFirst()).isEqualTo(new OpenbPod("a", cpu, "ls", 10, 12, 70));
    }

    @Test
    void models_are_separated_by_bars_and_their_order_means_nothing() {
        List<OpenbPod> pods = pods("a,1,1,1,500,T4|G2,LS,,,,\nb,1,1,1,500,G2|T4,LS,,,,\nc,1,1,1,500,G2|T4|T4,LS,,,,\n")
                .pods();
        assertThat(pods.get(0).demand().gpuModels()).containsExactly("G2", "T4");
        assertThat(pods.get(1).demand()).isSameAs(pods.get(0).demand());
        assertThat(pods.get(2).demand()).isSameAs(pods.get(0).demand());
    }

    @Test
    void short_lists_have_no_models_and_no_times() {
        String text = OpenbText.SHORT_PODS + "a,1000,1024,2,1000\n";
        OpenbPod pod = OpenbPods.read("p.csv", OpenbText.stream(text), Lenience.STRICT)
                .pods()
                .getFirst();
        assertThat(pod.timed()).isFalse();
        assertThat(pod.demand()).isEqualTo(Demand.cpu(1000, 1L << 30).withGpus(2));
    }

    @Test
    void the_mix_is_sorted_by_count_then_by_first_appearance() {
        OpenbPods pods = pods("a,1,1,0,0" + TIMES + "b,2,1,0,0" + TIMES + "c,3,1,0,0" + TIMES + "d,3,1,0,0" + TIMES);
        assertThat(pods.mix())
                .containsExactly(
                        new DemandCount(Demand.cpu(3, 1 << 20), 2),
                        new DemandCount(Demand.cpu(1, 1 << 20), 1),
                        new DemandCount(Demand.cpu(2, 1 << 20), 1));
    }

    @Test
    void many_distinct_demands_stay_distinct() {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            rows.append("p")
                    .append(i)
                    .append(',')
                    .append(i % 1500)
                    .append(",1,0,0")
                    .append(TIMES);
        }
        assertThat(pods(rows.toString()).mix()).hasSize(1500).allMatch(demand -> demand.count() == 2);
    }

    @Test
    void wrong_pods_are_refused_with_line_and_column() {
        refused(() -> pods("a,1,1,0,0" + TIMES + "a,1,1,0,0" + TIMES), "p.csv:3: name: \"a\" is there twice");
        refused(() -> pods("a,1,1,0,5" + TIMES), "p.csv:2: gpu_milli: \"5\" is a share of no GPU; allowed: 0 where");
        refused(() -> pods("a,1,1,1,0" + TIMES), "gpu_milli: \"0\" is no share of a GPU; allowed: 1 to 1000 where");
        refused(() -> pods("a,1,1,2,500" + TIMES), "gpu_milli: \"500\" is not a whole GPU; allowed: 1000 where");
        refused(() -> pods("a,1,1,1,1001" + TIMES), "gpu_milli: \"1001\" is too large");
        refused(() -> pods("a,1,1,1,500,T4||G2,LS,,,,\n"), "gpu_spec: \"T4||G2\" names an empty model");
        refused(
                () -> pods("a,1,1,0,0,,LS,Running,10,9,\n"),
                "deletion_time: \"9\" is before creation_time; allowed: 10");
        refused(() -> pods("a,1,1,0,0,,LS,Running,10,11,12\n"), "deletion_time: \"11\" is before scheduled_time");
        refused(() -> pods("a,1,1,0,0,,LS,Running,10,,9\n"), "scheduled_time: \"9\" is before creation_time");
        refused(() -> pods("a,1,1,0,0,,LS,Running,x,11,\n"), "creation_time: \"x\" is not a whole number");
    }

    @Test
    void lenient_reading_leaves_out_bad_pods() {
        Lenience lenience = Lenience.counting();
        String text = OpenbText.SHORT_PODS + "a,1,1,0,0\na,1,1,0,0\nb,-1,1,0,0\nc,-2,1,0,0\nd,1,1,0,0\n";
        OpenbPods pods = OpenbPods.read("p.csv", OpenbText.stream(text), lenience);
        assertThat(pods.pods()).extracting(OpenbPod::name).containsExactly("a", "d");
        assertThat(lenience.skippedByReason())
                .containsEntry("name is there twice", 1L)
                .containsEntry("cpu_milli is negative", 2L);
    }

    private static void refused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    private static List<NodeSpec> nodes(String rows) {
        return OpenbNodes.read("n.csv", OpenbText.stream(OpenbText.NODES + rows), Lenience.STRICT);
    }

    private static OpenbPods pods(String rows) {
        return OpenbPods.read("p.csv", OpenbText.stream(OpenbText.PODS + rows), Lenience.STRICT);
    }
}
