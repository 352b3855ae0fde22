package io.berth.app.option;

import io.berth.spec.input.InputException;
import io.berth.spec.input.WholeNumber;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What somebody typed after the name of a command. */
public final class Arguments {
    private static final String END_OF_OPTIONS = "--";
    private static final String HELP = "; --help lists what there is";

    private final String place;
    private final List<String> typed = new ArrayList<>();
    private final List<Given> given = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private boolean command;

    private record Given(Option option, String value) {}

    private Arguments(String place) {
        this.place = place;
    }

    /** The options of a line that stands at {@code place} of a file; there are no words in it. */
    public static Arguments line(String place, Options options, List<String> typed) {
        return read(new Arguments(place), options, typed).withoutWords();
    }

    /** These after {@code others}: of an option that comes in both, these hold; of one that may come several times, all do. */
    public Arguments over(Arguments others) {
        Arguments both = new Arguments(place);
        both.typed.addAll(typed);
        both.given.addAll(others.given);
        both.given.addAll(given);
        both.words.addAll(words);
        both.command = command;
        return both;
    }

    /**
     * Reads {@code typed} as {@code options} say: {@code --name value}, {@code --name=value}, {@code -f}; what is none of them is a
     * word, and after {@code --} everything is.
     *
     * @throws InputException where an option is unknown, or lacks its value, or has one that it does not take
     */
    public static Arguments read(String command, Options options, List<String> typed) {
        return read(new Arguments("berth " + command), options, typed);
    }

    private static Arguments read(Arguments arguments, Options options, List<String> typed) {
        arguments.typed.addAll(typed);
        for (int i = 0; i < typed.size(); i++) {
            String text = typed.get(i);
            if (text.equals(END_OF_OPTIONS)) {
                arguments.command = arguments.words.isEmpty();
                arguments.words.addAll(typed.subList(i + 1, typed.size()));
                break;
            }
            if (!text.startsWith("-") || text.equals("-")) {
                arguments.words.add(text);
                continue;
            }
            i += arguments.take(options, typed, i);
        }
        return arguments;
    }

    /** Takes the option at {@code at}; how many further texts are its value. */
    private int take(Options options, List<String> typed, int at) {
        String text = typed.get(at);
        int equals = text.startsWith("--") ? text.indexOf('=') : -1;
        Option option = find(options, equals < 0 ? text : text.substring(0, equals));
        if (option.isFlag()) {
            if (equals >= 0) {
                throw new InputException(place, option.name() + " takes no value");
            }
            given.add(new Given(option, ""));
            return 0;
        }
        if (equals >= 0) {
            given.add(new Given(option, text.substring(equals + 1)));
            return 0;
        }
        if (at + 1 == typed.size() || known(options, typed.get(at + 1)) != null) {
            throw new InputException(place, option.name() + " needs a value: " + option.head());
        }
        given.add(new Given(option, typed.get(at + 1)));
        return 1;
    }

    private Option find(Options options, String name) {
        Option option = known(options, name);
        if (option == null) {
            List<String> names = options.all().stream().map(Option::name).toList();
            throw new InputException(place, InputException.unknown("option", name, names) + HELP);
        }
        return option;
    }

    private static @Nullable Option known(Options options, String name) {
        return options.all().stream()
                .filter(option -> name.equals(option.name()) || name.equals(option.brief()))
                .filter(_ -> !name.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /**
     * Refuses what came twice and is none of {@code several}: of two seeds nobody knows which is meant.
     *
     * @throws InputException where an option did
     */
    public Arguments once(Option... several) {
        List<String> often = Stream.of(several).map(Option::name).toList();
        Set<String> seen = new HashSet<>();
        for (Given one : given) {
            String name = one.option().name();
            if (!seen.add(name) && !often.contains(name)) {
                throw new InputException(place, name + " may come only once" + HELP);
            }
        }
        return this;
    }

    /** What was typed, for people: {@code berth ls}. */
    public String place() {
        return place;
    }

    /** Everything that was typed after the name, as it came. */
    public List<String> typed() {
        return List.copyOf(typed);
    }

    /** True where the flag {@code name} was given. */
    public boolean flag(String name) {
        return !texts(name).isEmpty();
    }

    /** The value of {@code name}, the last where it came several times; null where it was not given. */
    public @Nullable String text(String name) {
        List<String> all = texts(name);
        return all.isEmpty() ? null : all.getLast();
    }

    /** The same; {@code fallback} where it was not given. */
    public String text(String name, String fallback) {
        return Objects.requireNonNullElse(text(name), fallback);
    }

    /** All values of {@code name}, as they came. */
    public List<String> texts(String name) {
        return given.stream()
                .filter(one -> one.option().name().equals(name))
                .map(Given::value)
                .toList();
    }

    /** The whole number that is the value of {@code name}; null where it was not given. */
    public @Nullable Integer whole(String name, int min, int max) {
        String text = text(name);
        return text == null ? null : (int) number(name, text, min, max);
    }

    /** The same; {@code fallback} where it was not given. */
    public int whole(String name, int min, int max, int fallback) {
        Integer given = whole(name, min, max);
        return given == null ? fallback : given;
    }

    /** The whole number of 64 bits that is the value of {@code name}, not below {@code min}; null where it was not given. */
    public @Nullable Long large(String name, long min) {
        String text = text(name);
        return text == null ? null : number(name, text, min, Long.MAX_VALUE);
    }

    /** The number that is the value of {@code name}, above 0 and at most {@code most}; null where it was not given. */
    public @Nullable Double positive(String name, long most) {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            double number = Double.parseDouble(text);
            if (number > 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        throw new InputException(name, "must be above 0 and at most " + most + ", but is \"" + text + "\"");
    }

    /** The path that is the value of {@code name}; null where it was not given. */
    public @Nullable Path path(String name) {
        String text = text(name);
        try {
            return text == null ? null : Path.of(text);
        } catch (InvalidPathException e) {
            throw new InputException(name, "is no path: " + e.getMessage());
        }
    }

    /** What is no option. */
    public List<String> words() {
        return List.copyOf(words);
    }

    /** True where {@code --} came before any word, so that the words are a command. */
    public boolean command() {
        return command;
    }

    /** The one word that there must be; {@code otherwise} says what is wanted. */
    public String one(String otherwise) {
        if (words.size() != 1) {
            throw new InputException(place, otherwise);
        }
        return words.getFirst();
    }

    /** The one word that there must be, and no other; {@code otherwise} says what is wanted where there is none. */
    public String needed(String otherwise) {
        String word = word();
        if (word == null) {
            throw new InputException(place, otherwise);
        }
        return word;
    }

    /** The one word that there may be; null where there is none. */
    public @Nullable String word() {
        if (words.size() > 1) {
            throw new InputException(place, "\"" + words.get(1) + "\" is one word too many" + HELP);
        }
        return words.isEmpty() ? null : words.getFirst();
    }

    /** Refuses words where a command takes none. */
    public Arguments withoutWords() {
        if (!words.isEmpty()) {
            throw new InputException(place, "takes no \"" + words.getFirst() + "\"" + HELP);
        }
        return this;
    }

    private static long number(String name, String text, long min, long max) {
        try {
            long number = WholeNumber.parse(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same words as for a number out of range.
        }
        String low = min == Long.MIN_VALUE ? "" : " from " + min;
        String range = max == Long.MAX_VALUE ? low : low + " to " + max;
        throw new InputException(name, "must be a whole number" + range + ", but is \"" + text + "\"");
    }
}
