package io.berth.kube.watch;

import io.berth.kube.api.Answer;
import io.berth.kube.object.Meta;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** How objects of one kind stand in what a server answers. */
public interface Format<T> {
    /** The type of contents that a list is asked for in. */
    String listed();

    /** The same of a watch. */
    String watched();

    /**
     * What a list has.
     *
     * @throws io.berth.kube.wire.MalformedException where it is none
     */
    ListAnswer<T> list(InputStream body) throws IOException;

    /** What a watch says, one thing after another. */
    Frames<T> frames(InputStream body);

    /** A watch as it comes. */
    interface Frames<T> {
        /** What it says next; null where the server ended it. */
        @Nullable
        Frame<T> next() throws IOException;
    }

    /** One thing that a watch says. What of it cannot be read is a {@link io.berth.kube.wire.MalformedException}. */
    interface Frame<T> {
        /** What happened. */
        String type();

        /** To what. */
        T object();

        /** The metadata of that, whatever else it has. */
        Meta meta();

        /** What an error says, as if it had been answered. */
        Answer error();
    }
}
