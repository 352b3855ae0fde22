package io.berth.core.journal.form.alike;

import io.berth.core.cluster.load.alike.Alike;
import io.berth.core.cluster.load.alike.AlikeUse;
import io.berth.core.cluster.load.alike.Expected;
import io.berth.core.cluster.load.alike.TaskUse;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.form.LoadForm;

/** What tasks used, and what was learnt from that. */
public final class UseForm {
    private static final Codec<Expected> EXPECTED = Codec.of(
            (expected, sink) -> {
                LoadForm.USE.write(expected.mean(), sink);
                LoadForm.USE.write(expected.most(), sink);
            },
            source -> new Expected(LoadForm.USE.read(source), LoadForm.USE.read(source)));

    /** A task on a node. */
    public static final Codec<TaskUse> TASK = Codec.of(
            (use, sink) -> {
                sink.number(use.job());
                sink.number(use.task());
                LoadForm.USE.write(use.asked(), sink);
                EXPECTED.write(use.expected(), sink);
                sink.put(use.measured() ? 1 : 0);
            },
            source -> new TaskUse(
                    source.number(),
                    source.integer(),
                    LoadForm.USE.read(source),
                    EXPECTED.read(source),
                    source.get() != 0));

    /** What tasks of one kind used. */
    public static final Codec<Alike.Kind> KIND = Codec.of(
            (kind, sink) -> {
                sink.text(kind.key());
                write(kind.use(), sink);
            },
            source -> new Alike.Kind(source.text(), read(source)));

    /** What is told of tasks that ask for the same. */
    public static final Codec<Alike.Telling> TELLING = Codec.of(
            (telling, sink) -> {
                LoadForm.USE.write(telling.asked(), sink);
                EXPECTED.write(telling.expected(), sink);
                sink.number(telling.tasks());
            },
            source -> new Alike.Telling(LoadForm.USE.read(source), EXPECTED.read(source), source.integer()));

    private UseForm() {}

    /** Most counts are 0: those that are not, each after how far it is from the one before. */
    private static void write(AlikeUse use, ByteSink sink) {
        sink.number(use.tasks());
        for (int resource = 0; resource < AlikeUse.resources(); resource++) {
            sink.number(use.sum(resource));
        }
        int filled = 0;
        for (int place = 0; place < AlikeUse.places(); place++) {
            filled += use.count(place) > 0 ? 1 : 0;
        }
        sink.number(filled);
        int last = 0;
        for (int place = 0; place < AlikeUse.places(); place++) {
            if (use.count(place) > 0) {
                sink.number(place - last);
                sink.number(use.count(place));
                last = place;
            }
        }
    }

    private static AlikeUse read(ByteSource source) {
        int tasks = source.integer();
        long[] sums = new long[AlikeUse.resources()];
        for (int resource = 0; resource < sums.length; resource++) {
            sums[resource] = source.number();
        }
        int[] counts = new int[AlikeUse.places()];
        int filled = source.count();
        int place = 0;
        for (int i = 0; i < filled; i++) {
            place += source.integer();
            if (place < 0 || place >= counts.length) {
                throw new CorruptRecordException(
                        "A bucket of uses has the number " + place + "; there are only " + counts.length + ".");
            }
            counts[place] = source.integer();
        }
        if (tasks < 0) {
            throw new CorruptRecordException("Uses are of " + tasks + " tasks.");
        }
        return new AlikeUse(tasks, sums, counts);
    }
}
