package io.berth.kube.object;

import io.berth.kube.wire.Message;

/** A version of {@code scheduling.k8s.io} that has PodGroups: what they say is the same, the numbers of their fields are not. */
public enum PodGroupVersion {
    /** Of Kubernetes 1.37, the newest. */
    V1BETA1("v1beta1", "PodGroupInitiallyScheduled", new Numbers(1, 3, 4, 5, 6, 8, 9)),
    /** The same, with groups of groups. */
    V1ALPHA3("v1alpha3", "PodGroupInitiallyScheduled", new Numbers(1, 3, 4, 5, 6, 8, 9)),
    /** Of Kubernetes 1.36. */
    V1ALPHA2("v1alpha2", "PodGroupScheduled", new Numbers(Numbers.NONE, 2, 3, 4, 5, 7, Numbers.NONE));

    private final String text;
    private final String condition;
    private final Numbers numbers;

    /** Where a version has the fields of {@code PodGroupSpec} that matter. */
    record Numbers(int parent, int policy, int constraints, int claims, int disruption, int priority, int preemption) {
        /** Of one that it has not. */
        static final int NONE = -1;
    }

    PodGroupVersion(String text, String condition, Numbers numbers) {
        this.text = text;
        this.condition = condition;
        this.numbers = numbers;
    }

    /** As it stands in paths. */
    public String text() {
        return text;
    }

    /** The type of the condition that says whether a group has started. */
    public String condition() {
        return condition;
    }

    Numbers numbers() {
        return numbers;
    }

    /** One PodGroup of this version. */
    public PodGroup read(Message message) {
        return new PodGroupReader(this).read(message);
    }
}
