package io.berth.sim.workload;

import java.util.Iterator;

/** What another iterator gives, each changed as it comes. */
public final class Changed<T> implements Iterator<T> {
    private final Iterator<T> elements;
    private final Change<T> change;
    private long index;

    /** What becomes of an element. */
    @FunctionalInterface
    public interface Change<T> {
        /** What {@code element} becomes, the one at {@code index}, from 0. */
        T of(T element, long index);
    }

    public Changed(Iterator<T> elements, Change<T> change) {
        this.elements = elements;
        this.change = change;
    }

    @Override
    public boolean hasNext() {
        return elements.hasNext();
    }

    @Override
    public T next() {
        return change.of(elements.next(), index++);
    }
}
