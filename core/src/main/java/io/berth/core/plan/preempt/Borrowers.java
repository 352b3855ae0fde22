package io.berth.core.plan.preempt;

import io.berth.core.plan.preempt.Givers.Giver;
import io.berth.core.plan.queue.QueueBook;
import io.berth.core.queue.QueueTree;
import io.berth.core.queue.QueueUse;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.Sparing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
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
    private final Sparing sparing;
    private long[] wanted = new long[0];
    private long[] held = new long[0];
    /** Of this pass; null where nobody has asked yet. */
    private @Nullable Givers givers;
    /** What queues hold, to be tried. */
    private @Nullable QueueUse trial;
    /** The queues whose jobs were stopped in it, for a try. */
    private final List<Integer> tried = new ArrayList<>();

    /** Who was given nothing since somebody started or stopped last. */
    private final TreeSet<Like> refused = new TreeSet<>();

    private long refusedAt = -1;
    private int refusedChanges = -1;

    /** Jobs of one queue that ask for the same. */
    private record Like(int leaf, int gang, int tasks) implements Comparable<Like> {
        static Like of(Job job, int leaf) {
            return new Like(leaf, job.gang().id(), job.leastTasks());
        }

        @Override
        public int compareTo(Like other) {
            int order = Integer.compare(gang, other.gang);
            order = order != 0 ? order : Integer.compare(leaf, other.leaf);
            return order != 0 ? order : Integer.compare(tasks, other.tasks);
        }
    }

    Borrowers(State state, QueueBook book, QueueHolders holders, Sparing sparing) {
        this.sparing = sparing;
        this.state = state;
        this.book = book;
        this.holders = holders;
    }

    private double share(int node, QueueUse use) {
        return state.queues().share(node, use, state.nowNanos());
    }

    @Override
    public void begin(Units units) {
        givers = null;
        if (book.any()) {
            wanted = new long[book.later().tree().resources().size()];
            held = new long[wanted.length];
        }
    }

    /**
     * True where {@code job} may have others stopped, and nothing is known of one like it in vain.
     *
     * @param releases how often a pass began or room was made
     */
    boolean gives(Job job, long releases) {
        if (!book.any() || !book.withinQuota(job)) {
            return false;
        }
        book.needs(job, wanted);
        if (releases != refusedAt || book.changes() != refusedChanges) {
            refused.clear();
            refusedAt = releases;
            refusedChanges = book.changes();
        }
        return book.later().governs(wanted) && !refused.contains(Like.of(job, book.leaf(job)));
    }

    /** That came to nothing: nor does it for another that asks for the same, as room only becomes less. */
    void gaveNothing(Job job) {
        // Of several groups, and by rules between tasks, one may find room where an equal one, earlier in the pass,
        // found none.
        if (job.uniform() && job.gang().alone()) {
            refused.add(Like.of(job, book.leaf(job)));
        }
    }

    @Override
    public List<Job> pick(Job job, long releases) {
        return candidates(job, Integer.MAX_VALUE);
    }

    @Override
    public List<Job> candidates(Job job, int most) {
        QueueUse use = trial();
        int own = book.leaf(job);
        book.needs(job, wanted);
        List<Job> picked = new ArrayList<>();
        int before = own;
        for (int common = use.tree().parent(own); common >= 0 && picked.size() < most; ) {
            if (use.withinQuota(own, common, wanted)) {
                pick(Objects.requireNonNull(givers).below(common, before), common, most, picked);
            }
            before = common;
            common = use.tree().parent(common);
        }
        return picked;
    }

    /** Adds jobs of queues that meet that of the one who waits in {@code common}: of the queue with the greatest share the next, each time. */
    private void pick(Iterator<Giver> untouched, int common, int most, List<Job> picked) {
        QueueUse use = Objects.requireNonNull(trial);
        TreeMap<Giver, Iterator<Job>> touched = new TreeMap<>(Giver::compare);
        Giver next = untouched.hasNext() ? untouched.next() : null;
        while (picked.size() < most && (next != null || !touched.isEmpty())) {
            Giver giver = next;
            Iterator<Job> jobs;
            if (giver == null || !touched.isEmpty() && touched.firstKey().compare(giver) < 0) {
                giver = touched.firstKey();
                jobs = Objects.requireNonNull(touched.remove(giver));
            } else {
                jobs = jobs(giver.leaf());
                next = untouched.hasNext() ? untouched.next() : null;
            }
            Job victim = next(giver.leaf(), common, jobs);
            if (victim != null) {
                picked.add(victim);
                touched.put(new Giver(giver.leaf(), share(giver.leaf(), use)), jobs);
            }
        }
    }

    /** Of {@code leaf}, where it has borrowed of what is wanted; those that may hold some of that. */
    private Iterator<Job> jobs(int leaf) {
        QueueUse use = book.later();
        boolean borrows = false;
        boolean devicesAlone = true;
        for (int column = 0; column < wanted.length; column++) {
            borrows |= wanted[column] > 0 && use.borrowed(leaf, column) > 0;
            devicesAlone &= column == QueueTree.GPU_COLUMN || wanted[column] == 0 || !use.governed(column);
        }
        String name = use.tree().queues().get(leaf).name();
        SortedSet<Job> jobs = devicesAlone ? holders.withDevices(name) : holders.of(name);
        return borrows ? jobs.iterator() : Collections.emptyIterator();
    }

    /** What queues hold, to be tried: as the book has it. */
    private QueueUse trial() {
        Givers now = givers;
        QueueUse known = trial;
        if (known == null || known.tree() != book.later().tree()) {
            known = book.later().copy();
            trial = known;
        }
        if (now == null) {
            givers = new Givers(book, leaf -> share(leaf, book.later()));
            known.become(book.later());
        } else {
            for (int leaf : now.catchUp()) {
                known.become(book.later(), leaf);
            }
            for (int leaf : tried) {
                known.become(book.later(), leaf);
            }
        }
        tried.clear();
        return known;
    }

    private void stops(int leaf, Job job, QueueUse use) {
        book.held(job, held);
        use.give(leaf, held);
        tried.add(leaf);
    }

    /** The next of its jobs that may be stopped, which counts as stopped from now on; null where there is none. */
    private @Nullable Job next(int leaf, int common, Iterator<Job> jobs) {
        QueueUse use = Objects.requireNonNull(trial);
        while (jobs.hasNext()) {
            Job job = jobs.next();
            book.held(job, held);
            if (use.keepsQuota(leaf, common, held, wanted)
                    && holders.open(job)
                    && !sparing.spares(job.startNanos(), state.nowNanos())) {
                stops(leaf, job, use);
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
        victims.forEach(victim -> stops(book.leaf(victim), victim, use));
        boolean fair = true;
        for (Job victim : victims) {
            fair &= use.withinQuota(own, use.above(own, book.leaf(victim)), wanted);
        }
        return fair;
    }
}
