package io.berth.kube.queue;

import io.berth.kube.object.Meta;
import io.berth.kube.object.Pod;
import io.berth.kube.watch.Reflector;
import io.berth.kube.watch.Resource;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The queues of Kueue (kueue.x-k8s.io): a ClusterQueue is a queue, a Cohort one that others are below, and a pod is in that of the LocalQueue
 * that it, or the Job that made it, names by a label.
 */
final class KueueQueues implements QueueConvention {
    static final String GROUP = "kueue.x-k8s.io";
    static final String CLUSTER_QUEUE = "ClusterQueue";
    static final String LOCAL_QUEUE = "LocalQueue";
    static final String COHORT = "Cohort";
    static final String FLAVOR = "ResourceFlavor";

    /** Before the names of cohorts, which may be those of ClusterQueues too. */
    static final String OF_COHORT = "cohort/";

    private static final String QUEUE = "kueue.x-k8s.io/queue-name";
    /** Which Kueue writes into pods when it admits them. */
    private static final String ADMITTED = "kueue.x-k8s.io/local-queue-name";

    private static final String JOB = "Job";

    /** Of a LocalQueue for all that name none. */
    private static final String USUAL = "default";

    @Override
    public String name() {
        return "kueue";
    }

    @Override
    public List<QueueKind> kinds() {
        return List.of(
                QueueKind.of(GROUP, CLUSTER_QUEUE, "clusterqueues", "v1beta2", "v1beta1"),
                QueueKind.of(GROUP, LOCAL_QUEUE, "localqueues", "v1beta2", "v1beta1"),
                QueueKind.of(GROUP, COHORT, "cohorts", "v1beta2", "v1beta1", "v1alpha1"),
                QueueKind.of(GROUP, FLAVOR, "resourceflavors", "v1beta2", "v1beta1"));
    }

    @Override
    public Bearing<BearingObject> bearing() {
        Resource<BearingObject> jobs = new Resource<>(
                "/apis/batch/v1/jobs?labelSelector=kueue.x-k8s.io%2Fqueue-name",
                "Jobs that name a queue", BearingObject::read);
        return new Bearing<>(
                List.of(jobs),
                Reflector.Need.WHERE_ALLOWED,
                job -> job.meta().uid(),
                job -> job.meta().key().namespace() + "/" + job.meta().labels().getOrDefault(QUEUE, ""));
    }

    @Override
    public DeclaredQueues read(QueueObjects objects) {
        return new KueueReading(objects).read();
    }

    @Override
    public String named(Pod pod) {
        Map<String, String> labels = pod.meta().labels();
        String local = labels.getOrDefault(QUEUE, labels.getOrDefault(ADMITTED, ""));
        return local.isEmpty() ? "" : place(pod, local);
    }

    private static String place(Pod pod, String local) {
        return pod.meta().key().namespace() + "/" + local;
    }

    @Override
    public String bearer(Pod pod) {
        Meta.Owner owner = pod.meta().owner();
        return owner != null && owner.kind().equals(JOB) ? owner.uid() : "";
    }

    @Override
    public String fallback(Pod pod, Map<String, String> namespace, Predicate<String> known) {
        String usual = place(pod, USUAL);
        return known.test(usual) ? usual : "";
    }

    @Override
    public String nowhere(Pod pod) {
        return "it names no LocalQueue by the label " + QUEUE + ", and none of "
                + pod.meta().key().namespace() + " is called " + USUAL;
    }

    @Override
    public String unknown(String place) {
        return "there is no LocalQueue " + place;
    }
}
