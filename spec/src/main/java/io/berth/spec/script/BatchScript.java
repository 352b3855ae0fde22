package io.berth.spec.script;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A script that is handed in whole, as sbatch takes one. Its options stand in lines that begin with {@code #BERTH} or {@code
 * #SBATCH}, before its first command.
 *
 * @param name of its file
 * @param interpreter the program of its first line and what stands behind it
 * @param text all of it
 * @param directives its lines of options, in order
 * @param warnings what somebody should know, each with its place
 */
public record BatchScript(
        String name, List<String> interpreter, String text, List<Directive> directives, List<String> warnings) {
    /** What one argument of a program may hold on Linux, its end included (MAX_ARG_STRLEN, execve(2)). */
    private static final int MOST_BYTES = 131_072;

    private static final String SHEBANG = "#!";
    private static final String BERTH = "#BERTH";
    private static final String SBATCH = "#SBATCH";
    private static final Pattern SRUN = Pattern.compile("\\s*(exec\\s+)?srun(\\s.*)?");
    private static final List<String> SHELLS = List.of("sh", "bash", "dash", "zsh", "ksh", "fish");
    private static final List<String> BY_E = List.of("perl", "ruby", "node", "julia", "Rscript");

    public BatchScript {
        interpreter = List.copyOf(interpreter);
        directives = List.copyOf(directives);
        warnings = List.copyOf(warnings);
    }

    /** True where {@code source} is a script and no job file. */
    public static boolean isScript(Source source) {
        return source.text().startsWith(SHEBANG);
    }

    /** The script in {@code source}. */
    public static BatchScript read(Source source) {
        String text = source.text();
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes >= MOST_BYTES) {
            throw new InputException(
                    source.name(),
                    "is too large for a script: it has " + bytes + " bytes and may have " + (MOST_BYTES - 1));
        }
        List<String> lines = text.lines().toList();
        check(source, text, lines);
        List<Directive> directives = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        boolean commands = false;
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i);
            Position position = source.position(i + 1, 1);
            boolean slurm = isDirective(line, SBATCH);
            if (slurm || isDirective(line, BERTH)) {
                String options = line.substring((slurm ? SBATCH : BERTH).length());
                if (commands) {
                    warnings.add(
                            place(position) + ": stands after the first command, so it is left out, as sbatch does");
                } else {
                    directives.add(new Directive(position, slurm, ScriptWords.split(options, position)));
                }
            } else {
                commands |= !line.isBlank() && !line.stripLeading().startsWith("#");
                if (SRUN.matcher(line).matches()) {
                    warnings.add(place(position)
                            + ": srun is Slurm's; here the script runs once, with all that it asks for");
                }
            }
        }
        return new BatchScript(source.baseName(), interpreter(source, lines.getFirst()), text, directives, warnings);
    }

    /** The command that runs it with {@code arguments}, without a file. */
    public List<String> command(List<String> arguments) {
        String program = program(interpreter);
        List<String> command = new ArrayList<>(interpreter);
        command.add(BY_E.contains(program) ? "-e" : "-c");
        command.add(text);
        if (SHELLS.contains(program)) {
            command.add(name);
        }
        command.addAll(arguments);
        return command;
    }

    /** A place as people read it: the file and the line. */
    static String place(Position position) {
        return position.source() + ":" + position.line();
    }

    private static void check(Source source, String text, List<String> lines) {
        if (text.indexOf('\0') >= 0) {
            throw new InputException(source.name(), "holds the character NUL: it is no script");
        }
        int dos = text.indexOf("\r\n");
        if (dos >= 0) {
            long line = text.substring(0, dos).lines().count();
            throw new InputException(
                    source.name() + ":" + Math.max(1, line),
                    "has DOS line ends (CR LF); dos2unix makes a script of it");
        }
        if (lines.isEmpty()) {
            throw new InputException(source.name(), "is empty");
        }
    }

    private static boolean isDirective(String line, String head) {
        return line.startsWith(head)
                && (line.length() == head.length() || Character.isWhitespace(line.charAt(head.length())));
    }

    private static List<String> interpreter(Source source, String first) {
        List<String> words = Arrays.stream(
                        first.substring(SHEBANG.length()).strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.size() > 1 && words.getFirst().endsWith("/env")) {
            words = words.subList(words.get(1).equals("-S") ? 2 : 1, words.size());
        }
        String program = words.isEmpty() ? "" : program(words);
        boolean known = SHELLS.contains(program) || BY_E.contains(program) || program.startsWith("python");
        if (!known) {
            throw InputException.at(
                    source.position(1, 1),
                    "",
                    "scripts of " + Quote.of(program) + " are not taken (known: "
                            + String.join(", ", SHELLS) + ", python, " + String.join(", ", BY_E)
                            + "); berth submit -- ./script runs any file that is there when it starts");
        }
        return words;
    }

    private static String program(List<String> words) {
        String path = words.getFirst();
        String program = path.substring(path.lastIndexOf('/') + 1);
        return program.equals("Rscript") ? program : program.toLowerCase(Locale.ROOT);
    }
}
