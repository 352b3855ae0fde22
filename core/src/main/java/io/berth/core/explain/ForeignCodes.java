package io.berth.core.explain;

import io.berth.core.decision.Reason;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand.Acceptable;

/**
 * What others call a reason, so that programs that know their words know Berth's; empty where they have none for it. That of Kueue is the reason of
 * a condition {@code QuotaReserved} that is False (KEP-10852, v0.19); that of kube-scheduler is what it says of nodes in {@code FailedScheduling}; that
 * of devices is HAMi's ({@code pkg/device/common}).
 *
 * @param kueue such as {@code WaitingForQuota}
 * @param kubeScheduler such as {@code Insufficient nvidia.com/gpu}
 * @param device such as {@code CardInsufficientMemory}
 */
public record ForeignCodes(String kueue, String kubeScheduler, String device) {
    /** The resource by which Kubernetes counts GPUs of which nothing else is said. */
    private static final String GPU = "nvidia.com/gpu";

    /**
     * Of {@code reason}, as what a task of {@code demand} hears.
     *
     * @param resource the extended resource that is short; empty where it is none
     */
    public static ForeignCodes of(Reason reason, Demand demand, String resource) {
        return new ForeignCodes(kueue(reason), kubeScheduler(reason, demand, resource), device(reason));
    }

    /** Why there is no quota for a workload. What nodes lack is fragmentation to Kueue: it counts them together. */
    private static String kueue(Reason reason) {
        return switch (reason) {
            case HELD -> "Deactivated";
            case NO_QUEUE -> "Misconfigured";
            case NO_NODE_EVER, GPU_MODEL, NODE_LABELS, NODE_TAINTS, MIG_PROFILE, SLOW_LINKS, TOO_LARGE ->
                "NoMatchingFlavor";
            case DEPENDENCY, DEPENDENCY_FAILED, ARRAY_LIMIT -> "AdmissionGated";
            case QUEUE_TOO_SMALL -> "ExceedsMaxQuota";
            case QUEUE_BORROWED -> "BorrowingLimitReached";
            case QUEUE_LIMIT, QUEUE_QUOTA -> "WaitingForQuota";
            case MAKING_ROOM -> "WaitingForPreemptedWorkloads";
            case BEHIND_HEAD, WOULD_DELAY, WINDOW, BACK_OFF, AWAITS_DATA, AWAITS_PRICE -> "PendingEvaluation";
            default -> room(reason) ? "TopologyPlacementFailed" : "";
        };
    }

    private static boolean room(Reason reason) {
        return switch (reason) {
            case CPU,
                    MEMORY,
                    DISK,
                    DISK_IO,
                    NETWORK,
                    TASK_SLOTS,
                    WHOLE_GPUS,
                    GPU_SHARE,
                    GPU_MEMORY,
                    EXTENDED_RESOURCE -> true;
            case GANG, NO_ONE_DOMAIN, NO_DOMAIN_EVER, NO_DOMAIN, MIG_SLICES, LINKS -> true;
            case NOT_TOGETHER, APART, KEPT_APART, SPREAD, NODE_LOST, NODE_DRAINING, RESERVED, OTHER_POOL, SPARE_ROOM ->
                true;
            default -> false;
        };
    }

    private static String kubeScheduler(Reason reason, Demand demand, String resource) {
        return switch (reason) {
            case CPU -> "Insufficient cpu";
            case MEMORY -> "Insufficient memory";
            case DISK -> "Insufficient ephemeral-storage";
            case TASK_SLOTS -> "Too many pods";
            case WHOLE_GPUS, GPU_SHARE -> "Insufficient " + devices(demand);
            case EXTENDED_RESOURCE -> resource.isEmpty() ? "" : "Insufficient " + resource;
            case MIG_SLICES, MIG_PROFILE, LINKS, SLOW_LINKS, GPU_MEMORY -> "cannot allocate all claims";
            case NODE_LABELS, GPU_MODEL -> "node(s) didn't match Pod's node affinity/selector";
            case NODE_TAINTS, NODE_LOST -> "node(s) had untolerated taint(s)";
            case NODE_DRAINING, RESERVED, OTHER_POOL -> "node(s) were unschedulable";
            case NOT_TOGETHER -> "node(s) didn't match pod affinity rules";
            case APART -> "node(s) didn't match pod anti-affinity rules";
            case KEPT_APART -> "node(s) didn't satisfy existing pods anti-affinity rules";
            case SPREAD -> "node(s) didn't match pod topology spread constraints";
            case NO_DOMAIN -> "node(s) didn't match pod topology spread constraints (missing required label)";
            default -> "";
        };
    }

    private static String devices(Demand demand) {
        String kind = demand.devices().of().kind();
        return kind.equals(Acceptable.GPU) ? GPU : kind;
    }

    private static String device(Reason reason) {
        return switch (reason) {
            case WHOLE_GPUS -> "AllocatedCardsInsufficientRequest";
            case GPU_SHARE -> "CardInsufficientCore";
            case GPU_MEMORY -> "CardInsufficientMemory";
            case GPU_MODEL -> "CardTypeMismatch";
            case MIG_SLICES, MIG_PROFILE -> "CardNotFoundCustomFilterRule";
            default -> "";
        };
    }
}
