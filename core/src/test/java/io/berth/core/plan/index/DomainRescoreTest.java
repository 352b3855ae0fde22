package io.berth.core.plan.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Placer.Scored;
import io.berth.core.policy.Scorer;
import io.berth.core.policy.placement.BestFit;
import io.berth.core.policy.placement.Lexicographic;
import io.berth.core.policy.placement.MostAllocatedDomain;
import io.berth.core.policy.placement.WeightedMean;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tournament over sums of domains answers what a scan of all nodes answers that knows nothing of before. */
class DomainRescoreTest {
    private static final int LIVES = 60;
    private static final int ASKS = 60;

    private static final Scored RACK =
            Scored.upTo(MostAllocatedDomain.HIGHEST, new MostAllocatedDomain(DomainLife.RACK));
    private static final Scored BLOCK =
            Scored.upTo(MostAllocatedDomain.HIGHEST, new MostAllocatedDomain(DomainLife.BLOCK));
    private static final Scored BEST_FIT = Scored.upTo(100, new BestFit(new Facts(32_000, 8_000, List.of())));
    private static final List<Scorer> SCORERS = List.of(
            RACK.scorer(),
            new Lexicographic(List.of(RACK, BEST_FIT)),
            new WeightedMean(List.of(RACK, BLOCK, BEST_FIT), List.of(0.5, 0.3, 0.2)));

    private final List<Tournament> kept = new ArrayList<>();
    private int asked;
    private int wrong;

    @Test
    void whatIsKeptEqualsAScanWhateverHappensToNodesAndTheirLabels() {
        for (Scorer scorer : SCORERS) {
            live(scorer);
        }

        assertThat(asked).isGreaterThan(LIVES * ASKS);
        assertThat(wrong).isZero();
    }

    @Test
    void withoutBeingDeclaredADomainWouldLeaveScoresBehind() {
        Scorer undeclared = RACK.scorer()::score;

        live(undeclared);

        assertThat(wrong).isGreaterThan(asked / 4);
    }

    @Test
    void onlyTheNodesOfDomainsWhoseSumsChangedAreScoredAgain() {
        DomainLife life = DomainLife.racks(50, 8);
        int[] scores = {0};
        Scorer counting = new Scorer() {
            @Override
            public long score(Nodes nodes, int node, Shape shape) {
                scores[0]++;
                return RACK.scorer().score(nodes, node, shape);
            }

            @Override
            public List<String> domainKeys() {
                return RACK.scorer().domainKeys();
            }
        };
        Tournament tournament = new Tournament(life.nodes(), life.shape(), Filter.FIT, counting);
        tournament.catchUp();
        assertThat(scores[0]).isEqualTo(400);

        life.takeOn(17);
        tournament.catchUp();

        assertThat(scores[0]).isEqualTo(400 + 1 + 8);
        assertThat(tournament.best()).isEqualTo(16);
        life.nodes().touch(3);
        tournament.catchUp();
        assertThat(scores[0]).isEqualTo(400 + 1 + 8 + 1);
    }

    private void live(Scorer scorer) {
        for (int seed = 0; seed < LIVES; seed++) {
            DomainLife life = new DomainLife(seed);
            kept.clear();
            for (int ask = 0; ask < ASKS; ask++) {
                life.happen();
                if (kept.isEmpty() || life.below(20) == 0) {
                    kept.add(new Tournament(life.nodes(), life.shape(), Filter.FIT, scorer));
                }
                Tournament tournament = kept.get(life.below(kept.size()));
                tournament.catchUp();
                compare(tournament, life.nodes().copy(), scorer);
            }
        }
    }

    private void compare(Tournament tournament, Nodes plain, Scorer scorer) {
        int best = -1;
        long most = Long.MIN_VALUE;
        boolean equal = true;
        for (int node = 0; node < plain.count(); node++) {
            if (plain.whyNot(tournament.shape, node) == null) {
                long score = scorer.score(plain, node, tournament.shape);
                equal &= score == tournament.score(node);
                best = score > most ? node : best;
                most = StrictMath.max(most, score);
            }
        }
        equal &= tournament.any() == (best >= 0) && (best < 0 || tournament.best() == best);
        asked++;
        wrong += equal ? 0 : 1;
    }
}
