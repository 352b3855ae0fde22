package io.berth.app.learn.window;

import io.berth.app.command.Output;
import io.berth.app.learn.file.WindowFile;
import io.berth.core.model.SequenceShape;
import io.berth.core.model.sequence.Emission;
import io.berth.core.model.sequence.SequenceNetwork;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.imitation.SequenceCloning;
import io.berth.learn.network.SequenceLesson;
import io.berth.optimize.strategy.WindowLesson;
import java.util.List;
import java.util.stream.IntStream;

/** Teaches orders of windows that were solved exactly. */
final class WindowTeacher implements SequenceCloning.Teacher {
    private static final double PERCENT = 100;

    private final SequenceShape shape;
    private final GradientWorkers workers;
    private final int jobs;
    private final int alternatives;
    private final List<WindowLesson> lessons;
    private final List<WindowLesson> validation;

    /** Draws and solves the windows of {@code file}. */
    WindowTeacher(WindowFile file, SequenceShape shape, GradientWorkers workers, Output output) {
        this.shape = shape;
        this.workers = workers;
        this.jobs = file.keys().integer("jobs");
        this.alternatives = file.keys().integer("alternatives");
        this.lessons = solved(file, WindowFile.Kind.LESSONS);
        this.validation = solved(file, WindowFile.Kind.VALIDATION);
    }

    private List<WindowLesson> solved(WindowFile file, WindowFile.Kind kind) {
        WindowPlanning exactly = file.exactly();
        List<WindowQuestion> questions = file.draw(kind).questions();
        return workers.map(questions.size(), (_, at) -> {
            WindowQuestion question = questions.get(at);
            return WindowLesson.of(
                    question.planned(exactly.withTerms(question.planning().terms())));
        });
    }

    @Override
    public List<SequenceLesson> taught() {
        return workers.map(lessons.size(), (_, at) -> {
            WindowLesson lesson = lessons.get(at);
            return SequenceLesson.of(lesson.course(), lesson.order(), lesson.good());
        });
    }

    @Override
    public List<SequenceLesson> corrected(float[] parameters) {
        List<Emission> emissions = emissions(parameters, 0);
        return workers.map(lessons.size(), (worker, at) -> {
            WindowLesson lesson = lessons.get(at);
            List<Integer> emitted = emissions.get(worker).emit(lesson.course());
            return SequenceLesson.of(lesson.course(), emitted, lesson.better(emitted));
        });
    }

    @Override
    public double gap(float[] parameters) {
        List<Emission> emissions = emissions(parameters, alternatives);
        return workers
                .map(validation.size(), (worker, at) -> {
                    WindowLesson lesson = validation.get(at);
                    emissions.get(worker).emit(lesson.course());
                    return gapPct(lesson, lesson.course().worth());
                })
                .stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** How far the orders that are taught are from the optimum, per cent, mean: nothing that imitates them does better. */
    double taughtGap() {
        return lessons.stream()
                .mapToDouble(lesson -> gapPct(lesson, lesson.taught()))
                .average()
                .orElse(0);
    }

    /** Of how many lessons the optimum is proved. */
    long proved() {
        return lessons.stream().filter(WindowLesson::proved).count();
    }

    private static double gapPct(WindowLesson lesson, long worth) {
        return lesson.bound() > 0 ? PERCENT * (lesson.bound() - worth) / lesson.bound() : 0;
    }

    private List<Emission> emissions(float[] parameters, int tried) {
        return IntStream.range(0, workers.threads())
                .mapToObj(_ -> new Emission(new SequenceNetwork(shape, parameters, jobs), tried))
                .toList();
    }
}
