package io.berth.core.catalog;

import io.berth.core.policy.share.Shares;
import io.berth.core.queue.FairShare;
import io.berth.core.strategy.Reclaim;
import io.berth.core.strategy.Sparing;
import java.util.List;

/**
 * What a strategy does between queues.
 *
 * @param share by what it is decided whose turn it is
 * @param reclaim whether a queue gets back what others borrowed
 */
public record Sharing(FairShare share, Reclaim reclaim) {
    static final List<Entry<FairShare>> SHARES = List.of(
            new Entry<>(
                    "none",
                    "all jobs in one order, whatever queue they are in",
                    "",
                    List.of(),
                    (_, _) -> FairShare.NONE),
            new Entry<>(
                    "drf",
                    "the queue with the least dominant share by its weight goes first",
                    "Ghodsi et al., NSDI 2011",
                    List.of(),
                    (_, _) -> FairShare.drf()),
            new Entry<>(
                    Shares.USAGE,
                    "the queue that used least by its weight goes first, the past counts less and less",
                    "Slurm fair tree, KEP-4136",
                    Shares.PARAMETERS,
                    (parameters, _) -> Shares.usage(parameters)));

    static final List<Entry<Reclaim>> RECLAIMS = List.of(
            new Entry<>("none", "who borrowed gives back when it is done", "", List.of(), (_, _) -> Reclaim.NONE),
            new Entry<>(
                    "any",
                    "jobs of queues above their quota stop for those below theirs",
                    "KAI reclaim, Kueue reclaimWithinCohort",
                    Sparing.PARAMETERS,
                    (parameters, _) -> Catalog.sparing(parameters, Reclaim.ANY)));

    /** True where the jobs of queues do not stand in one order: who gets something back goes before who borrows. */
    public boolean takesTurns() {
        return share.any() || reclaim != Reclaim.NONE;
    }
}
