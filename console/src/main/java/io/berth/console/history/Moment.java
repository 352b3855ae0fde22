package io.berth.console.history;

import io.berth.console.view.LiveView;
import io.berth.core.state.State;

/**
 * How it was at one moment.
 *
 * @param state as it was; nobody changes it
 * @param view of it: what lived then, not what had ended
 * @param nextNanos when it became another, UTC nanoseconds
 */
public record Moment(State state, LiveView view, long nextNanos) {
    static Moment of(State state, long nextNanos) {
        LiveView view = new LiveView(0);
        view.begin(state);
        return new Moment(state, view, nextNanos);
    }

    /** True where it was so at {@code atNanos}. */
    boolean holds(long atNanos) {
        return atNanos >= state.nowNanos() && atNanos < nextNanos;
    }
}
