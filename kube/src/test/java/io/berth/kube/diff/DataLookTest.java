package io.berth.kube.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.data.DataSet;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.cluster.network.Network;
import io.berth.core.cluster.network.Reach;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.core.workload.term.Traffic;
import io.berth.core.workload.term.Traffic.Pattern;
import io.berth.kube.ProtoText;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.PodJob;
import io.berth.kube.data.ClusterData;
import io.berth.kube.data.NamedData;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.kubernetes.client.proto.V1;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What labels of nodes and annotations of pods say of data sets and of the network. */
class DataLookTest {
    private static final NamedData FACES = new NamedData("faces", 150, "data.berth.io/faces", "");
    private static final NamedData WORDS = new NamedData("words", 20, "fluid.io/s-team-words", "team/words");

    private final State state = new State(1);
    private final Mirror mirror = new Mirror(_ -> true);
    private final List<String> notes = new ArrayList<>();
    private final Difference difference = new Difference(mirror, "berth", notes::add);
    private long sequence;

    @BeforeEach
    void settings() {
        mirror.setData(new ClusterData(List.of(FACES, WORDS), Network.NONE));
    }

    private static Node node(String name, String... labels) {
        StringBuilder text = new StringBuilder("metadata { name: '" + name + "' uid: '" + name + "' ");
        for (String label : labels) {
            text.append("labels { key: '" + label.split("=")[0] + "' value: '" + label.split("=")[1] + "' } ");
        }
        return ProtoText.node(text + "} status { " + ProtoText.amount("allocatable", "pods", "10") + " }");
    }

    private static Pod pod(String name, String annotations, String spec) {
        return ProtoText.read(
                V1.Pod.getDefaultInstance(),
                "metadata { name: '" + name + "' namespace: 'team' uid: '" + name + "' " + annotations
                        + " } spec { schedulerName: 'berth' " + spec + " }",
                Pod::read);
    }

    private static String annotation(String key, String value) {
        return "annotations { key: '" + key + "' value: '" + value + "' } ";
    }

    /** What follows; the state has it from then on. */
    private List<Event> look() {
        List<Event> events = new ArrayList<>();
        for (Event event : difference.compare().apply(state)) {
            Event told = event instanceof Event.JobSubmitted made
                    ? new Event.JobSubmitted(state.nextJob(), made.spec(), made.origin(), ++sequence)
                    : event;
            state.apply(0, told);
            events.add(told);
        }
        return events;
    }

    /** The nodes that hold what is declared by {@code events}, by name of the data set. */
    private static Map<String, NodeSet> declared(List<Event> events) {
        Map<String, NodeSet> declared = new TreeMap<>();
        events.forEach(event -> {
            if (event instanceof Event.DataDeclared(String name, DataSet set)) {
                declared.put(name, set == null ? NodeSet.NONE : set.nodes());
            }
        });
        return declared;
    }

    private JobSpec submitted(Pod pod) {
        mirror.podSink().put(pod);
        return look().stream()
                .filter(Event.JobSubmitted.class::isInstance)
                .map(event -> ((Event.JobSubmitted) event).spec())
                .reduce((_, last) -> last)
                .orElseThrow();
    }

    private static List<String> reads(JobSpec job) {
        return job.demand().preferences().stream()
                .filter(Preference.OfData.class::isInstance)
                .flatMap(preference -> ((Preference.OfData) preference).sets().stream())
                .toList();
    }

    @Test
    void nodes_hold_what_their_labels_say_and_a_change_is_told_once() {
        mirror.nodeSink().put(node("a", "data.berth.io/faces=true"));
        mirror.nodeSink().put(node("b", "fluid.io/s-team-words=true", "data.berth.io/faces=false"));
        assertThat(declared(look())).isEqualTo(Map.of("faces", NodeSet.of(0), "words", NodeSet.of(1)));
        assertThat(declared(look())).isEmpty();
        mirror.nodeSink().put(node("b", "fluid.io/s-team-words=true", "data.berth.io/faces=yes"));
        assertThat(declared(look())).isEqualTo(Map.of("faces", NodeSet.of(0, 1)));
        mirror.nodeSink().put(node("a"));
        assertThat(declared(look())).isEqualTo(Map.of("faces", NodeSet.of(1)));
        // One that is gone holds nothing, and the next that joins says for itself.
        mirror.nodeSink().remove(node("b"));
        look();
        assertThat(state.nodeTable().data().known().get("faces").nodes()).isEqualTo(NodeSet.NONE);
        mirror.nodeSink().put(node("c", "data.berth.io/faces=1"));
        look();
        assertThat(state.nodeTable().data().known().get("faces").nodes().has(state.nodeNumber("c")))
                .isTrue();
    }

    @Test
    void what_the_settings_name_no_more_is_no_data_set() {
        mirror.nodeSink().put(node("a", "data.berth.io/faces=true"));
        look();
        mirror.setData(new ClusterData(List.of(new NamedData("faces", 200, "data.berth.io/faces", "")), Network.NONE));
        mirror.nodeSink().put(node("a", "data.berth.io/faces=true", "other=label"));
        assertThat(look())
                .contains(
                        new Event.DataDeclared("faces", new DataSet(200, NodeSet.of(0))),
                        new Event.DataDeclared("words", null));
    }

    @Test
    void pods_read_what_they_name_and_what_they_have_claims_of() {
        assertThat(reads(submitted(pod("named", annotation("berth.io/data", "words, faces"), ""))))
                .containsExactly("faces", "words");
        String claim = "volumes { name: 'v' volumeSource { persistentVolumeClaim { claimName: 'words' } } }";
        Pod claiming = pod("claiming", "", claim);
        JobSpec asked = mirror.data().asked(PodJob.waiting(claiming, ClaimNeeds.NONE), claiming);
        assertThat(reads(asked)).containsExactly("words");
        assertThat(reads(submitted(pod("none", "", "")))).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void what_cannot_be_is_told_once_and_the_pod_is_placed_without_it() {
        JobSpec job = submitted(pod("odd", annotation("berth.io/data", "faces,fases"), ""));
        assertThat(reads(job)).containsExactly("faces");
        look();
        assertThat(notes)
                .containsExactly(
                        "pod team/odd: annotation berth.io/data names fases, of which the settings say nothing;"
                                + " their data: faces, words");
        notes.clear();
        assertThat(submitted(pod("wrong", annotation("berth.io/traffic", "{bytes: many, compute: 1s}"), ""))
                        .profile()
                        .traffic())
                .isNull();
        assertThat(notes).hasSize(1).first().asString().contains("pod team/wrong: annotation berth.io/traffic");
    }

    @Test
    void the_network_is_that_of_all_nodes_and_traffic_that_of_the_pod() {
        Network network = new Network(List.of(new Reach("zone", 5_000), new Reach(Network.CLUSTER, 1_250)));
        mirror.setData(new ClusterData(List.of(), network));
        mirror.nodeSink().put(node("a", "zone=z"));
        look();
        assertThat(state.nodeTable().spec(0).network()).isEqualTo(network);
        assertThat(state.nodeTable().spec(0).capacity().networkBytesPerSecond()).isEqualTo(1_250_000_000);
        assertThat(submitted(pod(
                                "p",
                                annotation("berth.io/traffic", "{bytes: 500M, compute: 200ms, pattern: all-to-all}"),
                                ""))
                        .profile()
                        .traffic())
                .isEqualTo(new Traffic(500_000_000, 200_000_000, Pattern.ALL_TO_ALL));
    }
}
