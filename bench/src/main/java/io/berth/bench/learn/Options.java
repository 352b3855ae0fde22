package io.berth.bench.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * What is measured.
 *
 * @param settings one row of the table each
 * @param rivals beside Berth
 * @param repeats how many quiet repetitions are wanted
 * @param most repetitions, quiet or not
 * @param threads that each contestant computes with
 * @param check whether the bars decide how the program ends
 */
record Options(List<Setting> settings, List<String> rivals, int repeats, int most, int threads, boolean check) {
    private static final String CHECK = "--check";
    private static final List<String> VALUED = List.of("--settings", "--rivals", "--repeats", "--most", "--threads");

    /**
     * Of {@code --settings A,B --rivals A,B --repeats N --most N --threads N --check}, each with a default.
     *
     * @throws IllegalArgumentException where a word is none of these, or a value is missing
     */
    static Options parse(List<String> words) {
        refuseUnknown(words.iterator());
        List<Setting> settings = new ArrayList<>();
        for (String setting :
                value(words, "--settings", "256:4,2560:4,0:4,epoch").split(",")) {
            settings.add(Setting.parse(setting));
        }
        int repeats = Integer.parseInt(value(words, "--repeats", "3"));
        String cores = Integer.toString(Runtime.getRuntime().availableProcessors());
        return new Options(
                settings,
                Arrays.stream(value(words, "--rivals", "torch,sb3,rllib").split(","))
                        .filter(name -> !name.isEmpty())
                        .toList(),
                repeats,
                Integer.parseInt(value(words, "--most", Integer.toString(3 * repeats))),
                Integer.parseInt(value(words, "--threads", cores)),
                words.contains(CHECK));
    }

    private static void refuseUnknown(Iterator<String> words) {
        while (words.hasNext()) {
            String word = words.next();
            boolean valued = VALUED.contains(word);
            if (!valued && !word.equals(CHECK)) {
                throw new IllegalArgumentException("(" + word + ") is none of " + VALUED + " and " + CHECK + ".");
            }
            if (valued && !words.hasNext()) {
                throw new IllegalArgumentException("The option (" + word + ") needs a value.");
            }
            if (valued) {
                words.next();
            }
        }
    }

    private static String value(List<String> words, String name, String otherwise) {
        int at = words.indexOf(name);
        return at < 0 ? otherwise : words.get(at + 1);
    }
}
