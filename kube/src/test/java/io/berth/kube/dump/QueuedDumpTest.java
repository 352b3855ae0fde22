package io.berth.kube.dump;

import static io.berth.kube.dump.ImportedDump.NODE;
import static io.berth.kube.dump.ImportedDump.gpus;
import static io.berth.kube.dump.ImportedDump.over;
import static io.berth.kube.dump.ImportedDump.pod;
import static io.berth.kube.dump.ImportedDump.since;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters with queues: Kueue, KAI Scheduler, and Jobs that are held back. */
class QueuedDumpTest {
    private static final String WORKLOAD = """
            ---
            kind: Workload
            apiVersion: kueue.x-k8s.io/v1beta1
            metadata: {name: job-train, namespace: team, uid: w1, creationTimestamp: "2026-03-01T09:00:00Z",
              ownerReferences: [{kind: Job, name: train, uid: j1}]}
            spec:
              queueName: research
              priority: 50
              podSets:
              - {name: main, count: 2, template: {spec: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: "2"}}}]}}}
            """;
    private static final String JOB = """
            ---
            kind: Job
            apiVersion: batch/v1
            metadata: {name: train, namespace: team, uid: j1, creationTimestamp: "2026-03-01T08:59:00Z"}
            spec: {suspend: true, parallelism: 2, completions: 5,
              template: {spec: {containers: [{name: m, resources: {requests: {nvidia.com/gpu: "2"}}}]}}}
            """;

    @TempDir
    Path folder;

    private ImportedDump imported(DumpKind kind, String... objects) {
        return ImportedDump.of(kind, folder.resolve("journal"), NODE + String.join("", objects));
    }

    @Test
    void aWorkloadThatIsNotAdmittedWaitsAsAGangInItsQueue() {
        ImportedDump done = imported(DumpKind.KUEUE, WORKLOAD, JOB);
        assertThat(done.told())
                .containsExactly("09:00:00 node a", "09:00:00 made team/job-train of 2 for 1h in research");
        assertThat(done.notes().lines())
                .containsExactly(
                        "pods that are not there yet, and wait since their Workload was made: 2",
                        "pods that have not ended, and run as --run-time says (1h): 2");
    }

    @Test
    void podsOfAWorkloadAreInItsQueueAndItsGateIsNoOther() {
        String owner = "ownerReferences: [{kind: Job, name: train, uid: j1, controller: true}]";
        ImportedDump done = imported(
                DumpKind.KUEUE,
                WORKLOAD,
                JOB.replace("suspend: true", "suspend: false"),
                pod("train-0", "09:01:00", owner, "nodeName: a, " + gpus(2), since("Running", "09:02:00")),
                pod(
                        "alone",
                        "09:03:00",
                        "labels: {kueue.x-k8s.io/queue-name: night}",
                        "schedulingGates: [{name: kueue.x-k8s.io/admission}], " + gpus(1),
                        "phase: Pending"));
        assertThat(done.told())
                .containsExactly(
                        "09:01:00 node a",
                        "09:01:00 made team/train-0 of 1 for 1h in research",
                        "09:02:00 team/train-0 at [Placement[node=0, grant=Devices[mask=3]]]",
                        "09:03:00 made team/alone of 1 for 1h in night");
    }

    @Test
    void workloadsThatAreOverOrSwitchedOffDoNotWait() {
        ImportedDump done = imported(
                DumpKind.KUEUE,
                WORKLOAD + "status: {conditions: [{type: Finished, status: \"True\"}]}\n",
                WORKLOAD.replace("uid: w1", "uid: w2")
                        .replace("queueName: research", "queueName: research\n  active: false"));
        assertThat(done.told()).containsExactly("00:00:00 node a");
        assertThat(done.notes().lines())
                .containsExactly(
                        "Workloads left out, as they are finished and their pods are gone: 1",
                        "Workloads left out, as they are not active: 1");
    }

    @Test
    void podsOfAJobThatIsSuspendedWaitSinceItWasMade() {
        ImportedDump done = imported(DumpKind.KUBERNETES, JOB);
        assertThat(done.told())
                .containsExactly(
                        "08:59:00 node a",
                        "08:59:00 made team/train-0 of 1 for 1h in team",
                        "08:59:00 made team/train-1 of 1 for 1h in team");
    }

    @Test
    void sharesAndQueuesAndPodGroupsOfKaiCount() {
        String queue = "labels: {kai.scheduler/queue: research}, annotations: {%s}";
        String group = """
                ---
                kind: PodGroup
                apiVersion: scheduling.run.ai/v2alpha2
                metadata: {name: pg, namespace: team, uid: g1}
                spec: {minMember: 2, queue: research}
                """;
        ImportedDump done = imported(
                DumpKind.KAI,
                group,
                pod(
                        "half",
                        "09:00:00",
                        queue.formatted("gpu-fraction: \"0.5\""),
                        "nodeName: a, containers: [{name: m}]",
                        over("Succeeded", "09:01:00", "09:31:00")),
                pod(
                        "third",
                        "09:00:01",
                        queue.formatted("gpu-fraction: \"0.3\""),
                        "nodeName: a, containers: [{name: m}]",
                        since("Running", "09:02:00")),
                pod("g-0", "09:10:00", queue.formatted("pod-group-name: pg"), gpus(1), "phase: Pending"),
                pod("g-1", "09:10:00", queue.formatted("pod-group-name: pg"), gpus(1), "phase: Pending"),
                pod("holder", "09:00:00", "nodeName: a, " + gpus(1), since("Running", "09:00:00"))
                        .replace("namespace: team", "namespace: kai-resource-reservation"));
        assertThat(done.told())
                .containsExactly(
                        "09:00:00 node a",
                        "09:00:00 made team/half of 1 for 30m in research",
                        "09:00:01 made team/third of 1 for 1h in research",
                        "09:01:00 team/half at [Placement[node=0, grant=Devices[mask=1]]]",
                        "09:02:00 team/third at [Placement[node=0, grant=Devices[mask=1]]]",
                        "09:10:00 made team/pg of 2 for 1h in research",
                        "09:31:00 end 1.0 0");
        assertThat(done.notes().lines())
                .containsExactly(
                        "pods left out, as they hold a GPU for others that share it and count themselves: 1",
                        "pods that have not ended, and run as --run-time says (1h): 3");
    }

    @Test
    void whatIsWrongIsToldWithItsPlace() {
        wrong(
                DumpKind.KAI,
                pod("p", "09:00:00", "annotations: {gpu-fraction: \"1.5\"}", "containers: []", ""),
                "gpu-fraction: must be above 0 and at most 1, but is \"1.5\"");
        wrong(
                DumpKind.KAI,
                pod("p", "09:00:00", "annotations: {gpu-memory: 4Gi}", "containers: []", ""),
                "gpu-memory: must be MiB as a whole number");
        wrong(DumpKind.KUEUE, WORKLOAD.replace("count: 2", "count: many"), "podSets[0].count", "many");
        wrong(DumpKind.KUEUE, WORKLOAD.replace("count: 2, ", ""), "podSets[0]", "count");
        wrong(
                DumpKind.KUBERNETES,
                JOB.replace("parallelism: 2, completions: 5", "parallelism: 200000"),
                "spec.parallelism: must be 0 to 100000");
        wrong(
                DumpKind.KUBERNETES,
                pod("p", "09:00:00", gpus(1).replace("\"1\"", "one"), ""),
                "requests.nvidia.com/gpu",
                "\"one\" is no quantity");
        wrong(
                DumpKind.KUBERNETES,
                pod("p", "99:00:00", gpus(1), ""),
                "creationTimestamp: must be a time such as 2026-03-01T08:00:00Z");
        wrong(
                DumpKind.KUBERNETES,
                pod("p", "09:00:00", "annotations: {berth.io/run-time: soon}", gpus(1), ""),
                "berth.io/run-time: must be a duration",
                "soon");
    }

    private void wrong(DumpKind kind, String object, String... says) {
        assertThatThrownBy(() -> imported(kind, object))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("dump:")
                .hasMessageContainingAll(says);
    }
}
