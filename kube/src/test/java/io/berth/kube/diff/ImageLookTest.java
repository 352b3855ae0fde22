package io.berth.kube.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.image.ImageHolders;
import io.berth.core.cluster.image.NodeSet;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.kube.ProtoText;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.kubernetes.client.proto.V1;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told of images on nodes: as little as may be. */
class ImageLookTest {
    private static final long GIB = 1L << 30;

    private final State state = new State(1);
    private final Mirror mirror = new Mirror(_ -> true);
    private final Difference difference = new Difference(mirror, "berth", _ -> {});
    private long sequence;

    /** Images as {@code name} or {@code name*GIB}. */
    private static Node node(String name, String... images) {
        StringBuilder text = new StringBuilder("metadata { name: '" + name + "' uid: '" + name + "' } status { "
                + ProtoText.amount("allocatable", "pods", "10"));
        for (String image : images) {
            String[] parts = image.split("\\*");
            text.append("images { names: '")
                    .append(parts[0])
                    .append("' names: '")
                    .append(parts[0])
                    .append("@sha' sizeBytes: ")
                    .append(parts.length == 1 ? GIB : GIB * Integer.parseInt(parts[1]))
                    .append(" } ");
        }
        return ProtoText.node(text + "}");
    }

    private static Pod pod(String name, String image) {
        return ProtoText.read(
                V1.Pod.getDefaultInstance(),
                "metadata { name: '" + name + "' uid: '" + name + "' } spec { schedulerName: 'berth' "
                        + "containers { name: 'c' image: '" + image + "' } }",
                Pod::read);
    }

    @BeforeEach
    void follow() {
        mirror.images().follow();
    }

    private void keeps(Node... nodes) {
        for (Node node : nodes) {
            mirror.nodeSink().put(node);
        }
    }

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

    private static Event.ImageChanged changed(String image, long bytes, int... nodes) {
        return new Event.ImageChanged(image, new ImageHolders(bytes, NodeSet.of(nodes)));
    }

    private static List<Preference> wishes(Event event) {
        return ((Event.JobSubmitted) event).spec().demand().preferences();
    }

    @Test
    void a_pod_whose_image_some_nodes_hold_asks_for_it_and_the_state_is_told_who_does() {
        keeps(node("n0", "train:1*4", "other:1"), node("n1", "other:1"), node("n2", "train:1*4"), node("n3"));
        look();
        mirror.podSink().put(pod("p", "train:1"));

        List<Event> events = look();
        assertThat(events).hasSize(2);
        assertThat(wishes(events.getFirst())).containsExactly(new Preference.OfImages(List.of("train:1")));
        // 4 GiB on half of the nodes.
        assertThat(events.getLast()).isEqualTo(changed("train:1", 2 * GIB, 0, 2));
        mirror.podSink().put(pod("q", "train:1"));
        assertThat(look()).singleElement().isInstanceOf(Event.JobSubmitted.class);
        assertThat(look()).isEmpty();
    }

    @Test
    void images_on_no_node_or_on_all_of_them_or_too_small_to_count_cost_a_pod_nothing() {
        keeps(node("n0", "all:1*4", "small:1*0"), node("n1", "all:1*4"));
        look();
        for (String image : List.of("nowhere:1", "all:1", "small:1", "all")) {
            mirror.podSink().put(pod(image, image));
            assertThat(look())
                    .singleElement()
                    .satisfies(event -> assertThat(wishes(event)).isEmpty());
        }
        assertThat(state.shapes().size()).isEqualTo(1);
        assertThat(state.nodeTable().images().known()).isEmpty();
    }

    @Test
    void a_heartbeat_with_the_same_images_touches_nothing_nor_does_an_image_that_nobody_asks_for() {
        keeps(node("n0", "train:1", "other:1"), node("n1"));
        mirror.podSink().put(pod("p", "train:1"));
        look();

        keeps(node("n0", "train:1", "other:1"), node("n1"));
        keeps(node("n0", "other:1", "train:1"));
        assertThat(mirror.take().none()).isTrue();
        assertThat(mirror.images().take()).isEmpty();
        keeps(node("n0", "train:1", "third:1"), node("n1", "other:1"));
        assertThat(mirror.take().none()).isTrue();
        assertThat(mirror.images().take()).isEmpty();
        assertThat(look()).isEmpty();
    }

    @Test
    void an_image_that_a_pod_waits_for_and_that_comes_or_goes_is_told_without_its_node() {
        keeps(node("n0", "train:1*8"), node("n1"), node("n2"), node("n3"));
        mirror.podSink().put(pod("p", "train:1"));
        look();

        keeps(node("n1", "train:1*8"));
        assertThat(look()).containsExactly(changed("train:1", 4 * GIB, 0, 1));
        keeps(node("n0"));
        assertThat(look()).containsExactly(changed("train:1", 2 * GIB, 1));
        keeps(node("n1"));
        assertThat(look()).containsExactly(new Event.ImageChanged("train:1", null));
    }

    @Test
    void a_share_that_moves_a_little_is_worth_what_it_was() {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            nodes.add(i < 20 ? node("n" + i, "train:1*4") : node("n" + i));
        }
        mirror.nodeSink().all(nodes);
        mirror.podSink().put(pod("p", "train:1"));
        Event first = look().getLast();
        assertThat(((Event.ImageChanged) first).holders().bytes()).isEqualTo(2 * GIB);

        keeps(node("n20", "train:1*4"));
        assertThat(look()).singleElement().satisfies(event -> {
            ImageHolders holders = ((Event.ImageChanged) event).holders();
            assertThat(holders.bytes()).isEqualTo(2 * GIB);
            assertThat(holders.nodes().size()).isEqualTo(21);
        });
        keeps(node("n21", "train:1*4"), node("n22", "train:1*4"));
        assertThat(((Event.ImageChanged) look().getFirst()).holders().bytes())
                .isEqualTo((long) (4 * GIB * (23 / 40.0)));
    }

    @Test
    void a_pod_that_waits_asks_on_for_what_it_asked_for_whatever_becomes_of_the_image() {
        keeps(node("n0", "train:1"), node("n1"));
        mirror.podSink().put(pod("p", "train:1"));
        mirror.podSink().put(pod("q", "cold:1"));
        look();
        keeps(node("n1", "train:1", "cold:1"));
        look();

        mirror.touch("p");
        mirror.touch("q");
        assertThat(look()).isEmpty();
        JobSpec waits = state.taskByKey("q").job().spec();
        assertThat(waits.demand().preferences()).isEmpty();
    }

    @Test
    void nobody_is_told_of_an_image_whose_pods_wait_no_more_until_another_asks() {
        keeps(node("n0", "train:1*4"), node("n1"));
        mirror.podSink().put(pod("p", "train:1"));
        look();
        mirror.podSink().put(pod("p", "train:1").on("n1"));
        look();

        keeps(node("n1", "train:1*4"));
        assertThat(mirror.images().take()).isEmpty();
        keeps(node("n2"));
        look();
        mirror.podSink().put(pod("q", "train:1"));
        assertThat(look()).hasSize(2).last().isEqualTo(changed("train:1", (long) (4 * GIB * (2 / 3.0)), 0, 1));
    }

    @Test
    void after_a_start_pods_of_the_journal_are_followed_again() {
        keeps(node("n0", "train:1*4"), node("n1"));
        mirror.podSink().put(pod("p", "train:1"));
        look();

        Mirror again = new Mirror(_ -> true);
        again.images().follow();
        again.nodeSink().put(node("n0"));
        again.nodeSink().put(node("n1", "train:1*4"));
        again.podSink().put(pod("p", "train:1"));
        List<Event> events = new Difference(again, "berth", _ -> {}).compare().apply(state);
        assertThat(events).containsExactly(changed("train:1", 2 * GIB, 1));
        assertThat(again.images().asked("train:1")).isTrue();

        Mirror off = new Mirror(_ -> true);
        off.nodeSink().put(node("n0"));
        off.nodeSink().put(node("n1", "train:1*4"));
        off.podSink().put(pod("p", "train:1"));
        assertThat(new Difference(off, "berth", _ -> {}).compare().apply(state))
                .singleElement()
                .isInstanceOf(Event.JobCancelled.class);
    }

    @Test
    void of_too_many_images_those_go_that_nobody_asks_for() {
        for (int i = 0; i <= ImageLook.MOST + 1; i++) {
            keeps(node("n0", "i" + i + ":1*4"), node("n1"));
            mirror.podSink().put(pod("p" + i, "i" + i + ":1"));
            look();
            mirror.podSink().remove(pod("p" + i, "i" + i + ":1"));
            look();
        }
        assertThat(state.nodeTable().images().known().keySet()).containsExactly("i" + (ImageLook.MOST + 1) + ":1");

        keeps(node("n0", "i0:1*4", "i7:1*4"));
        for (String image : List.of("i0:1", "i7:1", "i7:1")) {
            mirror.podSink().put(pod("again", image));
            look();
            mirror.podSink().remove(pod("again", image));
            look();
            assertThat(state.nodeTable().images().known()).containsKey(image);
        }
    }

    @Test
    void a_node_that_comes_or_goes_is_another_share() {
        keeps(node("n0", "train:1*4"), node("n1"));
        mirror.podSink().put(pod("p", "train:1"));
        look();

        keeps(node("n2", "train:1*4"), node("n3", "train:1*4"));
        assertThat(look()).hasSize(3).last().isEqualTo(changed("train:1", 3 * GIB, 0, 2, 3));
        mirror.nodeSink().remove(node("n3"));
        assertThat(look()).containsExactly(new Event.NodeForgotten(3), changed("train:1", 3 * GIB, 0, 2));
        mirror.nodeSink().remove(node("n2", "train:1*4"));
        assertThat(look()).containsExactly(new Event.NodeForgotten(2), changed("train:1", 2 * GIB, 0));
    }
}
