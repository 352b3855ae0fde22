package io.berth.app.completion;

import io.berth.app.option.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What may stand in a place of a command line.
 *
 * @param words known ones; empty where any will do
 * @param several true where some of the words may stand there, separated by commas
 * @param files whether a file may be named there
 */
record Value(List<String> words, boolean several, Files files) {
    static final Value NOTHING = new Value(List.of(), false, Files.NONE);

    private static final Pattern LITERALS = Pattern.compile("[a-z][a-z0-9-]*(\\|[a-z][a-z0-9-]*)*");
    private static final Pattern FILE =
            Pattern.compile(".*(FILE|SCENARIO|SCRIPT|MODEL|LOG|PROBLEM|SOCKET|\\.csv|\\.yaml|\\.html).*");
    private static final Pattern FOLDER = Pattern.compile(".*(DIR|JOURNAL).*");

    /** Which files may be named. */
    enum Files {
        NONE,
        FOLDERS,
        ALL
    }

    /** What a label such as {@code FILE}, {@code en|zh} or {@code NAME} stands for, and {@code known} beside it. */
    static Value of(String label, Words known) {
        List<String> words = new ArrayList<>(known.all().get());
        if (LITERALS.matcher(label).matches()) {
            words.addAll(List.of(label.split("\\|")));
        }
        return new Value(List.copyOf(words), known.several(), files(label));
    }

    private static Files files(String label) {
        if (FILE.matcher(label).matches()) {
            return Files.ALL;
        }
        return FOLDER.matcher(label).matches() ? Files.FOLDERS : Files.NONE;
    }

    /** What may stand where this or {@code other} may. */
    Value or(Value other) {
        List<String> both = new ArrayList<>(words);
        other.words.stream().filter(word -> !both.contains(word)).forEach(both::add);
        return new Value(
                List.copyOf(both), several || other.several, files.compareTo(other.files) > 0 ? files : other.files);
    }

    /** True where nothing is known of it. */
    boolean unknown() {
        return words.isEmpty() && files == Files.NONE;
    }
}
