package io.berth.core.catalog;

import io.berth.core.policy.domain.DomainPolicies;
import io.berth.core.policy.domain.DomainPolicy;
import java.util.List;

/** What says which domain of a topology a job goes to, in the order in which it is shown. */
final class Topologies {
    static final List<Entry<DomainPolicy>> DOMAINS = List.of(
            domain("tightest", "the smallest domain that holds the job, with least room", "", DomainPolicies.TIGHTEST),
            domain(
                    "kueue-best-fit",
                    "least room of the level asked for, then few domains inside",
                    "Kueue KEP-2724, BestFit",
                    DomainPolicies.KUEUE_BEST_FIT),
            domain(
                    "kueue-least-free",
                    "least room of the level asked for, then the fullest inside",
                    "Kueue KEP-2724, LeastFreeCapacity",
                    DomainPolicies.KUEUE_LEAST_FREE),
            domain(
                    "kai-pack",
                    "least room of the level asked for, then most room inside",
                    "KAI Scheduler, topology plug-in",
                    DomainPolicies.KAI_PACK),
            domain(
                    "koordinator",
                    "the smallest domain, with least room, then most room inside",
                    "Koordinator, network topology solver",
                    DomainPolicies.KOORDINATOR),
            domain(
                    "volcano-binpack",
                    "the smallest domain, allocated most",
                    "Volcano, network-topology-aware",
                    DomainPolicies.VOLCANO),
            domain(
                    "most-tasks",
                    "most room of the level asked for",
                    "kube-scheduler 1.37, pod count of placements",
                    DomainPolicies.MOST_TASKS));

    private Topologies() {}

    private static Entry<DomainPolicy> domain(String name, String summary, String source, DomainPolicy policy) {
        return new Entry<>(name, summary, source, List.of(), (_, _) -> policy);
    }
}
