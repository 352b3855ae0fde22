package io.berth.core.state.part;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import java.util.Arrays;

/**
 * How the jobs ended that ended last, for those that come after them: at least of the last {@link #GENERATION}, at most of
 * twice as many. Two generations, so that nothing has to be taken out of the middle.
 */
public final class Endings {
    /** How many endings a generation holds before the one before it is forgotten. */
    public static final int GENERATION = 32_768;

    private Generation young = new Generation();
    private Generation old = new Generation();

    /** The same once more; what is old changes no more and is shared. */
    public Endings copy() {
        Endings copy = new Endings();
        copy.young = young.copy();
        copy.old = old;
        return copy;
    }

    /** Job {@code id} ended; {@code finished} where it finished its work. */
    public void add(long id, boolean finished) {
        if (young.size == GENERATION) {
            old = young;
            young = new Generation();
        }
        young.add(id << 1 | (finished ? 1 : 0));
    }

    /** True where it is known how job {@code id} ended. */
    public boolean known(long id) {
        return find(id) != 0;
    }

    /** True where job {@code id} is known to have finished its work. */
    public boolean finished(long id) {
        return (find(id) & Generation.FINISHED) != 0;
    }

    public void write(ByteSink sink) {
        old.write(sink);
        young.write(sink);
    }

    public void read(ByteSource source) {
        old = Generation.read(source);
        young = Generation.read(source);
    }

    private long find(long id) {
        long found = young.find(id);
        return found != 0 ? found : old.find(id);
    }

    /**
     * Endings in order, and found by number. An ending is twice the job's number, and 1 more if it is well.
     *
     * <p>Numbers are given one after another, so those of some that lie side by side stand in one word, a pair of bits each, and few words
     * stay in the cache: a table of endings would cost a miss for each job that ends.
     */
    private static final class Generation {
        private static final int JOB_BITS = 5;
        private static final int JOBS = 1 << JOB_BITS;
        private static final long KNOWN = 1;
        private static final long FINISHED = 2;

        private long[] order = {};
        private int size;
        /** Open addressing: which jobs stand in a word, and the words; a word in which none stands is free. */
        private long[] blocks = new long[8];

        private long[] words = new long[8];
        private int used;

        Generation copy() {
            Generation copy = new Generation();
            copy.order = order.clone();
            copy.size = size;
            copy.blocks = blocks.clone();
            copy.words = words.clone();
            copy.used = used;
            return copy;
        }

        void add(long ending) {
            if (size == order.length) {
                order = Arrays.copyOf(order, StrictMath.max(8, size * 2));
            }
            order[size++] = ending;
            place(ending);
        }

        /** {@link #KNOWN} and {@link #FINISHED} of job {@code id}. */
        long find(long id) {
            return words[slot(id >>> JOB_BITS)] >>> shift(id) & (KNOWN | FINISHED);
        }

        void write(ByteSink sink) {
            sink.number(size);
            long last = 0;
            for (int i = 0; i < size; i++) {
                sink.number(order[i] - last);
                last = order[i];
            }
        }

        static Generation read(ByteSource source) {
            Generation generation = new Generation();
            int count = source.count();
            long last = 0;
            for (int i = 0; i < count; i++) {
                last += source.number();
                generation.add(last);
            }
            return generation;
        }

        private void place(long ending) {
            long id = ending >>> 1;
            int slot = slot(id >>> JOB_BITS);
            if (words[slot] == 0) {
                if ((used + 1) * 2 > words.length) {
                    grow();
                    slot = slot(id >>> JOB_BITS);
                }
                blocks[slot] = id >>> JOB_BITS;
                used++;
            }
            words[slot] |= ((ending & 1) == 0 ? KNOWN : KNOWN | FINISHED) << shift(id);
        }

        private void grow() {
            long[] oldBlocks = blocks;
            long[] oldWords = words;
            blocks = new long[oldBlocks.length * 2];
            words = new long[oldWords.length * 2];
            for (int i = 0; i < oldWords.length; i++) {
                if (oldWords[i] != 0) {
                    int slot = slot(oldBlocks[i]);
                    blocks[slot] = oldBlocks[i];
                    words[slot] = oldWords[i];
                }
            }
        }

        /** The word of {@code block}, or the free one where it would stand. */
        private int slot(long block) {
            int slot = (int) (block * 0x9E3779B97F4A7C15L >>> 40) & words.length - 1;
            while (words[slot] != 0 && blocks[slot] != block) {
                slot = slot + 1 & words.length - 1;
            }
            return slot;
        }

        private static int shift(long id) {
            return (int) (id & JOBS - 1) * 2;
        }
    }
}
