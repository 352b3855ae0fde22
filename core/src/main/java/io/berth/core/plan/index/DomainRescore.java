package io.berth.core.plan.index;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Domains;

/** Has the nodes of one label key's domains scored again where sums changed: it costs the size of those domains, not of the cluster. */
record DomainRescore(Domains domains, Tournament tournament, ChangeReader reader) implements ChangeReader.Rows {
    DomainRescore(Domains domains, Tournament tournament) {
        this(domains, tournament, new ChangeReader(domains));
    }

    /** Scores again what changed since the last call; the tournament knows all nodes and has scored those that changed themselves. */
    void catchUp() {
        domains.catchUp();
        reader.catchUp(this);
    }

    @Override
    public void grow(int count) {
        // Nothing is kept by domain.
    }

    @Override
    public void updateAll(int count) {
        // The first domains that there are: all their nodes are new to the tournament too.
    }

    @Override
    public void update(int domain) {
        for (int node = domains.first(domain); node >= 0; node = domains.next(node)) {
            tournament.update(node);
        }
    }
}
