package io.berth.core.model.sequence;

import io.berth.core.model.SequenceModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Emits an order of a {@link Course}: at each step the job with the highest score of those that may come next; then the same again with
 * the second best at one of the steps that were decided least clearly, and the best of all is kept. For one thread.
 *
 * <p>Source: Harvey, Ginsberg: Limited discrepancy search, IJCAI 1995, with one discrepancy, the closest decisions first.
 */
public final class Emission {
    private final SequenceNetwork network;
    private final int alternatives;
    private final float[] scores;
    private final int[] order;
    /** By step of an order: the second best then, -1 where there was no choice; how much worse its score was. */
    private final int[] second;

    private final float[] margin;

    /**
     * @param jobs of a course at most
     * @param alternatives how many orders are tried beside the first at most
     */
    public Emission(SequenceModel model, int jobs, int alternatives) {
        this(new SequenceNetwork(model.network().shape(), model.parameters(), jobs), alternatives);
    }

    /** Emits by {@code network}. */
    public Emission(SequenceNetwork network, int alternatives) {
        this.network = network;
        this.alternatives = alternatives;
        this.scores = new float[network.jobs()];
        this.order = new int[network.jobs()];
        this.second = new int[network.jobs()];
        this.margin = new float[network.jobs()];
    }

    /** How many jobs a course may have. */
    public int jobs() {
        return network.jobs();
    }

    /** About how many products of numbers are added up for a course of {@code count} jobs. */
    public long work(int count) {
        long steps = count + (long) count * alternatives / 2;
        return network.shape().parameters() * (count + steps);
    }

    /** The best order that was found, of all jobs that get places; the course is left where it ends. */
    public List<Integer> emit(Course course) {
        network.begin(course);
        course.restart();
        int[] first = Arrays.copyOf(order, go(course, 0, -1));
        int[] best = first;
        long most = course.worth();
        for (Discrepancy other : closest(first.length)) {
            course.restart();
            for (int step = 0; step < other.step(); step++) {
                course.take(first[step]);
            }
            System.arraycopy(first, 0, order, 0, other.step());
            order[other.step()] = other.job();
            course.take(other.job());
            int length = go(course, other.step() + 1, other.job());
            if (course.worth() > most) {
                most = course.worth();
                best = Arrays.copyOf(order, length);
            }
        }
        course.restart();
        for (int job : best) {
            course.take(job);
        }
        return Arrays.stream(best).boxed().toList();
    }

    /** Another job at a step, and how much worse its score was. */
    private record Discrepancy(int step, int job, float margin) {}

    /** The steps where another job was nearly as good, the last ones first: what earlier steps were given stays. */
    private List<Discrepancy> closest(int steps) {
        return IntStream.range(0, steps)
                .filter(step -> second[step] >= 0)
                .mapToObj(step -> new Discrepancy(step, second[step], margin[step]))
                .sorted(Comparator.comparingDouble(Discrepancy::margin))
                .limit(alternatives)
                .sorted(Comparator.comparingInt(Discrepancy::step).reversed())
                .toList();
    }

    /** Goes on from {@code step}, before which {@code last} was emitted, until no job may come next; gives how many came in all. */
    private int go(Course course, int step, int last) {
        int at = step;
        int before = last;
        for (int next = choose(course, at, before); next >= 0; next = choose(course, at, before)) {
            order[at] = next;
            course.take(next);
            before = next;
            at++;
        }
        return at;
    }

    /** The job to come at {@code step}; -1 where there is none. */
    private int choose(Course course, int step, int before) {
        int only = -1;
        int open = 0;
        for (int job = 0; job < course.jobs(); job++) {
            if (course.open(job)) {
                open++;
                only = job;
            }
        }
        if (open > 1) {
            network.score(course, step, before, scores);
            return best(course, step);
        }
        if (open == 1) {
            second[step] = -1;
        }
        return only;
    }

    private int best(Course course, int step) {
        int first = -1;
        int next = -1;
        for (int job = 0; job < course.jobs(); job++) {
            if (!course.open(job)) {
                continue;
            }
            if (first < 0 || scores[job] > scores[first]) {
                next = first;
                first = job;
            } else if (next < 0 || scores[job] > scores[next]) {
                next = job;
            }
        }
        second[step] = next;
        margin[step] = scores[first] - scores[next];
        return first;
    }
}
