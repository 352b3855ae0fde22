package io.berth.kube.dump.form;

import static io.berth.kube.dump.form.MessageForm.Type.FLAG;
import static io.berth.kube.dump.form.MessageForm.Type.LONG;
import static io.berth.kube.dump.form.MessageForm.Type.QUANTITY;
import static io.berth.kube.dump.form.MessageForm.Type.TEXT;
import static io.berth.kube.dump.form.MessageForm.Type.TIME;
import static io.berth.kube.dump.form.MessageForm.Type.WHOLE;

/** The forms of the objects that are read (k8s.io/api of 0.36, generated.proto): their fields that the readers of pods and nodes ask for. */
public final class ObjectForms {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    /** Of what is asked for by being there alone. */
    private static final MessageForm PRESENT = new MessageForm();

    private static final MessageForm META = new MessageForm()
            .one(1, "name", TEXT)
            .one(3, "namespace", TEXT)
            .one(5, "uid", TEXT)
            .one(6, "resourceVersion", TEXT)
            .one(8, "creationTimestamp", TIME)
            .one(9, "deletionTimestamp", TIME)
            .map(11, "labels", TEXT)
            .map(12, "annotations", TEXT)
            .list(
                    13,
                    "ownerReferences",
                    new MessageForm()
                            .one(1, "kind", TEXT)
                            .one(3, "name", TEXT)
                            .one(4, "uid", TEXT)
                            .one(6, "controller", FLAG));

    /** A requirement of labels, whatever has them. */
    private static final MessageForm REQUIREMENT =
            new MessageForm().one(1, "key", TEXT).one(2, "operator", TEXT).list(3, "values", TEXT);

    /** {@code meta/v1 LabelSelector}. */
    public static final MessageForm LABEL_SELECTOR =
            new MessageForm().map(1, "matchLabels", TEXT).list(2, "matchExpressions", REQUIREMENT);

    /** {@code v1 Toleration}. */
    public static final MessageForm TOLERATION = new MessageForm()
            .one(1, "key", TEXT)
            .one(2, "operator", TEXT)
            .one(3, "value", TEXT)
            .one(4, "effect", TEXT);

    private static final MessageForm NODE_TERM =
            new MessageForm().list(1, "matchExpressions", REQUIREMENT).list(2, "matchFields", REQUIREMENT);

    private static final MessageForm POD_TERM = new MessageForm()
            .one(1, "labelSelector", LABEL_SELECTOR)
            .list(2, "namespaces", TEXT)
            .one(3, "topologyKey", TEXT)
            .one(4, "namespaceSelector", LABEL_SELECTOR)
            .list(5, "matchLabelKeys", TEXT)
            .list(6, "mismatchLabelKeys", TEXT);

    private static final MessageForm POD_TERMS = new MessageForm()
            .list(1, REQUIRED, POD_TERM)
            .list(2, PREFERRED, new MessageForm().one(1, "weight", WHOLE).one(2, "podAffinityTerm", POD_TERM));

    private static final MessageForm AFFINITY = new MessageForm()
            .one(
                    1,
                    "nodeAffinity",
                    new MessageForm()
                            .one(1, REQUIRED, new MessageForm().list(1, "nodeSelectorTerms", NODE_TERM))
                            .list(
                                    2,
                                    PREFERRED,
                                    new MessageForm().one(1, "weight", WHOLE).one(2, "preference", NODE_TERM)))
            .one(2, "podAffinity", POD_TERMS)
            .one(3, "podAntiAffinity", POD_TERMS);

    private static final MessageForm REQUESTS = new MessageForm().map(2, "requests", QUANTITY);

    private static final MessageForm CONTAINER = new MessageForm()
            .one(1, "name", TEXT)
            .one(2, "image", TEXT)
            .list(
                    6,
                    "ports",
                    new MessageForm()
                            .one(2, "hostPort", WHOLE)
                            .one(4, "protocol", TEXT)
                            .one(5, "hostIP", TEXT))
            .one(8, "resources", REQUESTS)
            .one(24, "restartPolicy", TEXT);

    private static final MessageForm VOLUME =
            new MessageForm().one(1, "name", TEXT).inline(2, "volumeSource", sources());

    private static final MessageForm SPREAD = new MessageForm()
            .one(1, "maxSkew", WHOLE)
            .one(2, "topologyKey", TEXT)
            .one(3, "whenUnsatisfiable", TEXT)
            .one(4, "labelSelector", LABEL_SELECTOR)
            .one(5, "minDomains", WHOLE)
            .one(6, "nodeAffinityPolicy", TEXT)
            .one(7, "nodeTaintsPolicy", TEXT)
            .list(8, "matchLabelKeys", TEXT);

    private static final MessageForm POD_SPEC = new MessageForm()
            .list(1, "volumes", VOLUME)
            .list(2, "containers", CONTAINER)
            .one(5, "activeDeadlineSeconds", LONG)
            .map(7, "nodeSelector", TEXT)
            .one(10, "nodeName", TEXT)
            .one(18, "affinity", AFFINITY)
            .one(19, "schedulerName", TEXT)
            .list(20, "initContainers", CONTAINER)
            .list(22, "tolerations", TOLERATION)
            .one(25, "priority", WHOLE)
            .one(31, "preemptionPolicy", TEXT)
            .map(32, "overhead", QUANTITY)
            .list(33, "topologySpreadConstraints", SPREAD)
            .list(38, "schedulingGates", PRESENT)
            .list(
                    39,
                    "resourceClaims",
                    new MessageForm()
                            .one(1, "name", TEXT)
                            .one(3, "resourceClaimName", TEXT)
                            .one(4, "resourceClaimTemplateName", TEXT))
            .one(40, "resources", REQUESTS)
            .one(43, "schedulingGroup", new MessageForm().one(1, "podGroupName", TEXT));

    private static final MessageForm CONTAINER_STATUS = new MessageForm()
            .one(1, "name", TEXT)
            .map(10, "allocatedResources", QUANTITY)
            .one(11, "resources", REQUESTS);

    private static final MessageForm POD_STATUS = new MessageForm()
            .one(1, "phase", TEXT)
            .list(
                    2,
                    "conditions",
                    new MessageForm()
                            .one(1, "type", TEXT)
                            .one(2, "status", TEXT)
                            .one(4, "lastTransitionTime", TIME)
                            .one(5, "reason", TEXT))
            .list(8, "containerStatuses", CONTAINER_STATUS)
            .list(10, "initContainerStatuses", CONTAINER_STATUS)
            .list(
                    15,
                    "resourceClaimStatuses",
                    new MessageForm().one(1, "name", TEXT).one(2, "resourceClaimName", TEXT))
            .map(19, "allocatedResources", QUANTITY)
            .one(20, "resources", REQUESTS)
            .list(
                    21,
                    "nodeAllocatableResourceClaimStatuses",
                    new MessageForm()
                            .list(2, "containers", TEXT)
                            .map(3, "resources", QUANTITY)
                            .list(
                                    4,
                                    "mapping",
                                    new MessageForm().one(1, "name", TEXT).one(2, "quantity", QUANTITY))
                            .list(
                                    5,
                                    "overhead",
                                    new MessageForm()
                                            .one(1, "name", TEXT)
                                            .one(2, "perPod", QUANTITY)
                                            .one(3, "perContainer", QUANTITY)));

    /** {@code v1 Pod}. */
    public static final MessageForm POD =
            new MessageForm().one(1, "metadata", META).one(2, "spec", POD_SPEC).one(3, "status", POD_STATUS);

    /** {@code v1 Node}. */
    public static final MessageForm NODE = new MessageForm()
            .one(1, "metadata", META)
            .one(
                    2,
                    "spec",
                    new MessageForm()
                            .one(4, "unschedulable", FLAG)
                            .list(
                                    5,
                                    "taints",
                                    new MessageForm()
                                            .one(1, "key", TEXT)
                                            .one(2, "value", TEXT)
                                            .one(3, "effect", TEXT)))
            .one(
                    3,
                    "status",
                    new MessageForm()
                            .map(2, "allocatable", QUANTITY)
                            .list(
                                    8,
                                    "images",
                                    new MessageForm().list(1, "names", TEXT).one(2, "sizeBytes", LONG)));

    /** {@code v1 Namespace}. */
    public static final MessageForm NAMESPACE = new MessageForm().one(1, "metadata", META);

    private static final MessageForm GROUP_CLAIM = new MessageForm()
            .one(1, "name", TEXT)
            .one(2, "resourceClaimName", TEXT)
            .one(3, "resourceClaimTemplateName", TEXT);

    private static final MessageForm POLICY =
            new MessageForm().one(2, "gang", new MessageForm().one(1, "minCount", WHOLE));

    private static final MessageForm CONSTRAINTS =
            new MessageForm().list(1, "topology", new MessageForm().one(1, "key", TEXT));

    /** {@code scheduling.k8s.io/v1alpha2 PodGroup}. */
    public static final MessageForm POD_GROUP_V1ALPHA2 = new MessageForm()
            .one(1, "metadata", META)
            .one(
                    2,
                    "spec",
                    new MessageForm()
                            .one(2, "schedulingPolicy", POLICY)
                            .one(3, "schedulingConstraints", CONSTRAINTS)
                            .list(4, "resourceClaims", GROUP_CLAIM)
                            .one(5, "disruptionMode", TEXT)
                            .one(7, "priority", WHOLE));

    /** The same of {@code v1alpha3} and {@code v1beta1}. */
    public static final MessageForm POD_GROUP_V1BETA1 = new MessageForm()
            .one(1, "metadata", META)
            .one(
                    2,
                    "spec",
                    new MessageForm()
                            .one(1, "parentCompositePodGroupName", TEXT)
                            .one(3, "schedulingPolicy", POLICY)
                            .one(4, "schedulingConstraints", CONSTRAINTS)
                            .list(5, "resourceClaims", GROUP_CLAIM)
                            .one(6, "disruptionMode", new MessageForm().one(2, "all", PRESENT))
                            .one(8, "priority", WHOLE)
                            .one(9, "preemptionPolicy", TEXT));

    private ObjectForms() {}

    /** {@code v1 VolumeSource}: of one that is a claim, its name counts; of all others, which they are. */
    private static MessageForm sources() {
        MessageForm sources =
                new MessageForm().one(10, "persistentVolumeClaim", new MessageForm().one(1, "claimName", TEXT));
        String[] others = {
            "1 hostPath",
            "2 emptyDir",
            "3 gcePersistentDisk",
            "4 awsElasticBlockStore",
            "5 gitRepo",
            "6 secret",
            "7 nfs",
            "8 iscsi",
            "9 glusterfs",
            "11 rbd",
            "12 flexVolume",
            "13 cinder",
            "14 cephfs",
            "15 flocker",
            "16 downwardAPI",
            "17 fc",
            "18 azureFile",
            "19 configMap",
            "20 vsphereVolume",
            "21 quobyte",
            "22 azureDisk",
            "23 photonPersistentDisk",
            "24 portworxVolume",
            "25 scaleIO",
            "26 projected",
            "27 storageos",
            "28 csi",
            "29 ephemeral"
        };
        for (String other : others) {
            String[] words = other.split(" ");
            sources.one(Integer.parseInt(words[0]), words[1], PRESENT);
        }
        return sources.one(30, "image", new MessageForm().one(1, "reference", TEXT));
    }
}
