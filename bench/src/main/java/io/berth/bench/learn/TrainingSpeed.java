package io.berth.bench.learn;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * PPO of Berth beside that of others, in one session, on the same rows. See {@code bench/train-rivals} for what is measured; arguments:
 * those of {@link Places}, then those of {@link Options}.
 */
public final class TrainingSpeed {
    /** Sample-passes a second, and seconds of an update as published, playing included. */
    private static final double BAR_RATE = 18_300;

    private static final double BAR_EPOCH_SECONDS = 52;

    /** Unmeasured, so that all is loaded and compiled. */
    private static final Setting WARM_UP = new Setting(2560, 2);

    private final Options options;
    private final List<Contestant> contestants = new ArrayList<>();
    private long samples;

    private TrainingSpeed(Options options) {
        this.options = options;
    }

    public static void main(String[] arguments) throws IOException {
        Places places = Places.of(arguments);
        if (!Files.isReadable(places.lublin())) {
            System.err.println("There is no log " + places.lublin() + "; BERTH_DATA says in which folder swf/ is.");
            System.exit(2);
        }
        TrainingSpeed speed =
                new TrainingSpeed(options(Arrays.asList(arguments).subList(Places.ARGUMENTS, arguments.length)));
        boolean held = speed.run(places);
        speed.contestants.forEach(Contestant::close);
        System.exit(held || !speed.options.check() ? 0 : 1);
    }

    private static Options options(List<String> words) {
        try {
            return Options.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            throw e;
        }
    }

    private boolean run(Places places) throws IOException {
        say("%s%n", Machine.line());
        BerthPpo berth = new BerthPpo(places.lublin(), options.threads());
        samples = berth.record(places.rows());
        enter(berth);
        for (String name : options.rivals()) {
            enter(name, places);
        }
        say(
                "%n| learnt | by | samples | learning, s: median (range) | its CPU s | playing, s | quiet | sample-passes/s | of Berth's |%n");
        say("|---|---|---:|---:|---:|---:|---:|---:|---:|%n");
        boolean held = true;
        for (Setting setting : options.settings()) {
            held &= measure(setting);
        }
        say("%n%s%n", Machine.line());
        return held;
    }

    private void enter(String name, Places places) {
        try {
            enter(Rival.start(name, places, options.threads()));
        } catch (IOException absent) {
            say("%s is left out: %s%n", name, Objects.toString(absent.getMessage()));
        }
    }

    private void enter(Contestant contestant) throws IOException {
        contestant.measure(WARM_UP);
        contestants.add(contestant);
        say("%s: %s%n", contestant.name(), contestant.version());
    }

    /** Measures all contestants in turn, again and again, and tells whether Berth held its bar. */
    private boolean measure(Setting setting) throws IOException {
        List<Repetitions> repetitions =
                contestants.stream().map(contestant -> new Repetitions()).toList();
        for (int round = 0; round < options.most(); round++) {
            for (int i = 0; i < contestants.size(); i++) {
                if (repetitions.get(i).quiet() < options.repeats()) {
                    Processors processors = new Processors();
                    Took took = contestants.get(i).measure(setting);
                    repetitions.get(i).add(took, processors.others());
                }
            }
        }
        double own = rate(setting, repetitions.getFirst());
        for (int i = 0; i < contestants.size(); i++) {
            row(setting, contestants.get(i), repetitions.get(i), own);
        }
        double epoch = repetitions.getFirst().spread(took -> took.learnSeconds() + took.playSeconds())[0];
        return setting.equals(Setting.EPOCH) ? epoch <= BAR_EPOCH_SECONDS : own >= BAR_RATE;
    }

    private double rate(Setting setting, Repetitions repetitions) {
        return samples * setting.passes() / repetitions.spread(Took::learnSeconds)[0];
    }

    private void row(Setting setting, Contestant contestant, Repetitions repetitions, double own) {
        double[] learning = repetitions.spread(Took::learnSeconds);
        double playing = repetitions.spread(Took::playSeconds)[0];
        double rate = rate(setting, repetitions);
        say(
                "| %s | %s | %d | %.2f (%.2f to %.2f) | %.2f | %s | %d of %d | %,.0f | %.2f |%n",
                setting,
                contestant.name(),
                samples,
                learning[0],
                learning[1],
                learning[2],
                repetitions.spread(Took::learnCpuSeconds)[0],
                playing == 0 ? "-" : String.format(Locale.ROOT, "%.2f", playing),
                repetitions.quiet(),
                repetitions.all(),
                rate,
                rate / own);
    }

    private static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
        System.out.flush();
    }
}
