package io.berth.kube.dump;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.live.journal.RecoveredJournal;
import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a dump holds, it becomes a journal that is recovered, or is refused with its place. */
@Timeout(300)
class HostileDumpTest {
    private static final int MUTATIONS = 1_000;

    private static final String LIST = """
            {"kind": "List", "apiVersion": "v1", "items": [
              {"kind": "Node", "apiVersion": "v1",
                "metadata": {"name": "a", "uid": "ua", "creationTimestamp": "2026-03-01T08:00:00Z",
                  "labels": {"zone": "z"}},
                "spec": {"taints": [{"key": "k", "effect": "NoSchedule"}], "unschedulable": false},
                "status": {"allocatable": {"cpu": "64", "memory": "512Gi", "pods": "110", "nvidia.com/gpu": "4"}}},
              {"kind": "Pod", "apiVersion": "v1",
                "metadata": {"name": "p", "namespace": "team", "uid": "up", "creationTimestamp": "2026-03-01T09:00:00Z",
                  "annotations": {"berth.io/gang": "g", "berth.io/gang-min": "2", "berth.io/run-time": "20m", "gpu-fraction": "0.5"},
                  "labels": {"app": "x", "kai.scheduler/queue": "q", "kueue.x-k8s.io/queue-name": "q"},
                  "ownerReferences": [{"kind": "Job", "name": "j", "uid": "uj", "controller": true}]},
                "spec": {"nodeName": "a", "priority": 7, "activeDeadlineSeconds": 900, "schedulerName": "s",
                  "tolerations": [{"key": "k", "operator": "Exists"}],
                  "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                    {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["z"]}]}]}},
                    "podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 3, "podAffinityTerm":
                      {"topologyKey": "zone", "labelSelector": {"matchLabels": {"app": "x"}}}}]}},
                  "containers": [{"name": "m", "resources": {"requests": {"cpu": "2", "nvidia.com/gpu": "1"}}}]},
                "status": {"phase": "Succeeded", "startTime": "2026-03-01T09:01:00Z", "containerStatuses": [
                  {"name": "m", "state": {"terminated": {"finishedAt": "2026-03-01T09:31:00Z"}}}]}},
              {"kind": "Pod", "apiVersion": "v1",
                "metadata": {"name": "q", "namespace": "team", "uid": "uq", "creationTimestamp": "2026-03-01T09:05:00Z",
                  "annotations": {"berth.io/gang": "g", "berth.io/gang-min": "2"},
                  "deletionTimestamp": "2026-03-01T10:05:00Z"},
                "spec": {"nodeName": "a", "containers": [{"name": "m", "resources": {"requests": {"nvidia.com/gpu": "2"}}}]},
                "status": {"phase": "Running", "conditions": [
                  {"type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-03-01T09:06:00Z"}]}},
              {"kind": "Job", "apiVersion": "batch/v1",
                "metadata": {"name": "j", "namespace": "team", "uid": "uj", "creationTimestamp": "2026-03-01T09:00:00Z"},
                "spec": {"suspend": true, "parallelism": 3, "completions": 2, "template": {"spec": {
                  "containers": [{"name": "m", "resources": {"limits": {"cpu": "1"}}}]}}}},
              {"kind": "Workload", "apiVersion": "kueue.x-k8s.io/v1beta1",
                "metadata": {"name": "w", "namespace": "team", "uid": "uw", "creationTimestamp": "2026-03-01T09:00:00Z"},
                "spec": {"queueName": "q", "priority": 3, "podSets": [{"name": "main", "count": 3, "template": {"spec":
                  {"containers": [{"name": "m", "resources": {"requests": {"nvidia.com/gpu": "1"}}}]}}}]}},
              {"kind": "PodGroup", "apiVersion": "scheduling.run.ai/v2alpha2",
                "metadata": {"name": "pg", "namespace": "team"}, "spec": {"minMember": 2}}
            ]}
            """;

    /** What somebody might write where something else should stand. */
    private static final List<String> WORDS = List.of(
            "null",
            "-1",
            "0",
            "1e9",
            "\"\"",
            "[]",
            "{}",
            "true",
            "\"9223372036854775807\"",
            "9223372036854775808",
            "\"a\"",
            "\"2\"",
            "\"-3Gi\"",
            "\"1e400\"",
            "[{}]",
            "[null]",
            "{\"a\": {}}",
            "\"2026-03-01T09:00:00Z\"",
            "\"\\ud800\"");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void changedAnywhereItIsImportedOrRefused(DumpKind kind) {
        List<Throwable> wrong = new ArrayList<>();
        int refused = 0;
        int taken = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = changed(LIST, new Random(i));
            try {
                imported(kind, i % 2 == 0, bytes, folder.resolve(kind + "-" + i));
                taken++;
            } catch (InputException e) {
                refused++;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                wrong.add(new AssertionError("mutation " + i + " of " + kind, e));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(refused).isGreaterThan(MUTATIONS / 10);
        assertThat(taken).isGreaterThan(MUTATIONS / 10);
    }

    /** The state that its journal comes to is the one that was told. */
    private static void imported(DumpKind kind, boolean lenient, byte[] bytes, Path journal) {
        DumpNotes notes = new DumpNotes(lenient);
        Dump dump = new Dump(kind, notes);
        dump.read("dump", new ByteArrayInputStream(bytes));
        DumpImport done = DumpImport.write(dump, journal, _ -> true, Nanos.HOUR, notes);
        State state = RecoveredJournal.read(journal);
        assertThat(state.instants()).isEqualTo(done.frames());
        assertThat(state.nodeNames().size()).isEqualTo(done.nodes());
    }

    private static byte[] changed(String text, Random random) {
        if (random.nextInt(3) == 0) {
            byte[] bytes = text.getBytes(UTF_8);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            return bytes;
        }
        // A value, which follows a colon or an opening bracket, is another one.
        StringBuilder changed = new StringBuilder(text);
        for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
            int at = changed.indexOf(": ", random.nextInt(changed.length() - 200)) + 2;
            int end = at;
            boolean quoted = changed.charAt(at) == '"';
            do {
                end++;
            } while (quoted
                    ? changed.charAt(end - 1) != '"' || end == at + 1
                    : ",]}\n".indexOf(changed.charAt(end)) < 0);
            changed.replace(at, end, WORDS.get(random.nextInt(WORDS.size())));
        }
        return changed.toString().getBytes(random.nextInt(10) == 0 ? ISO_8859_1 : UTF_8);
    }

    @Test
    void whatIsMalformedIsLeftOutWhereThatIsWanted() {
        String broken = LIST.replace("\"nvidia.com/gpu\": \"2\"", "\"nvidia.com/gpu\": \"two\"");
        assertThatThrownBy(() -> imported(DumpKind.KUBERNETES, false, broken.getBytes(UTF_8), folder.resolve("a")))
                .isInstanceOf(InputException.class)
                .hasMessage("dump:25:105: items[2].spec.containers[0].resources.requests.nvidia.com/gpu:"
                        + " \"two\" is no quantity, such as 100m, 1.5 or 2Gi");
        DumpNotes notes = new DumpNotes(true);
        Dump dump = new Dump(DumpKind.KUBERNETES, notes);
        dump.read("dump", new ByteArrayInputStream(broken.getBytes(UTF_8)));
        DumpImport done = DumpImport.write(dump, folder.resolve("b"), _ -> true, Nanos.HOUR, notes);
        assertThat(notes.leftOut()).isEqualTo(1);
        assertThat(notes.problems()).singleElement().asString().startsWith("dump:25:105: items[2]");
        assertThat(done.pods().succeeded()).isEqualTo(1);
    }

    @Test
    void whatIsNoClusterIsRefused() {
        refused("{}", "dump:1:1: is no object of Kubernetes: it says no kind");
        refused("", "holds no object of Kubernetes");
        refused("hello", "dump:1:1: is no object of Kubernetes");
        refused("{\"kind\": \"List\", \"items\": [3]}", "items[0]", "says no kind");
        refused("{\"kind\": \"ConfigMap\"}", "hold no node");
    }

    private void refused(String text, String... says) {
        assertThatThrownBy(() -> imported(DumpKind.KUBERNETES, false, text.getBytes(UTF_8), folder.resolve("c")))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll(says);
    }
}
