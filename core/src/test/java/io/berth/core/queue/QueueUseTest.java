package io.berth.core.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What queues may take, by hand and beside a reckoning that adds everything up anew. */
class QueueUseTest {
    private static final int TREES = 400;
    private static final int STEPS = 60;

    private static QueueAmount gpus(long gpus) {
        return QueueAmount.of(gpus);
    }

    private static QueueUse use(long capacity, QueueSpec... queues) {
        return new QueueUse(new QueueTree(List.of(queues)), new long[] {capacity, 0, 0});
    }

    private static long[] amounts(long gpus) {
        return new long[] {gpus, 0, 0};
    }

    /** How many GPUs {@code leaf} may take at most. */
    private static long room(QueueUse use, int leaf) {
        long room = 0;
        while (use.refuses(leaf, amounts(room + 1)) == null) {
            room++;
        }
        return room;
    }

    @Test
    void aQueueTakesItsQuotaAndWhatOthersLend() {
        QueueUse use = use(
                8,
                QueueSpec.of("a").deserving("gpu", gpus(4)).lending("gpu", gpus(1)),
                QueueSpec.of("b").deserving("gpu", gpus(4)).borrowing("gpu", gpus(2)));
        assertThat(room(use, 1)).as("its 4 and the 1 that a lends").isEqualTo(5);
        assertThat(room(use, 0)).as("its 4 and all of b's").isEqualTo(8);

        use.take(0, amounts(6));
        assertThat(use.borrowed(0, 0)).isEqualTo(2);
        assertThat(room(use, 1)).isEqualTo(2);
        assertThat(use.refuses(1, amounts(3))).isEqualTo(QueueRefusal.QUOTA);
        use.give(0, amounts(6));
        assertThat(room(use, 1)).isEqualTo(5);
    }

    @Test
    void whatIsNobodysQuotaIsLentAndBorrowingHasABound() {
        QueueUse use = use(
                16,
                QueueSpec.of("a").deserving("gpu", gpus(4)),
                QueueSpec.of("b").deserving("gpu", gpus(4)).borrowing("gpu", gpus(3)),
                QueueSpec.of("c"));
        assertThat(room(use, 1)).isEqualTo(7);
        assertThat(use.refuses(1, amounts(8))).isEqualTo(QueueRefusal.BORROW);
        assertThat(room(use, 2)).as("one without a quota borrows all").isEqualTo(16);
    }

    @Test
    void toAGroupThatMayBorrowNothingNobodyElseLends() {
        QueueUse use = use(
                16,
                QueueSpec.of("group").deserving("gpu", gpus(8)).borrowing("gpu", gpus(0)),
                QueueSpec.of("a").below("group").deserving("gpu", gpus(4)),
                QueueSpec.of("b").below("group").deserving("gpu", gpus(4)).borrowing("gpu", gpus(2)));
        assertThat(room(use, 1)).as("its 4 and b's").isEqualTo(8);
        assertThat(use.refuses(2, amounts(7))).isEqualTo(QueueRefusal.BORROW);
        use.take(1, amounts(7));
        assertThat(use.refuses(2, amounts(2)))
                .as("a has it, and half of the cluster is free")
                .isEqualTo(QueueRefusal.QUOTA);
    }

    @Test
    void whyNotOneMoreLooksAtWhatIsForAQueue() {
        QueueUse use = new QueueUse(
                new QueueTree(List.of(
                        QueueSpec.of("a").deserving("gpu", gpus(2_000)).limited("cpu", QueueAmount.of(0)),
                        QueueSpec.of("b").limited("memory", QueueAmount.of(10)))),
                new long[] {2_000, 8_000, 100});
        assertThat(use.refusesMore(0)).as("no CPUs are for it").isNull();
        use.take(0, amounts(1_500));
        assertThat(use.refusesMore(0)).as("half a GPU is left").isEqualTo(QueueRefusal.QUOTA);
        assertThat(use.refusesMore(1)).as("the other half").isEqualTo(QueueRefusal.QUOTA);
        use.give(0, amounts(1_500));
        use.take(1, new long[] {0, 0, 10});
        assertThat(use.refusesMore(1)).isEqualTo(QueueRefusal.LIMIT);
    }

    @Test
    void limitsHoldForAllBelowAndPartsGoWithTheCluster() {
        QueueUse use = use(
                10,
                QueueSpec.of("org").limited("gpu", QueueAmount.part(500_000)),
                QueueSpec.of("a").below("org"),
                QueueSpec.of("b").below("org").limited("gpu", gpus(3)));
        assertThat(room(use, 1)).isEqualTo(5);
        assertThat(room(use, 2)).isEqualTo(3);
        use.take(1, amounts(4));
        assertThat(room(use, 2)).isEqualTo(1);
        assertThat(use.refuses(2, amounts(2))).isEqualTo(QueueRefusal.LIMIT);
        assertThat(use.neverHolds(2, amounts(4))).isTrue();

        assertThat(use.capacity(new long[] {20, 0, 0})).isTrue();
        assertThat(room(use, 2)).isEqualTo(3);
    }

    @Test
    void whoSaysNothingHasAPartOfWhatTheOneAboveDeserves() {
        QueueUse use = use(
                100,
                QueueSpec.of("org").deserving("gpu", gpus(50)),
                QueueSpec.of("a").below("org").weighing(2),
                QueueSpec.of("b").below("org"),
                QueueSpec.of("c").below("org").deserving("gpu", gpus(20)),
                QueueSpec.of("d"));
        assertThat(List.of(use.quota(1, 0), use.quota(2, 0), use.quota(3, 0), use.quota(4, 0)))
                .containsExactly(20L, 10L, 20L, 0L);
    }

    @Test
    void treesThatAreNoneAreRefused() {
        assertThatThrownBy(() -> new QueueTree(List.of(QueueSpec.of("a"), QueueSpec.of("a"))))
                .hasMessageContaining("declared twice");
        assertThatThrownBy(() -> new QueueTree(List.of(QueueSpec.of("a").below("b"))))
                .hasMessageContaining("not declared");
        assertThatThrownBy(() -> new QueueTree(
                        List.of(QueueSpec.of("a").below("b"), QueueSpec.of("b").below("a"))))
                .hasMessageContaining("below itself");
    }

    @Test
    void amountsBeyondAnyNumberAreAsMuchAsThereCanBe() {
        QueueUse use = use(
                Long.MAX_VALUE,
                QueueSpec.of("org"),
                QueueSpec.of("a").below("org").deserving("gpu", gpus(Long.MAX_VALUE)),
                QueueSpec.of("b").below("org").deserving("gpu", gpus(Long.MAX_VALUE)));
        assertThat(use.quota(0, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(use.refuses(1, amounts(Long.MAX_VALUE / 2))).isNull();
        assertThat(QueueAmount.part(1_000_000).in(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    /** Everything by its definition, of sums that are made anew each time. */
    private static final class Naive {
        private final List<QueueSpec> queues;
        private final long[] held;
        private long capacity;

        Naive(List<QueueSpec> queues, long capacity) {
            this.queues = queues;
            this.held = new long[queues.size()];
            this.capacity = capacity;
        }

        private List<Integer> children(int of) {
            List<Integer> children = new ArrayList<>();
            for (int i = 0; i < queues.size(); i++) {
                String parent = of < 0 ? "" : queues.get(of).name();
                if (queues.get(i).parent().equals(parent)) {
                    children.add(i);
                }
            }
            return children;
        }

        private long used(int node) {
            return held[node] + children(node).stream().mapToLong(this::used).sum();
        }

        /** What it says, or what those below it have together. */
        private long said(int node) {
            long below = children(node).stream().mapToLong(this::said).sum();
            QueueAmount own =
                    node < 0 ? gpus(capacity) : queues.get(node).quota().get("gpu");
            return Math.max(below, own == null ? 0 : own.in(capacity));
        }

        private boolean says(int node) {
            return queues.get(node).quota().containsKey("gpu");
        }

        /** The same with its part of what the one above it has beyond that. */
        private long quota(int node) {
            int above = node < 0 ? -1 : parent(node);
            if (above < 0 || says(node)) {
                return said(node);
            }
            long rest = quota(above)
                    - children(above).stream().mapToLong(this::said).sum();
            double weights = children(above).stream()
                    .filter(child -> !says(child))
                    .mapToDouble(child -> queues.get(child).weightMilli())
                    .sum();
            return said(node) + (long) (rest * (queues.get(node).weightMilli() / weights));
        }

        private int parent(int node) {
            return queues.stream()
                    .map(QueueSpec::name)
                    .toList()
                    .indexOf(queues.get(node).parent());
        }

        private long pool(int node) {
            long own = quota(node);
            for (int child : children(node)) {
                // What those further down keep is not there to be lent either.
                own -= quota(child) - pool(child) + kept(child);
            }
            return own;
        }

        /** What is drawn from the pool of {@code node}. */
        private long drawn(int node) {
            return children(node).isEmpty()
                    ? held[node]
                    : children(node).stream()
                            .mapToLong(child -> Math.max(0, drawn(child) - kept(child)))
                            .sum();
        }

        private long kept(int node) {
            QueueAmount lends = queues.get(node).lend().get("gpu");
            return lends == null ? 0 : Math.max(0, pool(node) - lends.in(capacity));
        }

        private long available(int node) {
            if (node < 0) {
                return pool(-1) - drawn(-1);
            }
            long lent = available(parent(node));
            QueueAmount borrow = queues.get(node).borrow().get("gpu");
            if (borrow != null) {
                long drawnAbove = Math.max(0, drawn(node) - kept(node));
                lent = Math.min(lent, pool(node) - kept(node) - drawnAbove + borrow.in(capacity));
            }
            return Math.max(0, kept(node) - drawn(node)) + Math.max(0, lent);
        }

        boolean allows(int leaf, long amount) {
            int at = leaf;
            while (at >= 0) {
                QueueAmount limit = queues.get(at).limit().get("gpu");
                if (limit != null && used(at) + amount > limit.in(capacity)) {
                    return false;
                }
                at = parent(at);
            }
            boolean governed = queues.stream().anyMatch(queue -> queue.quota().containsKey("gpu"));
            return !governed || amount <= available(leaf);
        }
    }

    private static final class Dice {
        private final long seed;
        private long draws;

        Dice(long seed) {
            this.seed = seed;
        }

        int below(int bound) {
            return Math.floorMod(Chance.at(seed, 5, 1, draws++), bound);
        }

        QueueAmount amount() {
            return below(4) == 0 ? QueueAmount.part(below(11) * 100_000L) : gpus(below(12));
        }
    }

    private static List<QueueSpec> tree(Dice dice) {
        List<QueueSpec> queues = new ArrayList<>();
        int count = 1 + dice.below(8);
        for (int i = 0; i < count; i++) {
            QueueSpec queue = QueueSpec.of("q" + i);
            queue = i > 0 && dice.below(2) == 0 ? queue.below("q" + dice.below(i)) : queue;
            queue = queue.weighing(1 + dice.below(3));
            queue = dice.below(3) > 0 ? queue.deserving("gpu", dice.amount()) : queue;
            queue = dice.below(4) == 0 ? queue.limited("gpu", dice.amount()) : queue;
            queue = dice.below(3) == 0 ? queue.borrowing("gpu", dice.amount()) : queue;
            queues.add(dice.below(3) == 0 ? queue.lending("gpu", dice.amount()) : queue);
        }
        return queues;
    }

    /** One queue of both takes or gives, or nodes come and go; how many amounts were refused. */
    private static int step(Dice dice, QueueUse use, Naive naive, String where) {
        int queue = dice.below(naive.queues.size());
        if (!use.tree().leaf(queue)) {
            return 0;
        }
        long amount = 1 + dice.below(6);
        int kind = dice.below(8);
        if (kind == 0) {
            naive.capacity = dice.below(40);
            use.capacity(new long[] {naive.capacity, 0, 0});
            return 0;
        }
        if (kind <= 2) {
            long given = Math.min(naive.held[queue], amount);
            naive.held[queue] -= given;
            use.give(queue, amounts(given));
            return 0;
        }
        boolean allows = naive.allows(queue, amount);
        assertThat(use.refuses(queue, amounts(amount)) == null)
                .as("%s: %s of %s", where, amount, naive.queues)
                .isEqualTo(allows);
        if (allows || dice.below(6) == 0) {
            naive.held[queue] += amount;
            use.take(queue, amounts(amount));
        }
        return allows ? 0 : 1;
    }

    @Test
    void whatIsKeptAsJobsComeAndGoIsWhatAddingUpAnewSays() {
        int refused = 0;
        for (int seed = 1; seed <= TREES; seed++) {
            Dice dice = new Dice(seed);
            List<QueueSpec> queues = tree(dice);
            QueueUse use = use(20, queues.toArray(QueueSpec[]::new));
            Naive naive = new Naive(queues, 20);
            for (int step = 0; step < STEPS; step++) {
                refused += step(dice, use, naive, "tree " + seed + ", step " + step);
                assertThat(use.used(0, 0)).isEqualTo(naive.used(0));
                assertThat(use.quota(0, 0)).isEqualTo(naive.quota(0));
            }
        }
        assertThat(refused).isBetween(TREES, TREES * STEPS / 2);
    }
}
