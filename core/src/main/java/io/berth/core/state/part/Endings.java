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
        return (find(id) & 1) == 1;
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

    /** Endings in order, and found by number: open addressing. An ending is twice the job's number, and 1 more if it is well. */
    private static final class Generation {
        private long[] order = {};
        private long[] slots = new long[8];
        private int size;

        Generation copy() {
            Generation copy = new Generation();
            copy.order = order.clone();
            copy.slots = slots.clone();
            copy.size = size;
            return copy;
        }

        void add(long ending) {
            if ((size + 1) * 2 > slots.length) {
                slots = new long[slots.length * 2];
                for (int i = 0; i < size; i++) {
                    place(order[i]);
                }
            }
            if (size == order.length) {
                order = Arrays.copyOf(order, StrictMath.max(8, size * 2));
            }
            order[size++] = ending;
            place(ending);
        }

        /** The ending of job {@code id}, 0 for none. */
        long find(long id) {
            int slot = home(id);
            while (slots[slot] != 0 && slots[slot] >>> 1 != id) {
                slot = slot + 1 & slots.length - 1;
            }
            return slots[slot];
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
            int slot = home(ending >>> 1);
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = ending;
        }

        private int home(long id) {
            return (int) (id * 0x9E3779B97F4A7C15L >>> 40) & slots.length - 1;
        }
    }
}
