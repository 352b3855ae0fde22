package io.berth.sim.fleet;

import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.spec.fleet.ServerChange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is wrong with virtual servers, by their numbers, and the requests that those answer with errors. */
final class ServerFaults {
    /** What an error takes. */
    private static final long ERROR_NANOS = Nanos.MILLISECOND;

    private final State[] states;
    /** The share of its GPU that somebody else uses. */
    private final double[] others;

    private final List<ArrayDeque<Erring>> erring = new ArrayList<>();

    private record Erring(Request request, long atNanos) {}

    /** How a server is. */
    enum State {
        WELL,
        /** It does all, though perhaps slowly. */
        SLOW,
        HANGS,
        ERRS,
        /** It is gone. */
        DOWN
    }

    ServerFaults(int servers) {
        states = new State[servers];
        others = new double[servers];
        Arrays.fill(states, State.WELL);
        for (int server = 0; server < servers; server++) {
            erring.add(new ArrayDeque<>());
        }
    }

    State of(int number) {
        return states[number];
    }

    /** {@code number} is {@code state} from now on. */
    void set(int number, State state) {
        states[number] = state;
        others[number] = 0;
        if (state == State.DOWN) {
            erring.get(number).clear();
        }
    }

    /** Somebody else uses {@code share} of the GPU of {@code number}. */
    void share(int number, double share) {
        others[number] = share;
    }

    double others(int number) {
        return others[number];
    }

    /** What a server is after {@code kind} has happened to it, which changes how well it is. */
    static State after(ServerChange.Kind kind) {
        return switch (kind) {
            case FAILS -> State.DOWN;
            case SLOWS -> State.SLOW;
            case HANGS -> State.HANGS;
            case ERRS -> State.ERRS;
            case RECOVERS, LEAVES, JOINS -> State.WELL;
        };
    }

    /** {@code number} will answer {@code request} with an error. */
    void err(int number, Request request, long nowNanos) {
        erring.get(number).add(new Erring(request, nowNanos + ERROR_NANOS));
    }

    /** When {@code number} answers the next with an error; {@link Nanos#NEVER} for none. */
    long nextNanos(int number) {
        Erring next = erring.get(number).peek();
        return next == null ? Nanos.NEVER : next.atNanos;
    }

    /** Takes out what {@code number} answers with errors up to {@code nowNanos}. */
    List<Request> erred(int number, long nowNanos) {
        List<Request> erred = new ArrayList<>();
        while (nextNanos(number) <= nowNanos) {
            erred.add(erring.get(number).remove().request);
        }
        return erred;
    }

    /** Nobody wants the answer of {@code request} any more; true where it would have been an error. */
    boolean stop(int number, Request request) {
        return erring.get(number).removeIf(each -> each.request.equals(request));
    }
}
