package io.berth.core.plan.queue;

import io.berth.core.state.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Waiting jobs in an order, in blocks that know what is in them: a pass over a long queue of which it needs few looks at one
 * block in place of some hundred jobs. What is left of a job does not change while it waits.
 */
final class JobBlocks implements Iterable<Job> {
    private final Comparator<Job> order;
    /** One at least; none is empty where there are more. */
    private final List<Block> blocks = new ArrayList<>();

    JobBlocks(Comparator<Job> order) {
        this.order = order;
        blocks.add(new Block());
    }

    boolean isEmpty() {
        return blocks.getFirst().size == 0;
    }

    void add(Job job) {
        int at = StrictMath.max(0, lastFrom(job));
        Block block = blocks.get(at);
        block.insert(block.place(job, order), job);
        if (block.size == Block.MOST) {
            blocks.add(at + 1, block.split());
        }
    }

    /** Removes a job that is there, and whose place in the order is what it was. */
    void remove(Job job) {
        int at = lastFrom(job);
        Block block = blocks.get(at);
        block.remove(block.place(job, order) - 1);
        if (block.size == 0 && blocks.size() > 1) {
            blocks.remove(at);
        }
    }

    @Override
    public Iterator<Job> iterator() {
        return new Walk(null);
    }

    /** Those of which {@code filter} does not say, when their turn comes, that they cannot start. */
    Iterable<Job> mayStart(WaitingShapes filter) {
        return () -> new Walk(filter);
    }

    /** The last block that begins with {@code job} or one before it; -1 where it goes before all. */
    private int lastFrom(Job job) {
        int low = 0;
        int high = isEmpty() ? -1 : blocks.size() - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (order.compare(blocks.get(middle).first(), job) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private final class Walk implements Iterator<Job> {
        private final @Nullable WaitingShapes filter;
        private int block;
        private int at;

        Walk(@Nullable WaitingShapes filter) {
            this.filter = filter;
        }

        @Override
        public boolean hasNext() {
            while (block < blocks.size()) {
                at = blocks.get(block).next(at, filter);
                if (at < blocks.get(block).size) {
                    return true;
                }
                block++;
                at = 0;
            }
            return false;
        }

        @Override
        public Job next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return blocks.get(block).job(at++);
        }
    }
}
