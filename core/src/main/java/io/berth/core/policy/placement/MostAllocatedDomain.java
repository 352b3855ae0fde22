package io.berth.core.policy.placement;

import io.berth.core.cluster.Domains;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Scorer;
import io.berth.core.workload.Demand;
import java.util.List;

/**
 * A node of the topology domain, such as the rack, that is allocated most and still has room.
 *
 * <p>Goals: fill racks that are already used, so that whole racks stay free for large jobs. Constraints: none beyond fit. Tasks go one by
 * one: those of a job stay together as long as the domain has room, and go on in the next one then; nothing makes a job wait for a domain
 * that holds all of it.
 *
 * <p>Algorithm: score = ⌊10,000 · mean of (allocated + asked)/total⌋ over CPU, memory and, for tasks that ask for GPUs, GPU, of the
 * usable nodes of the domain together; of what a domain has none, nothing is allocated. All nodes of a domain have the same score, so
 * what stands behind it in a list chooses among them: {@code [most-allocated-domain, best-fit]}; block, rack and best-fit go in one list. A node without the label is a domain by
 * itself. A rack of two nodes of 4 GPUs, 32 CPUs and 256 GiB each has 2 GPUs, 16 CPUs and 128 GiB allocated; a task asks for as much: ⌊10,000
 * (32/64 + 256/512 + 4/8)/3⌋ = 5000; in an idle rack of the same size 2500.
 *
 * <p>Source: the MostAllocated strategy of kube-scheduler's NodeResourcesFit as Kubernetes' topology-aware scheduling applies it to all
 * nodes of a domain (1.36, TopologyPlacement), with equal weights and GPUs as a resource; Volcano calls it bin packing of hypernodes.
 */
public final class MostAllocatedDomain implements Scorer {
    public static final long HIGHEST = 10_000;

    private final String label;

    /** @param label the key of the label that says which domain a node is in */
    public MostAllocatedDomain(String label) {
        if (label.isBlank()) {
            throw new IllegalArgumentException(
                    "The parameter (label) of policy (most-allocated-domain) must be the key of a label, such as rack.");
        }
        this.label = label;
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        Domains domains = nodes.domains(label);
        int domain = domains.of(node);
        Demand task = shape.demand();
        double used = share(domains, domain, Resource.CPU, task.cpuMilli())
                + share(domains, domain, Resource.MEMORY, task.memoryBytes());
        if (task.gpus() == 0) {
            return (long) (HIGHEST * used / 2);
        }
        long total = domains.totalMilli(domain);
        return (long) (HIGHEST * (used + share(total - domains.freeMilli(domain) + task.totalGpuMilli(), total)) / 3);
    }

    @Override
    public List<String> domainKeys() {
        return List.of(label);
    }

    private static double share(Domains domains, int domain, Resource resource, long asked) {
        long total = domains.total(domain, resource);
        return share(total - domains.free(domain, resource) + asked, total);
    }

    private static double share(long used, long total) {
        return total == 0 ? 0 : (double) used / total;
    }
}
