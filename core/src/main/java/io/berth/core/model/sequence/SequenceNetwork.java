package io.berth.core.model.sequence;

import io.berth.core.model.LayerSizes;
import io.berth.core.model.Perceptron;
import io.berth.core.model.SequenceShape;
import io.berth.core.model.column.WindowColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Transformer that emits the jobs of a window one after the other. The encoder lets jobs and nodes attend to one another; the order in
 * which they are given says nothing. The decoder attends to what was emitted so far, then to the encoder, and points to one of the jobs.
 *
 * <p>Algorithm: jobs and nodes are represented by {@code h}; in a block of the encoder {@code h += mixture(attention)}, {@code h +=
 * forward(h)}. At step t the decoder is given {@code d = emitted(h of the job emitted at t - 1, state)}; in a block of it {@code d +=
 * mixture(attention to the d of steps up to t)}, {@code d += mixture(attention to all h)}, {@code d += forward(d)}. The score of a job is
 * {@code score(max(0, points(h of the job) + points'(d) + outlook(what would become of it now)))}. What a step was given stays, so a step costs as much as one row. There is
 * one head and no normalisation of layers, as in {@link io.berth.core.model.PointerNetwork}.
 *
 * <p>Each sum is added up in a fixed order: the same bits on every machine. For one thread.
 *
 * <p>Source: Vaswani et al., Attention is all you need, NeurIPS 2017, §3.1, with keys and values kept between steps; Vinyals et al.,
 * Pointer networks, NeurIPS 2015, §2.3; Kool et al., Attention, learn to solve routing problems!, ICLR 2019, §3, for an encoder without
 * positions and a decoder that is told what is left.
 */
public final class SequenceNetwork {
    private static final int STATE = WindowColumns.STATE.size();

    private final SequenceShape shape;
    private final int width;
    private final List<Perceptron> parts = new ArrayList<>();
    private final Attention attention;
    private final int jobsMost;
    private final float[] hidden;
    private final float[] triples;
    private final float[] more;
    private final float[] attended;
    /** By block of the decoder: keys and values of the encoder; query, key and value of each step so far. */
    private final List<Attention.Memory> encoded = new ArrayList<>();

    private final List<Attention.Memory> emitted = new ArrayList<>();
    private final float[] asked;
    private final float[] decoded;
    private final float[] points;
    private final float[] pointed;
    private final float[] outlooks;
    private int jobs;
    private int tokens;

    /**
     * @param jobs how many it is given at most
     * @throws IllegalArgumentException where there are not as many parameters as the shape has
     */
    public SequenceNetwork(SequenceShape shape, float[] parameters, int jobs) {
        shape.check(parameters);
        this.shape = shape;
        this.width = shape.width();
        int at = 0;
        for (LayerSizes part : shape.parts()) {
            parts.add(new Perceptron(part, Arrays.copyOfRange(parameters, at, at + part.parameters())));
            at += part.parameters();
        }
        int most = jobs + WindowColumns.MAX_NODES;
        this.jobsMost = jobs;
        this.hidden = new float[most * width];
        this.triples = new float[most * 3 * width];
        this.more = new float[most * width];
        this.attended = new float[most * width];
        this.attention = new Attention(width, most, attended);
        for (int block = 0; block < shape.blocks(); block++) {
            encoded.add(new Attention.Memory(new float[most * 2 * width], 2 * width, 0));
            emitted.add(new Attention.Memory(new float[jobs * 3 * width], 3 * width, width));
        }
        this.asked = new float[width + STATE];
        this.decoded = new float[width];
        this.points = new float[jobs * shape.hidden()];
        this.pointed = new float[shape.hidden()];
        this.outlooks = new float[jobs * shape.hidden()];
    }

    /** Its shape. */
    public SequenceShape shape() {
        return shape;
    }

    /** How many jobs it may be given. */
    public int jobs() {
        return jobsMost;
    }

    /** Looks at the jobs and nodes of {@code course}; nothing is emitted yet. */
    public void begin(Course course) {
        jobs = course.jobs();
        tokens = jobs + course.nodes();
        parts.get(0).answer(course.jobRows(), 0, jobs, hidden, 0);
        parts.get(1).answer(course.nodeRows(), 0, course.nodes(), hidden, jobs * width);
        for (int block = 0; block < shape.blocks(); block++) {
            encode(2 + 3 * block);
        }
        for (int block = 0; block < shape.blocks(); block++) {
            parts.get(decoder(block) + 3)
                    .answer(hidden, 0, tokens, encoded.get(block).numbers(), 0);
        }
        parts.get(pointer()).answer(hidden, 0, jobs, points, 0);
    }

    /**
     * Writes a score for each job to {@code into}: the higher, the better it comes at {@code step}, counted from 0. All steps before are as
     * they were asked for last.
     *
     * @param before the job emitted at the step before; -1 at the first
     */
    public void score(Course course, int step, int before, float[] into) {
        for (int i = 0; i < width; i++) {
            asked[i] = before < 0 ? 0 : hidden[before * width + i];
        }
        System.arraycopy(course.stateRow(), 0, asked, width, STATE);
        parts.get(decoder(0) - 1).answer(asked, 0, 1, decoded, 0);
        for (int block = 0; block < shape.blocks(); block++) {
            decode(block, step);
        }
        int pointer = pointer();
        parts.get(pointer + 1).answer(decoded, 0, 1, pointed, 0);
        parts.get(pointer + 2).answer(course.stepRows(), 0, jobs, outlooks, 0);
        int size = shape.hidden();
        for (int job = 0; job < jobs; job++) {
            for (int i = job * size; i < (job + 1) * size; i++) {
                outlooks[i] = StrictMath.max(0, points[i] + pointed[i - job * size] + outlooks[i]);
            }
        }
        parts.getLast().answer(outlooks, 0, jobs, into, 0);
    }

    private int pointer() {
        return parts.size() - 4;
    }

    private int decoder(int block) {
        return 3 + 3 * shape.blocks() + 6 * block;
    }

    private void encode(int part) {
        parts.get(part).answer(hidden, 0, tokens, triples, 0);
        Attention.Memory memory = new Attention.Memory(triples, 3 * width, width);
        for (int token = 0; token < tokens; token++) {
            attention.attend(triples, token * 3 * width, memory, tokens, token * width);
        }
        parts.get(part + 1).answer(attended, 0, tokens, more, 0);
        add(more, hidden, tokens * width);
        parts.get(part + 2).answer(hidden, 0, tokens, more, 0);
        add(more, hidden, tokens * width);
    }

    private void decode(int block, int step) {
        int part = decoder(block);
        Attention.Memory steps = emitted.get(block);
        int at = step * steps.stride();
        parts.get(part).answer(decoded, 0, 1, steps.numbers(), at);
        attention.attend(steps.numbers(), at, steps, step + 1, 0);
        parts.get(part + 1).answer(attended, 0, 1, more, 0);
        add(more, decoded, width);
        parts.get(part + 2).answer(decoded, 0, 1, more, 0);
        attention.attend(more, 0, encoded.get(block), tokens, 0);
        parts.get(part + 4).answer(attended, 0, 1, more, 0);
        add(more, decoded, width);
        parts.get(part + 5).answer(decoded, 0, 1, more, 0);
        add(more, decoded, width);
    }

    private static void add(float[] from, float[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] += from[i];
        }
    }
}
