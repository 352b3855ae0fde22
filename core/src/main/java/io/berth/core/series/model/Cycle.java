package io.berth.core.series.model;

/** What belongs to each place of a season, and which place is next. */
final class Cycle {
    final double[] values;
    private int next;

    /**
     * @param values by place, the first that of the first value of the series
     * @param next the place that comes next
     */
    Cycle(double[] values, int next) {
        this.values = values;
        this.next = next % values.length;
    }

    /** What belongs to the place that comes next. */
    double now() {
        return values[next];
    }

    /** What belongs to the place so many steps after the next one. */
    double after(int steps) {
        int place = next + (steps < values.length ? steps : steps % values.length);
        return values[place < values.length ? place : place - values.length];
    }

    /** Sets what belongs to the next place, and goes on to the one after it. */
    void turn(double value) {
        values[next] = value;
        next++;
        if (next == values.length) {
            next = 0;
        }
    }

    /** Goes on and leaves what is there. */
    void turn() {
        turn(now());
    }

    /** The same from the first place on, its values its own. */
    Cycle fromStart() {
        return new Cycle(values.clone(), 0);
    }
}
