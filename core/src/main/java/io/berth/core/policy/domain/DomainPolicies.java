package io.berth.core.policy.domain;

import io.berth.core.policy.domain.DomainPolicy.Cost;
import io.berth.core.policy.domain.DomainPolicy.Start;

/** Those that ship with Berth: its own, and what other schedulers do. */
public final class DomainPolicies {
    private static final Cost LEAST_ROOM = (domain, _, _, _) -> domain.slots();
    private static final Cost MOST_ROOM = (domain, _, _, _) -> -domain.slots();

    /** The smallest domain that holds the job, of those of its level the one with least room. */
    public static final DomainPolicy TIGHTEST = new DomainPolicy(LEAST_ROOM, false, Start.NARROWEST, Fill.FEWEST);

    /** Kueue's BestFit. */
    public static final DomainPolicy KUEUE_BEST_FIT = new DomainPolicy(LEAST_ROOM, true, Start.ASKED, Fill.FEWEST);

    /** Kueue's LeastFreeCapacity. */
    public static final DomainPolicy KUEUE_LEAST_FREE =
            new DomainPolicy(LEAST_ROOM, true, Start.ASKED, Fill.LEAST_ROOM);

    /** KAI's packing of domains. */
    public static final DomainPolicy KAI_PACK = new DomainPolicy(LEAST_ROOM, true, Start.ASKED, Fill.MOST_ROOM);

    /** Koordinator's solver for network topologies. */
    public static final DomainPolicy KOORDINATOR = new DomainPolicy(LEAST_ROOM, true, Start.NARROWEST, Fill.MOST_ROOM);

    /** Volcano's bin packing of HyperNodes, tier by tier. */
    public static final DomainPolicy VOLCANO = new DomainPolicy(new BinPacking(), true, Start.NARROWEST, Fill.PLACE);

    /** The pod count of kube-scheduler 1.37. */
    public static final DomainPolicy MOST_TASKS = new DomainPolicy(MOST_ROOM, true, Start.ASKED, Fill.PLACE);

    private DomainPolicies() {}
}
