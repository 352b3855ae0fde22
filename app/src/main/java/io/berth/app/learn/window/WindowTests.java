package io.berth.app.learn.window;

import io.berth.app.learn.file.WindowFile;
import io.berth.core.model.SequenceModel;
import io.berth.core.model.sequence.Emission;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowPlanning.LearntOrder;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.optimize.strategy.WindowCourse;
import io.berth.optimize.strategy.WindowSolver;
import io.berth.sim.comparison.Interval;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How far plans and orders are from the optimum of windows that none has seen, and how long they take beside the exact solver in the same
 * run. Values and optima are those of the stated objective of windows; where the optimum is not proved, its bound stands for it, so no gap
 * is told too small.
 */
public final class WindowTests {
    /** So many windows are planned before the clock counts: until the JVM has compiled what it runs. */
    private static final int WARM_UP = 100;

    private static final double NANOS_PER_MICRO = 1000;
    private static final double PERCENT = 100;

    /** The planners that are compared with. */
    private static final List<String> PLANNERS = List.of("fgd-lookahead", "hungarian", "exchange", "dual");

    private final WindowFile file;
    private final WindowFile.Drawn drawn;
    private final List<Worth> optima = new ArrayList<>();
    private final double exactNanos;

    /**
     * How one policy does.
     *
     * @param gapPct how much less its plans are worth than the best, per cent of that; the mean over the windows
     * @param low of the 95 % interval of the mean, by Student's t
     * @param high likewise
     * @param worstPct the largest gap of a window
     * @param optimalPct share of the windows in which nothing is lost
     * @param micros how long a plan takes, mean; 0 where that is not told
     * @param timesFaster than the exact solver; 0 where that is not told
     */
    public record Row(
            String policy,
            double gapPct,
            double low,
            double high,
            double worstPct,
            double optimalPct,
            double micros,
            double timesFaster) {}

    /** Solves the tests of {@code file} exactly. */
    public WindowTests(WindowFile file) {
        this.file = file;
        this.drawn = file.draw(WindowFile.Kind.TESTS);
        WindowPlanning exactly = file.exactly();
        Timed timed = new Timed(exactly);
        drawn.questions().forEach(question -> optima.add(timed.worth(question)));
        this.exactNanos = timed.mean();
    }

    /** How many windows there are. */
    public int count() {
        return optima.size();
    }

    /** How many came up beside them in which every job gets its best place. */
    public long plain() {
        return drawn.plain();
    }

    /** Of how many the optimum is proved. */
    public long proved() {
        return optima.stream().filter(worth -> worth.value() == worth.bound()).count();
    }

    /** How {@code model} does in a strategy, and the order alone that it emits, without the plans that a strategy tries beside it. */
    public List<Row> learnt(String name, SequenceModel model) {
        int alternatives = file.keys().integer("alternatives");
        WindowPlanning exactly = file.exactly();
        WindowPlanning planning = new WindowPlanning("learnt", exactly.jobs(), exactly.work(), 0, 0)
                .withOrder(new LearntOrder(model, alternatives));
        Emission emission = new Emission(model, exactly.jobs(), alternatives);
        Emission first = new Emission(model, exactly.jobs(), 0);
        return List.of(
                plannedBeside(name, planning),
                ordered(name + ", its order alone", course -> emitted(emission, course)),
                ordered(name + ", its first order", course -> emitted(first, course)));
    }

    private static long emitted(Emission emission, WindowCourse course) {
        emission.emit(course);
        return course.worth();
    }

    /** The other ways to plan, and plain orders. */
    public List<Row> others() {
        List<Row> rows = new ArrayList<>();
        rows.add(order("order of the queue", _ -> job -> job));
        rows.add(order("largest first", course -> job -> -course.milli(job)));
        rows.add(order("smallest first", course -> job -> course.milli(job)));
        rows.add(order("most value first", course -> job -> -course.density(job) * course.milli(job)));
        rows.add(order("most value per GPU first", course -> job -> -course.density(job)));
        rows.add(ordered("pilot method", WindowTests::piloted));
        WindowPlanning exactly = file.exactly();
        for (String planner : PLANNERS) {
            rows.add(planned(planner, new WindowPlanning(planner, exactly.jobs(), exactly.work(), 0, 0)));
        }
        rows.add(planned("ilp", exactly));
        return rows;
    }

    /** What the order comes to whose next job is the one with which most is expected: what the network sees, without it. */
    private static long piloted(WindowCourse course) {
        course.restart();
        int next;
        do {
            next = -1;
            for (int job = 0; job < course.jobs(); job++) {
                boolean better = next < 0 || course.open(job) && course.pilot(job) > course.pilot(next);
                next = course.open(job) && better ? job : next;
            }
            if (next >= 0) {
                course.take(next);
            }
        } while (next >= 0);
        return course.worth();
    }

    /** A planner whose time is taken. */
    private final class Timed {
        private final WindowSolver solver = new WindowSolver();
        private final WindowPlanning planning;
        private long nanos;
        private long count;

        Timed(WindowPlanning planning) {
            this.planning = planning;
            drawn.questions().stream().limit(WARM_UP).forEach(question -> solver.plan(asked(question)));
        }

        Worth worth(WindowQuestion question) {
            WindowQuestion asked = asked(question);
            long start = System.nanoTime();
            WindowAnswer answer = solver.plan(asked);
            nanos += System.nanoTime() - start;
            count++;
            if (!answer.planned()) {
                throw new InputException(
                        "learn.windows.work", planning.method() + " cannot plan a window within " + planning.work());
            }
            return Objects.requireNonNull(answer.worth());
        }

        double mean() {
            return (double) nanos / Math.max(1, count);
        }

        private WindowQuestion asked(WindowQuestion question) {
            return question.on(question.nodes().copy())
                    .planned(planning.withTerms(question.planning().terms()));
        }
    }

    private Row planned(String name, WindowPlanning planning) {
        Timed timed = new Timed(planning);
        double[] values = drawn.questions().stream()
                .mapToDouble(question -> timed.worth(question).value())
                .toArray();
        return row(name, values, new Times(timed.mean(), exactNanos));
    }

    /** The same beside the exact solver, window by window: what else the machine does meanwhile slows both. */
    private Row plannedBeside(String name, WindowPlanning planning) {
        Timed timed = new Timed(planning);
        Timed exact = new Timed(file.exactly());
        double[] values = drawn.questions().stream()
                .mapToDouble(question -> {
                    exact.worth(question);
                    return timed.worth(question).value();
                })
                .toArray();
        return row(name, values, new Times(timed.mean(), exact.mean()));
    }

    private Row order(String name, Function<WindowCourse, ToDoubleFunction<Integer>> keys) {
        return ordered(name, course -> {
            ToDoubleFunction<Integer> key = keys.apply(course);
            int[] order = IntStream.range(0, course.jobs())
                    .boxed()
                    .sorted(Comparator.comparingDouble(key))
                    .mapToInt(Integer::intValue)
                    .toArray();
            return course.worth(order);
        });
    }

    /** What an order is worth. */
    private interface Ordering {
        long worth(WindowCourse course);
    }

    private Row ordered(String name, Ordering ordering) {
        double[] values = new double[count()];
        for (int i = 0; i < values.length; i++) {
            WindowQuestion question = drawn.questions().get(i);
            WindowCourse course = WindowCourse.of(new WindowQuestion(
                    question.id(),
                    file.exactly(),
                    question.jobs(),
                    question.nodes().copy(),
                    question.mix()));
            values[i] = course.thousandths(ordering.worth(course));
        }
        return row(name, values, Times.UNTOLD);
    }

    /** How long a plan takes, and one of the exact solver, nanoseconds; 0 where that is not told. */
    private record Times(double own, double exact) {
        static final Times UNTOLD = new Times(0, 0);
    }

    private Row row(String name, double[] values, Times times) {
        double[] gaps = new double[values.length];
        double worst = 0;
        int optimal = 0;
        for (int i = 0; i < gaps.length; i++) {
            double bound = optima.get(i).bound();
            gaps[i] = bound > 0 ? PERCENT * (bound - values[i]) / bound : 0;
            worst = Math.max(worst, gaps[i]);
            optimal += values[i] >= optima.get(i).value() ? 1 : 0;
        }
        Interval interval = Interval.of(gaps);
        return new Row(
                name,
                interval.mean(),
                interval.low(),
                interval.high(),
                worst,
                PERCENT * optimal / Math.max(1, gaps.length),
                times.own() / NANOS_PER_MICRO,
                times.own() == 0 ? 0 : times.exact() / times.own());
    }
}
