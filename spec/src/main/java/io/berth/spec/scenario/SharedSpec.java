package io.berth.spec.scenario;

import io.berth.core.pool.NodePool;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueSpec;
import io.berth.core.reserve.NodeReservation;
import java.util.List;

/**
 * What is declared of how a cluster is shared.
 *
 * @param queues what is declared of queues; none where they are names alone
 * @param qos what is declared of classes of jobs; none where they are names alone
 * @param reservations nodes that are kept for some jobs, or nobody, for a time from the start of the run on
 * @param pools nodes that are granted to queues
 */
public record SharedSpec(
        List<QueueSpec> queues, List<QosClass> qos, List<NodeReservation> reservations, List<NodePool> pools) {
    /** Queues and classes are names, and nothing is reserved or granted. */
    public static final SharedSpec NONE = new SharedSpec(List.of(), List.of(), List.of(), List.of());

    public SharedSpec {
        queues = List.copyOf(queues);
        qos = List.copyOf(qos);
        reservations = List.copyOf(reservations);
        pools = List.copyOf(pools);
    }
}
