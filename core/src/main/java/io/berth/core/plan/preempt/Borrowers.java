package io.berth.core.plan.preempt;

import io.berth.core.plan.queue.QueueBook;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of queues that hold more than their quota, for one whose queue holds less with it. Siblings give first, then who is further away; of those the queue
 * with the greatest share by its weight, one job after the other, those first that lose least. None comes so far below that it holds less than its quota,
 * nor does a queue above it: so what was given back is never asked back, and nobody stops in turns.
 */
final class Borrowers implements VictimPicker {
    private final QueueBook book;
    private final QueueHolders holders;
    private final State state;
    private long[] wanted = new long[0];
    private long[] held = new long[0];
    private @Nullable QueueUse trial;

    Borrowers(State state, QueueBook book, QueueHolders holders) {
        this.state = state;
        this.book = book;
        this.holders = holders;
    }

    private double share(int node, QueueUse use) {
        return state.queues().share(node, use, state.nowNanos());
    }

    @Override
    public void begin(Units units) {
        if (book.any()) {
            wanted = new long[book.later().tree().resources().size()];
            held = new long[wanted.length];
        }
    }

    /** True where {@code job} may have others stopped. */
    boolean gives(Job job) {
        return book.any() && book.withinQuota(job);
    }

    @Override
    public List<Job> pick(Job job, long releases) {
        return candidates(job, Integer.MAX_VALUE);
    }

    /** A queue whose next job may be stopped. */
    private record Giver(int leaf, int common, double share, Iterator<Job> jobs) {}

    @Override
    public List<Job> candidates(Job job, int most) {
        QueueUse use = trial();
        QueueTree tree = use.tree();
        int own = book.leaf(job);
        book.needs(job, wanted);
        TreeSet<Giver> givers = new TreeSet<>(Comparator.<Giver>comparingInt(giver -> -depth(tree, giver.common()))
                .thenComparing(Comparator.comparingDouble(Giver::share).reversed())
                .thenComparingInt(Giver::leaf));
        for (int leaf = 0; leaf < tree.root(); leaf++) {
            Iterator<Job> jobs = borrows(use, leaf)
                    ? holders.of(tree.queues().get(leaf).name()).iterator()
                    : Collections.<Job>emptyIterator();
            if (leaf != own && jobs.hasNext()) {
                givers.add(new Giver(leaf, use.above(own, leaf), share(leaf, use), jobs));
            }
        }
        List<Job> picked = new ArrayList<>();
        while (!givers.isEmpty() && picked.size() < most) {
            Giver giver = givers.removeFirst();
            Job victim = next(giver, own, use);
            if (victim != null) {
                picked.add(victim);
                givers.add(new Giver(giver.leaf, giver.common, share(giver.leaf, use), giver.jobs));
            }
        }
        return picked;
    }

    /** What queues hold, to be tried. */
    private QueueUse trial() {
        QueueUse known = trial;
        if (known == null || known.tree() != book.later().tree()) {
            known = book.later().copy();
            trial = known;
        }
        known.become(book.later());
        return known;
    }

    private boolean borrows(QueueUse use, int leaf) {
        boolean borrows = false;
        for (int column = 0; column < wanted.length; column++) {
            borrows |= wanted[column] > 0 && use.borrowed(leaf, column) > 0;
        }
        return borrows && use.tree().leaf(leaf);
    }

    /** The next of its jobs that may be stopped, which counts as stopped from now on; null where there is none. */
    private @Nullable Job next(Giver giver, int own, QueueUse use) {
        if (!use.withinQuota(own, giver.common, wanted)) {
            return null;
        }
        while (giver.jobs.hasNext()) {
            Job job = giver.jobs.next();
            book.held(job, held);
            if (holders.open(job) && use.keepsQuota(giver.leaf, giver.common, held, wanted)) {
                use.give(giver.leaf, held);
                return job;
            }
        }
        return null;
    }

    /**
     * True where the queue of {@code job}, and those above it, hold no more than their quota with it when {@code victims} have stopped, up to where
     * theirs meet. That those keep their quota holds for some where it holds for all that were told.
     */
    boolean fair(Job job, List<Job> victims) {
        QueueUse use = trial();
        int own = book.leaf(job);
        book.needs(job, wanted);
        for (Job victim : victims) {
            book.held(victim, held);
            use.give(book.leaf(victim), held);
        }
        boolean fair = true;
        for (Job victim : victims) {
            fair &= use.withinQuota(own, use.above(own, book.leaf(victim)), wanted);
        }
        return fair;
    }

    private static int depth(QueueTree tree, int node) {
        int depth = 0;
        for (int at = node; at != tree.root(); at = tree.parent(at)) {
            depth++;
        }
        return depth;
    }
}
