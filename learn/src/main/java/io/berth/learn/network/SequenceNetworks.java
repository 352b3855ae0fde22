package io.berth.learn.network;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.SequenceShape;
import io.berth.core.model.column.WindowColumns;
import io.berth.core.time.Chance;
import io.berth.learn.gradient.Graph;
import java.util.Arrays;
import java.util.List;

/**
 * {@link io.berth.core.model.sequence.SequenceNetwork} as a graph: all steps of a lesson at once, each seeing those before it alone.
 * Lessons of a chunk are padded to the longest of them.
 */
public final class SequenceNetworks {
    private static final float NOT_ALLOWED = -1e9f;

    /** Below it a chance counts as this: the logarithm of 0 has no gradient. */
    private static final float LEAST = 1e-9f;

    private static final int JOB = WindowColumns.JOB.size();
    private static final int NODE = WindowColumns.NODE.size();
    private static final int STEP = WindowColumns.STEP.size();
    private static final int STATE = WindowColumns.STATE.size();

    private final SequenceShape shape;
    private final int width;

    /** Graphs of networks of {@code shape}. */
    public SequenceNetworks(SequenceShape shape) {
        this.shape = shape;
        this.width = shape.width();
    }

    /** What they have. */
    public SequenceShape shape() {
        return shape;
    }

    /** Random parameters, of {@code seed}: attention adds little at first, and all jobs are scored nearly alike. */
    public float[] begin(long seed) {
        float[] parameters = new float[shape.parameters()];
        Chance chance = new Chance(seed, "sequence", 0);
        List<LayerSizes> parts = shape.parts();
        int at = 0;
        for (int part = 0; part < parts.size(); part++) {
            double gain = part + 1 == parts.size() ? Initial.INDIFFERENT : adds(part) ? 1.0 / (2 * shape.blocks()) : 1;
            Initial.write(parts.get(part), parameters, at, gain, chance);
            at += parts.get(part).parameters();
        }
        return parameters;
    }

    /** True for what is added to what was there before. */
    private boolean adds(int part) {
        int encoder = part - 2;
        int decoder = encoder - 3 * shape.blocks() - 1;
        if (decoder >= 0) {
            return List.of(1, 4, 5).contains(decoder % 6);
        }
        return encoder >= 0 && encoder < 3 * shape.blocks() && encoder % 3 != 0;
    }

    /** How large the padded lessons of a chunk are. */
    private record Size(int lessons, int jobs, int nodes, int steps) {
        static Size of(List<SequenceLesson> lessons) {
            int jobs = 1;
            int nodes = 1;
            int steps = 1;
            for (SequenceLesson lesson : lessons) {
                jobs = Math.max(jobs, lesson.jobs());
                nodes = Math.max(nodes, lesson.nodes());
                steps = Math.max(steps, lesson.steps().size());
            }
            return new Size(lessons.size(), jobs, nodes, steps);
        }

        int tokens() {
            return jobs + nodes;
        }
    }

    /** What {@link #loss} needs of {@code lessons}. */
    public NDList prepare(NDManager manager, List<SequenceLesson> lessons) {
        Size size = Size.of(lessons);
        float[] jobRows = new float[size.lessons * size.jobs * JOB];
        float[] nodeRows = new float[size.lessons * size.nodes * NODE];
        float[] empty = new float[size.lessons * size.tokens()];
        Arrays.fill(empty, NOT_ALLOWED);
        Steps steps = new Steps(size);
        for (int at = 0; at < size.lessons; at++) {
            SequenceLesson lesson = lessons.get(at);
            System.arraycopy(lesson.jobRows(), 0, jobRows, at * size.jobs * JOB, lesson.jobs() * JOB);
            System.arraycopy(lesson.nodeRows(), 0, nodeRows, at * size.nodes * NODE, lesson.nodes() * NODE);
            int token = at * size.tokens();
            Arrays.fill(empty, token, token + lesson.jobs(), 0);
            Arrays.fill(empty, token + size.jobs, token + size.jobs + lesson.nodes(), 0);
            for (int step = 0; step < lesson.steps().size(); step++) {
                steps.add(at, step, lesson);
            }
        }
        NDList prepared = new NDList(
                manager.create(jobRows, new Shape((long) size.lessons * size.jobs, JOB)),
                manager.create(nodeRows, new Shape((long) size.lessons * size.nodes, NODE)),
                manager.create(empty, new Shape(size.lessons, 1, size.tokens())));
        prepared.addAll(steps.arrays(manager));
        return prepared;
    }

    /** The steps of a chunk. */
    private static final class Steps {
        private final Size size;
        private final float[] before;
        private final float[] states;
        private final float[] rows;
        private final float[] closed;
        private final float[] good;
        private final float[] later;

        Steps(Size size) {
            int count = size.lessons * size.steps;
            this.size = size;
            this.before = new float[count * size.tokens()];
            this.states = new float[count * STATE];
            this.rows = new float[count * size.jobs * STEP];
            this.closed = new float[count * size.jobs];
            this.good = new float[count * size.jobs];
            this.later = new float[size.steps * size.steps];
            // A step that is none takes any job: its loss is that of certainty, and it moves nothing.
            Arrays.fill(good, 1);
            for (int step = 0; step < size.steps; step++) {
                Arrays.fill(later, step * size.steps + step + 1, (step + 1) * size.steps, NOT_ALLOWED);
            }
        }

        void add(int lesson, int step, SequenceLesson from) {
            SequenceLesson.Step one = from.steps().get(step);
            int at = lesson * size.steps + step;
            if (one.before() >= 0) {
                before[at * size.tokens() + one.before()] = 1;
            }
            System.arraycopy(one.state(), 0, states, at * STATE, STATE);
            System.arraycopy(one.rows(), 0, rows, at * size.jobs * STEP, from.jobs() * STEP);
            for (int job = 0; job < size.jobs; job++) {
                boolean open = job < from.jobs() && one.open()[job];
                closed[at * size.jobs + job] = open ? 0 : NOT_ALLOWED;
                good[at * size.jobs + job] = open && one.good()[job] ? 1 : 0;
            }
        }

        NDList arrays(NDManager manager) {
            long count = (long) size.lessons * size.steps;
            return new NDList(
                    manager.create(before, new Shape(size.lessons, size.steps, size.tokens())),
                    manager.create(states, new Shape(size.lessons, size.steps, STATE)),
                    manager.create(rows, new Shape(count, size.jobs, STEP)),
                    manager.create(closed, new Shape(count, size.jobs)),
                    manager.create(good, new Shape(count, size.jobs)),
                    manager.create(later, new Shape(1, size.steps, size.steps)));
        }
    }

    /**
     * The cross-entropy of what was prepared: minus the logarithm of the chance of all that is good, summed up over the steps; then at how
     * many steps the likeliest job is good, those of no choice among them.
     */
    public NDList loss(NDArray parameters, NDList prepared) {
        NDArray chances = scores(parameters, prepared).softmax(1);
        NDArray good = prepared.get(7);
        NDArray together = chances.mul(good).sum(new int[] {1}).maximum(lowest(chances));
        NDArray likeliest =
                chances.argMax(1).reshape(new Shape(chances.getShape().get(0), 1));
        return new NDList(
                together.log().sum().neg(), good.gather(likeliest, 1).sum().toType(DataType.FLOAT32, false));
    }

    private static NDArray lowest(NDArray like) {
        return like.getManager().create(LEAST);
    }

    /** The scores of all jobs at all steps, (lessons × steps, jobs); of those that may not come next very small. */
    NDArray scores(NDArray parameters, NDList prepared) {
        Parts parts = new Parts(parameters);
        NDArray empty = prepared.get(2);
        NDArray before = prepared.get(3);
        long lessons = before.getShape().get(0);
        long steps = before.getShape().get(1);
        long tokens = before.getShape().get(2);
        long jobs = prepared.get(5).getShape().get(1);
        NDArray jobRows = parts.next(shape.job(), prepared.get(0)).reshape(new Shape(lessons, jobs, width));
        NDArray nodeRows = parts.next(shape.node(), prepared.get(1)).reshape(new Shape(lessons, tokens - jobs, width));
        NDArray hidden = jobRows.concat(nodeRows, 1);
        for (int block = 0; block < shape.blocks(); block++) {
            NDArray mixed = self(parts, hidden, empty);
            hidden = hidden.add(parts.next(shape.mixture(), mixed));
            hidden = hidden.add(parts.next(shape.forward(), hidden));
        }
        NDArray emitted = before.batchMatMul(hidden).concat(prepared.get(4), 2);
        NDArray decoded = parts.next(shape.emitted(), emitted);
        for (int block = 0; block < shape.blocks(); block++) {
            NDArray mixed = self(parts, decoded, prepared.get(8));
            decoded = decoded.add(parts.next(shape.mixture(), mixed));
            NDArray query = parts.next(shape.query(), decoded);
            NDList pair = parts.next(shape.pair(), hidden).split(new long[] {width}, 2);
            NDArray seen = attended(query, pair.get(0), pair.get(1), empty);
            decoded = decoded.add(parts.next(shape.mixture(), seen));
            decoded = decoded.add(parts.next(shape.forward(), decoded));
        }
        Shape each = new Shape(lessons, steps, jobs, shape.hidden());
        NDArray points =
                parts.next(shape.points(), hidden.split(new long[] {jobs}, 1).get(0));
        NDArray pointed = parts.next(shape.points(), decoded);
        NDArray outlooks = parts.next(shape.outlook(), prepared.get(5)).reshape(each);
        NDArray sum = outlooks.add(points.expandDims(1)).add(pointed.expandDims(2));
        NDArray scores = parts.next(shape.score(), sum.getNDArrayInternal().relu());
        return scores.reshape(new Shape(lessons * steps, jobs)).add(prepared.get(6));
    }

    private NDArray self(Parts parts, NDArray rows, NDArray hiddenFrom) {
        NDList each = parts.next(shape.triple(), rows).split(new long[] {width, 2L * width}, 2);
        return attended(each.get(0), each.get(1), each.get(2), hiddenFrom);
    }

    private NDArray attended(NDArray queries, NDArray keys, NDArray values, NDArray hiddenFrom) {
        NDArray alike =
                Graph.times(queries, (float) (1 / StrictMath.sqrt(width))).batchMatMul(keys.swapAxes(1, 2));
        return alike.add(hiddenFrom).softmax(2).batchMatMul(values);
    }

    /** The perceptrons of the network, one after the other. */
    private static final class Parts {
        private final NDArray parameters;
        private int at;

        Parts(NDArray parameters) {
            this.parameters = parameters;
        }

        NDArray next(LayerSizes shape, NDArray input) {
            NDArray answer = Graph.perceptron(shape, Graph.part(parameters, at, shape.parameters()), input);
            at += shape.parameters();
            return answer;
        }
    }
}
