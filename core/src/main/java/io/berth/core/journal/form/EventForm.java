package io.berth.core.journal.form;

import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Kind;
import io.berth.core.journal.field.Kinds;
import java.util.List;
import java.util.stream.Stream;

/**
 * What happened. Exogenous kinds have the numbers from {@link #FIRST} on, consequent ones those from 96 on; kinds below are of
 * earlier formats.
 */
public final class EventForm {
    /** The first number of this format. */
    public static final int FIRST = 64;

    /** A job of an array of which another job comes before it in the frame. */
    private static final int ARRAY_MEMBER = 65;

    private static final Kinds<Event> KINDS = new Kinds<>("event", kinds());

    private EventForm() {}

    private static List<Kind<? extends Event>> kinds() {
        return Stream.of(JobEvents.kinds(), WorldEvents.kinds(), TaskEvents.kinds())
                .<Kind<? extends Event>>flatMap(List::stream)
                .toList();
    }

    /** @param arrays those of which jobs come before it in the frame */
    public static void write(Event event, ArrayScope arrays, ByteSink sink) {
        if (event instanceof Event.JobSubmitted submitted) {
            if (member(submitted, arrays, sink)) {
                return;
            }
            arrays.add(submitted.spec());
        }
        KINDS.write(event, sink);
    }

    private static boolean member(Event.JobSubmitted event, ArrayScope arrays, ByteSink sink) {
        int begin = sink.size();
        sink.put(ARRAY_MEMBER);
        sink.number(event.job());
        sink.text(event.origin());
        sink.number(event.sequence());
        boolean known = arrays.write(event.spec(), sink);
        if (!known) {
            sink.cut(begin);
        }
        return known;
    }

    /**
     * What {@link #write} wrote behind {@code kind}, which was read already.
     *
     * @throws CorruptRecordException where that is no event
     */
    public static Event read(int kind, ArrayScope arrays, ByteSource source) {
        if (kind == ARRAY_MEMBER) {
            return member(arrays, source);
        }
        Event event = KINDS.read(kind, source);
        if (event instanceof Event.JobSubmitted submitted) {
            arrays.add(submitted.spec());
        }
        return event;
    }

    /** A job of an array that is known in {@code arrays}. */
    public static Event.JobSubmitted member(ArrayScope arrays, ByteSource source) {
        long job = source.number();
        String origin = source.text();
        long sequence = source.number();
        return new Event.JobSubmitted(job, arrays.read(source), origin, sequence);
    }
}
