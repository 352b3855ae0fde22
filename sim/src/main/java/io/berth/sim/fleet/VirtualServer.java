package io.berth.sim.fleet;

import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Tokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model server in virtual time. All requests whose model is ready run at one rate, the server's speed times what its batch
 * gives each of them; between two instants at which something begins or ends that rate does not change.
 */
final class VirtualServer implements ServerWork {
    private final int slots;
    private final double speed;
    private final Batching batching;
    private final ModelMemory memory;
    private final List<Call> calls = new ArrayList<>();
    /** Whether more than run may be here. */
    private final boolean queues;
    /** Those that were begun and wait for a slot. */
    private final ArrayDeque<Call> queue = new ArrayDeque<>();

    private long nowNanos;
    private int computing;
    private double pace = 1;
    private final VirtualServerSpec.@Nullable Reading reading;
    private final HeldPrompts prompts;
    private long promptTokens;
    private long heldTokens;

    VirtualServer(VirtualServerSpec spec, ModelMemory memory) {
        this.slots = spec.slots();
        this.speed = spec.speed();
        this.queues = spec.untold() != null;
        this.batching = spec.batching();
        this.memory = memory;
        reading = spec.reading();
        prompts = new HeldPrompts(reading == null ? 0 : reading.heldTokens());
    }

    @Override
    public boolean canStart(Request request) {
        return queues || calls.size() < slots && mayJoin(request) && memory.fits(request);
    }

    @Override
    public void start(Call call, long now) {
        if (queues && calls.size() == slots) {
            queue.add(call);
        } else {
            begin(call, now);
        }
        count();
    }

    private void begin(Call call, long now) {
        call.start(now, memory.hold(call.request(), now));
        Tokens tokens = call.stage().tokens();
        if (reading != null && tokens != null) {
            long held = StrictMath.min(tokens.prompt(), prompts.known(tokens.begins()));
            call.reads((tokens.prompt() - held) / reading.perSecond() * Nanos.SECOND);
            prompts.read(tokens.begins());
            promptTokens += tokens.prompt();
            heldTokens += held;
        }
        calls.add(call);
    }

    /** Those that wait here have the slots that are free. */
    private void fill() {
        while (!queue.isEmpty() && calls.size() < slots) {
            begin(queue.remove(), nowNanos);
        }
        count();
    }

    @Override
    public void advance(long now) {
        long elapsed = now - nowNanos;
        if (elapsed > 0 && computing > 0 && pace > 0) {
            double rate = rate();
            for (Call call : calls) {
                if (call.readyNanos() <= nowNanos) {
                    call.work(nowNanos, elapsed, rate);
                }
            }
        }
        nowNanos = now;
        count();
    }

    @Override
    public List<Call> ended() {
        List<Call> ended = new ArrayList<>();
        if (batching.mode() == Batching.Mode.STATIC && !allDone()) {
            return ended;
        }
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            if (call.readyNanos() <= nowNanos && call.done()) {
                ended.add(call);
                memory.release(call.request());
            }
        }
        calls.removeAll(ended);
        fill();
        return ended;
    }

    @Override
    public void stop(Request request) {
        if (!queue.removeIf(call -> call.request().equals(request))) {
            calls.removeIf(call -> call.request().equals(request));
            memory.release(request);
        }
        fill();
    }

    @Override
    public List<Call> calls() {
        List<Call> all = new ArrayList<>(calls);
        all.addAll(queue);
        return all;
    }

    @Override
    public long nextNanos() {
        if (pace == 0) {
            return Nanos.NEVER;
        }
        long ready = Nanos.NEVER;
        long first = Nanos.NEVER;
        long last = -1;
        double rate = computing == 0 ? 0 : rate();
        for (Call call : calls) {
            if (call.readyNanos() > nowNanos) {
                ready = StrictMath.min(ready, call.readyNanos());
            } else {
                long end = nowNanos + call.leftNanos(rate);
                first = StrictMath.min(first, end);
                last = StrictMath.max(last, end);
            }
        }
        if (batching.mode() == Batching.Mode.STATIC && last >= 0) {
            first = last;
        }
        return StrictMath.min(ready, first);
    }

    @Override
    public void pace(double changed) {
        pace = changed;
    }

    @Override
    public int computing() {
        return computing;
    }

    @Override
    public PrefixHits prefixHits() {
        return new PrefixHits(promptTokens, heldTokens);
    }

    @Override
    public int waiting() {
        return queue.size();
    }

    /** Requests that have a slot. */
    int running() {
        return calls.size();
    }

    @Override
    public ModelMemory memory() {
        return memory;
    }

    private boolean mayJoin(Request request) {
        if (batching.mode() != Batching.Mode.STATIC || calls.isEmpty()) {
            return true;
        }
        Call first = calls.getFirst();
        return first.startedNanos() == nowNanos && first.request().model() == request.model();
    }

    private boolean allDone() {
        for (Call call : calls) {
            if (call.readyNanos() > nowNanos || !call.done()) {
                return false;
            }
        }
        return true;
    }

    private void count() {
        computing = 0;
        for (Call call : calls) {
            computing += call.readyNanos() <= nowNanos ? 1 : 0;
        }
    }

    private double rate() {
        return pace * speed * batching.each(computing);
    }
}
