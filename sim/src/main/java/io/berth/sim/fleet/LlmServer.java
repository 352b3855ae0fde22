package io.berth.sim.fleet;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Tokens;
import io.berth.spec.fleet.EngineSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * An inference engine for a language model, step by step. In a step every request that has read its prompt gets a token, and what is
 * left of the step's tokens reads prompts, those that came first before others (continuous batching with chunked prefill). How long a
 * step takes {@link EngineSpec} says. Prompts share blocks that are held ({@link KvCache}). A request is begun where its prompt has room
 * and a hundredth of the memory stays free; where the memory is full nevertheless, the one begun last gives its room back and reads its
 * prompt and what it had made again later, before others begin. One that is alone is never stopped for want of room.
 *
 * <p>Source: the model is that of simulators of such engines: Vidur (Agrawal et al., MLSys 2024), which has measured times of operators
 * where this has a roofline; Dynamo's mocker (NVIDIA, DynoSim simulation model), which has the same queues, token budget, block hashes
 * and recompute preemption. The step is Sarathi-Serve's (Agrawal et al., OSDI 2024). Left out: what the engine's own processor does
 * between steps, speculative decoding, answers as prefixes of later prompts, tiers of memory.
 */
final class LlmServer implements ServerWork {
    /** Of the memory, what a new request leaves free. */
    private static final long SPARE = 100;

    private final EngineSpec engine;
    private final ModelMemory memory;
    private final KvCache cache;
    /** In the order in which they were begun. */
    private final List<Sequence> running = new ArrayList<>();
    /** Those that gave their room back, the one begun first in front. */
    private final ArrayDeque<Sequence> stopped = new ArrayDeque<>();

    private final List<Call> done = new ArrayList<>();
    private long nowNanos;
    /** When the step ends that runs; {@link Nanos#NEVER} between steps. */
    private long stepEndNanos = Nanos.NEVER;

    private double pace = 1;
    private long promptTokens;
    private long heldTokens;

    /** A request on its way through the engine. */
    private static final class Sequence {
        private final Call call;
        private final Tokens tokens;
        private final Prompt prompt;
        /** Blocks of its prompt that it uses. */
        private int blocks;
        /** Tokens of its own that are held. */
        private long own;
        /** Tokens that are there, of the prompt or made. */
        private long there;

        private long made;
        /** What it gets of the step that runs. */
        private long reads;

        private boolean makes;

        Sequence(Call call) {
            this.call = call;
            Tokens known = call.stage().tokens();
            if (known == null) {
                throw new IllegalArgumentException("An engine does requests that have tokens.");
            }
            tokens = known;
            prompt = known.begins();
        }

        /** What has to be there before a token is made. */
        long context() {
            return tokens.prompt() + made;
        }
    }

    LlmServer(EngineSpec engine, ModelMemory memory) {
        this.engine = engine;
        this.memory = memory;
        cache = new KvCache(engine.kvTokens());
    }

    @Override
    public boolean canStart(Request request) {
        Prompt prompt = request.need().prompt();
        return stopped.isEmpty() && running.size() < engine.batch() && fits(prompt, prompt.bytes() / Tokens.BYTES);
    }

    private boolean fits(Prompt prompt, long context) {
        int known = cache.known(prompt);
        long own = context + 1 - prompt.bytesOf(known) / Tokens.BYTES;
        return running.isEmpty() || cache.fits(prompt, known, own, engine.kvTokens() / SPARE);
    }

    @Override
    public void start(Call call, long now) {
        call.start(now, now);
        Sequence sequence = new Sequence(call);
        begin(sequence);
        promptTokens += sequence.tokens.prompt();
        heldTokens += sequence.there;
    }

    private void begin(Sequence sequence) {
        sequence.blocks = cache.known(sequence.prompt);
        cache.use(sequence.prompt, sequence.blocks);
        long held = sequence.prompt.bytesOf(sequence.blocks) / Tokens.BYTES;
        sequence.own = sequence.context() - held;
        cache.take(sequence.own);
        // The last token of what is there is computed anew: the next follows from it.
        sequence.there = StrictMath.max(0, StrictMath.min(held, sequence.context() - 1));
        sequence.makes = false;
        sequence.reads = 0;
        running.add(sequence);
    }

    @Override
    public void advance(long now) {
        while (stepEndNanos <= now) {
            nowNanos = stepEndNanos;
            stepEndNanos = Nanos.NEVER;
            endStep();
            if (nowNanos < now) {
                beginStep();
            }
        }
        nowNanos = now;
    }

    @Override
    public List<Call> ended() {
        List<Call> ended = List.copyOf(done);
        done.clear();
        return ended;
    }

    @Override
    public void stop(Request request) {
        for (Sequence sequence : List.copyOf(running)) {
            if (sequence.call.request().equals(request)) {
                running.remove(sequence);
                release(sequence);
            }
        }
        stopped.removeIf(sequence -> sequence.call.request().equals(request));
        done.removeIf(call -> call.request().equals(request));
    }

    @Override
    public List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        running.forEach(sequence -> calls.add(sequence.call));
        stopped.forEach(sequence -> calls.add(sequence.call));
        return calls;
    }

    @Override
    public long nextNanos() {
        if (stepEndNanos == Nanos.NEVER) {
            beginStep();
        }
        return stepEndNanos;
    }

    /** A step under way goes on as it was; where it does nothing any more it is lost. */
    @Override
    public void pace(double changed) {
        pace = changed;
        stepEndNanos = pace == 0 ? Nanos.NEVER : stepEndNanos;
    }

    @Override
    public int computing() {
        return running.size();
    }

    @Override
    public ModelMemory memory() {
        return memory;
    }

    @Override
    public PrefixHits prefixHits() {
        return new PrefixHits(promptTokens, heldTokens);
    }

    private void beginStep() {
        if (pace == 0) {
            return;
        }
        while (!stopped.isEmpty()
                && fits(stopped.getFirst().prompt, stopped.getFirst().context())) {
            begin(stopped.removeFirst());
        }
        if (running.isEmpty()) {
            return;
        }
        int makers = 0;
        long context = 0;
        for (Sequence sequence : running) {
            sequence.makes = sequence.there == sequence.context();
            makers += sequence.makes ? 1 : 0;
            context += sequence.makes ? sequence.context() : 0;
        }
        long left = StrictMath.max(1, engine.chunkTokens() - makers);
        double reading = 0;
        for (Sequence sequence : running) {
            sequence.reads = StrictMath.min(left, sequence.context() - sequence.there);
            reading += engine.readNanos(sequence.there, sequence.reads);
            left -= sequence.reads;
        }
        double nanos = engine.stepNanos(makers, (double) context, reading);
        stepEndNanos = nowNanos + StrictMath.max(1, (long) (nanos / pace));
    }

    private void endStep() {
        for (Iterator<Sequence> each = running.iterator(); each.hasNext(); ) {
            Sequence sequence = each.next();
            boolean reads = sequence.reads > 0;
            sequence.there += sequence.reads;
            sequence.reads = 0;
            if (sequence.makes || reads && sequence.there == sequence.context()) {
                make(sequence);
            }
            if (sequence.made == sequence.tokens.answer()) {
                each.remove();
                release(sequence);
                done.add(sequence.call);
            }
        }
        while (cache.over() > 0 && running.size() > 1) {
            Sequence last = running.removeLast();
            release(last);
            stopped.addFirst(last);
        }
    }

    /** A token is made, which is held as soon as the next one needs it: in the step that makes that one. */
    private void make(Sequence sequence) {
        if (!sequence.makes) {
            sequence.own -= cache.share(sequence.prompt, sequence.blocks);
            sequence.blocks = sequence.prompt.blocks();
        }
        sequence.made++;
        sequence.there++;
        sequence.own++;
        cache.take(1);
        sequence.call.token(nowNanos);
    }

    private void release(Sequence sequence) {
        cache.take(-sequence.own);
        cache.leave(sequence.prompt, sequence.blocks);
        sequence.own = 0;
        sequence.blocks = 0;
    }
}
