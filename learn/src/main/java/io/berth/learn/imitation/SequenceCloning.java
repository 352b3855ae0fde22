package io.berth.learn.imitation;

import io.berth.core.time.Chance;
import io.berth.learn.checkpoint.CheckpointReader;
import io.berth.learn.checkpoint.CheckpointWriter;
import io.berth.learn.checkpoint.Checkpointed;
import io.berth.learn.gradient.Adam;
import io.berth.learn.gradient.GradientSum;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.SequenceLesson;
import io.berth.learn.network.SequenceNetworks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A network that emits orders of windows imitates a teacher: first orders that come to an optimum; then, in each further round, it emits
 * orders itself, is told which jobs would have been better at each of its own steps, and learns of all that. At a step one of the jobs
 * that are good then is made the likeliest. After each round it is validated, and the best is kept.
 *
 * <p>Source: Vinyals et al., Pointer networks, NeurIPS 2015, §2.3, with the cross-entropy of a set of right answers in place of one;
 * Ross, Gordon, Bagnell: A reduction of imitation learning and structured prediction to no-regret online learning (DAgger), AISTATS 2011,
 * algorithm 3.1, with the teacher alone in the first round, the student alone in all others, and the last two rounds of its own kept.
 */
public final class SequenceCloning implements Checkpointed {
    /** So many rounds of the student's own orders are learnt from. */
    private static final int KEPT = 2;

    private final SequenceNetworks networks;
    private final Teacher teacher;
    private final GradientWorkers workers;
    private final Options options;
    private final float[] parameters;
    private final float[] best;
    private final Adam adam;
    private final List<Round> rounds = new ArrayList<>();
    /** The parameters by which the last orders of the student's own were emitted, the newest last. */
    private final List<float[]> played = new ArrayList<>();

    /** Whose orders are imitated. */
    public interface Teacher {
        /** The orders that come to an optimum. */
        List<SequenceLesson> taught();

        /** The orders that a network of {@code parameters} emits of the same windows, with what would have been better. */
        List<SequenceLesson> corrected(float[] parameters);

        /** How far what a network of {@code parameters} emits is from the optimum of windows that no lesson is of. */
        double gap(float[] parameters);
    }

    /**
     * How it is learnt.
     *
     * @param rounds after each of which it is validated; at least 1
     * @param passes of a round over all lessons
     * @param batch lessons of a step
     * @param rate of the steps; falls to 0 in a line
     * @param seed of all chance
     */
    public record Options(int rounds, int passes, int batch, double rate, long seed) {}

    /**
     * What a round came to.
     *
     * @param lessons that were learnt from
     * @param loss mean cross-entropy of a step in its last pass
     * @param agreement share of the steps at which the likeliest job was good
     * @param gap what validation says; less is better
     */
    public record Round(int lessons, double loss, double agreement, double gap) {}

    /** Learns from {@code teacher}. */
    public SequenceCloning(SequenceNetworks networks, Teacher teacher, GradientWorkers workers, Options options) {
        this.networks = networks;
        this.teacher = teacher;
        this.workers = workers;
        this.options = options;
        this.parameters = networks.begin(options.seed());
        this.best = parameters.clone();
        this.adam = new Adam(parameters.length);
    }

    /** Learns until all rounds are done, and has {@code heard} run after each. */
    public void run(Runnable heard) {
        List<SequenceLesson> taught = teacher.taught();
        List<List<SequenceLesson>> own = new ArrayList<>();
        played.forEach(by -> own.add(teacher.corrected(by)));
        while (rounds.size() < options.rounds()) {
            if (!rounds.isEmpty()) {
                played.add(parameters.clone());
                own.add(teacher.corrected(parameters));
            }
            if (own.size() > KEPT) {
                own.removeFirst();
                played.removeFirst();
            }
            List<SequenceLesson> all = new ArrayList<>(taught);
            own.forEach(all::addAll);
            round(all);
            heard.run();
        }
    }

    private void round(List<SequenceLesson> lessons) {
        List<List<SequenceLesson>> chunks = chunks(lessons);
        Round last = new Round(lessons.size(), Double.NaN, Double.NaN, Double.NaN);
        try (GradientWorkers.Batch shown = workers.batch(
                chunks.size(), parameters.length, (manager, chunk) -> networks.prepare(manager, chunks.get(chunk)))) {
            for (int pass = 0; pass < options.passes(); pass++) {
                last = pass(shown, chunks, pass);
            }
        }
        double gap = teacher.gap(parameters);
        if (rounds.stream().allMatch(before -> gap < before.gap())) {
            System.arraycopy(parameters, 0, best, 0, best.length);
        }
        rounds.add(new Round(lessons.size(), last.loss(), last.agreement(), gap));
    }

    /** Lessons of about as many steps in each chunk, which is then padded little. */
    private List<List<SequenceLesson>> chunks(List<SequenceLesson> lessons) {
        List<SequenceLesson> sorted = lessons.stream()
                .filter(lesson -> !lesson.steps().isEmpty())
                .sorted(Comparator.comparingInt(lesson -> lesson.steps().size()))
                .toList();
        List<List<SequenceLesson>> chunks = new ArrayList<>();
        for (int first = 0; first < sorted.size(); first += options.batch()) {
            chunks.add(sorted.subList(first, Math.min(first + options.batch(), sorted.size())));
        }
        return chunks;
    }

    private Round pass(GradientWorkers.Batch shown, List<List<SequenceLesson>> chunks, int pass) {
        int done = rounds.size() * options.passes() + pass;
        int[] order = new Chance(options.seed(), "pass", done).order(chunks.size());
        double all = (double) options.rounds() * options.passes();
        double loss = 0;
        double agreed = 0;
        int steps = 0;
        for (int at = 0; at < order.length; at++) {
            double left = 1 - (done + (double) at / order.length) / all;
            GradientSum sum = shown.sum(parameters, networks::loss, order[at], order[at] + 1);
            int count = steps(chunks.get(order[at]));
            loss += sum.figures()[0];
            agreed += sum.figures()[1] - padding(chunks.get(order[at]), count);
            steps += count;
            adam.step(parameters, sum.gradient(), 1.0 / count, options.rate() * left);
        }
        return new Round(chunks.size(), loss / Math.max(1, steps), agreed / Math.max(1, steps), Double.NaN);
    }

    private static int steps(List<SequenceLesson> chunk) {
        return chunk.stream().mapToInt(lesson -> lesson.steps().size()).sum();
    }

    /** Steps that are none, which count as agreed. */
    private static int padding(List<SequenceLesson> chunk, int count) {
        int most =
                chunk.stream().mapToInt(lesson -> lesson.steps().size()).max().orElse(0);
        return most * chunk.size() - count;
    }

    /** The parameters that did best in validation. */
    public float[] best() {
        return best.clone();
    }

    /** What it came to, round by round. */
    public List<Round> rounds() {
        return List.copyOf(rounds);
    }

    @Override
    public void write(CheckpointWriter to) {
        to.add(parameters);
        to.add(best);
        adam.write(to);
        to.add(rounds.size());
        for (Round round : rounds) {
            to.add(round.lessons());
            to.add(round.loss());
            to.add(round.agreement());
            to.add(round.gap());
        }
        to.add(played.size());
        played.forEach(to::add);
    }

    @Override
    public void read(CheckpointReader from) {
        from.into(parameters, "the network");
        from.into(best, "the network that was kept");
        adam.read(from);
        rounds.clear();
        for (int left = from.integer(); left > 0; left--) {
            rounds.add(new Round(from.integer(), from.number(), from.number(), from.number()));
        }
        played.clear();
        for (int left = from.integer(); left > 0; left--) {
            played.add(from.floats());
        }
    }
}
