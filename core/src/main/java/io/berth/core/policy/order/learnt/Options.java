package io.berth.core.policy.order.learnt;

import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import java.util.Arrays;

/** Some of the waiting jobs, as if no others waited. */
final class Options implements Waiting {
    private final Waiting waiting;
    private int[] places = new int[16];
    private int size;

    /** Those of {@code waiting} for which there is room, and the one at {@code own}. */
    Options(Waiting waiting, int own) {
        this.waiting = waiting;
        for (int place = 0; place < waiting.size(); place++) {
            if (Exploring.isOption(waiting, own, place)) {
                if (size == places.length) {
                    places = Arrays.copyOf(places, size * 2);
                }
                places[size++] = place;
            }
        }
    }

    /** Where option {@code i} stands among all that wait. */
    int place(int i) {
        return places[i];
    }

    /** Which option stands at {@code place}, which is one. */
    int of(int place) {
        return Arrays.binarySearch(places, 0, size, place);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public QueuedJob job(int i) {
        return waiting.job(places[i]);
    }

    @Override
    public long nowNanos() {
        return waiting.nowNanos();
    }

    @Override
    public long freeCpuMilli() {
        return waiting.freeCpuMilli();
    }

    @Override
    public long totalCpuMilli() {
        return waiting.totalCpuMilli();
    }

    @Override
    public long freeGpuMilli() {
        return waiting.freeGpuMilli();
    }

    @Override
    public long totalGpuMilli() {
        return waiting.totalGpuMilli();
    }

    @Override
    public boolean mayFit(int i) {
        return waiting.mayFit(places[i]);
    }

    @Override
    public int below(int bound) {
        return waiting.below(bound);
    }
}
