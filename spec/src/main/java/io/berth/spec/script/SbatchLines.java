package io.berth.spec.script;

import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.WholeNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The options of all {@code #SBATCH} lines by name; the last of a name holds. */
final class SbatchLines {
    private static final Map<String, String> OTHER_NAMES = Map.of("tasks-per-node", "ntasks-per-node");

    private static final Set<String> PARTS = Set.of("hetjob", "packjob", ":");

    private final TreeMap<String, Given> given = new TreeMap<>();
    private final List<String> warnings = new ArrayList<>();

    /** A value and where it stands; empty for an option without one. */
    record Given(Position position, String name, String value) {
        InputException wrong(String problem) {
            return InputException.at(position, "--" + name, problem);
        }
    }

    /** Reads the lines of {@code script}. */
    SbatchLines(BatchScript script) {
        warnings.addAll(script.warnings());
        for (Directive line : script.directives()) {
            if (line.slurm()) {
                read(line);
            }
        }
    }

    /** What option {@code name} was given; null where it was not. */
    @Nullable
    Given get(String name) {
        return given.get(name);
    }

    /** The whole number of option {@code name}, at least {@code min}; {@code otherwise} where it was not given. */
    int whole(String name, int min, int otherwise) {
        Given text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = WholeNumber.parse(text.value());
            if (number >= min && number <= Integer.MAX_VALUE) {
                return (int) number;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw text.wrong("must be a whole number from " + min + ", but is \"" + text.value() + "\"");
    }

    List<String> warnings() {
        return warnings;
    }

    void warn(Given option, String words) {
        warnings.add(BatchScript.place(option.position()) + ": --" + option.name() + " " + words);
    }

    private void read(Directive line) {
        List<String> words = line.words();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (PARTS.contains(word)) {
                throw InputException.at(
                        line.position(),
                        "",
                        "\"" + word
                                + "\" parts jobs whose nodes differ, of which there is one here: hand in a job for each "
                                + "part, or one that asks for what all need");
            }
            if (!word.startsWith("-") || word.length() < 2) {
                throw InputException.at(
                        line.position(),
                        "",
                        "\"" + word + "\" is no option; arguments go behind the script: berth submit FILE ARGUMENT...");
            }
            boolean whole = word.startsWith("--");
            int equals = whole ? word.indexOf('=') : -1;
            String name = whole ? word.substring(2, equals < 0 ? word.length() : equals) : word.substring(1, 2);
            SbatchOption option = option(name, whole, line.position());
            String value = null;
            if (equals >= 0) {
                value = word.substring(equals + 1);
            } else if (!whole && word.length() > 2 && option.value() != SbatchOption.Value.NONE) {
                value = word.substring(2);
            }
            if (value == null && option.value() == SbatchOption.Value.NEEDED) {
                if (i + 1 == words.size()) {
                    throw InputException.at(line.position(), "", option.head() + " needs a value");
                }
                value = words.get(++i);
            }
            put(option, value == null ? "" : value, line.position());
        }
    }

    private static SbatchOption option(String name, boolean whole, Position position) {
        boolean letter = name.length() == 1;
        SbatchOption option = whole ? SbatchOption.begun(name) : SbatchOption.of(name);
        if (option == null || letter == whole) {
            List<String> known =
                    SbatchOption.ALL.stream().map(one -> "--" + one.name()).toList();
            String typed = (whole ? "--" : "-") + name;
            String nearest = NearestName.of(typed, known);
            throw InputException.at(
                    position,
                    "",
                    "unknown option of sbatch " + Quote.of(typed)
                            + (nearest.isEmpty() ? "" : "; did you mean \"" + nearest + "\"?")
                            + " (berth submit --help lists what is known)");
        }
        return option;
    }

    private void put(SbatchOption option, String value, Position position) {
        String name = OTHER_NAMES.getOrDefault(option.name(), option.name());
        Given one = new Given(position, name, value);
        if (option.treatment() == SbatchOption.Treatment.REFUSED) {
            throw one.wrong("is not supported: " + option.note());
        }
        given.put(name, one);
        if (option.treatment() == SbatchOption.Treatment.LEFT_OUT) {
            warn(one, "is left out: " + option.note());
        }
    }
}
