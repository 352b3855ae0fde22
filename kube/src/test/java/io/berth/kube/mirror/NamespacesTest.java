package io.berth.kube.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.ProtoText;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Pod;
import io.kubernetes.client.proto.V1;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NamespacesTest {
    private static final Pod ASKING = ProtoText.pod(
            "affinity { podAntiAffinity { requiredDuringSchedulingIgnoredDuringExecution {"
                    + " topologyKey: 'zone' labelSelector {} namespaceSelector { matchExpressions { key: 'team' operator: 'In' values: 'a' } } } } }");
    private static final Pod PLAIN = ProtoText.read(
            V1.Pod.getDefaultInstance(), "metadata { name: 'q' namespace: 'team' uid: 'uq' } spec {}", Pod::read);

    private final Mirror mirror = new Mirror(_ -> true);

    private static Namespace namespace(String name, String team) {
        return ProtoText.read(
                V1.Namespace.getDefaultInstance(),
                "metadata { name: '" + name + "' uid: 'u" + name + "' labels { key: 'team' value: '" + team + "' } }",
                Namespace::read);
    }

    private List<String> meant() {
        Pod pod = Objects.requireNonNull(mirror.pod("up"));
        return pod.spec().where().pods().away().getFirst().namespaces();
    }

    @Test
    void podsThatAskForLabelsOfNamespacesAreLookedAtWhenThoseChange() {
        mirror.podSink().all(List.of(ASKING, PLAIN));
        assertThat(mirror.take().pods()).contains("up", "uq");
        assertThat(Objects.requireNonNull(mirror.pod("up")).spec().where().unknown())
                .containsExactly("namespaceSelector");

        mirror.namespaceSink().all(List.of(namespace("one", "a"), namespace("two", "b")));
        assertThat(mirror.take().pods()).containsExactly("up");
        assertThat(meant()).containsExactly("one");
        assertThat(Objects.requireNonNull(mirror.pod("up")).spec().where().unknown())
                .isEmpty();

        mirror.namespaceSink().put(namespace("two", "b"));
        assertThat(mirror.take().none()).as("nothing changed").isTrue();
        mirror.namespaceSink().put(namespace("two", "a"));
        assertThat(mirror.take().pods()).containsExactly("up");
        assertThat(meant()).containsExactly("one", "two");

        mirror.namespaceSink().remove(namespace("one", "a"));
        assertThat(meant()).containsExactly("two");

        mirror.podSink().remove(ASKING);
        mirror.take();
        mirror.namespaceSink().put(namespace("three", "a"));
        assertThat(mirror.take().none()).as("nobody asks").isTrue();
    }

    @Test
    void aPodThatIsBoundHereKeepsTheNamespacesThatItMeans() {
        mirror.namespaceSink().all(List.of(namespace("one", "a")));
        mirror.podSink().put(ASKING);
        mirror.bound("up", "n1");
        assertThat(meant()).containsExactly("one");
        mirror.podSink().put(ASKING.on("n1"));
        mirror.namespaceSink().put(namespace("two", "a"));
        assertThat(meant()).containsExactly("one", "two");
    }
}
