package io.berth.kube.watch;

import java.util.List;

/** Hears what there is of one kind; of one thread at a time. */
public interface Sink<T> {
    /** These are all: what was known beside them is gone. */
    void all(List<T> objects);

    /** One came, or is otherwise. */
    void put(T object);

    /** One is gone. */
    void remove(T object);
}
