package io.berth.spec.script;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A script that is handed in whole, as sbatch takes one. Its options stand in lines that begin with {@code #BERTH} or {@code
 * #SBATCH}, before its first command.
 *
 * @param name of its file, without what stands behind its last point
 * @param fileName of its file
 * @param interpreter the program of its first line and what stands behind it
 * @param text all of it
 * @param directives its lines of options, in order
 * @param warnings what somebody should know, each with its place
 */
public record BatchScript(
        String name,
        String fileName,
        List<String> interpreter,
        String text,
        List<Directive> directives,
        List<String> warnings) {
    /** A request of the API holds 1 MiB, the environment and what JSON adds included. */
    private static final int MOST_BYTES = 524_288;

    private static final String SHEBANG = "#!";
    private static final String BERTH = "#BERTH";
    private static final String SBATCH = "#SBATCH";

    /** What a file of the task's folder may be called: anything but a path, and not what stands beside it. */
    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}");

    private static final List<String> BESIDE = List.of("bin", "pid");

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
        if (bytes > MOST_BYTES) {
            throw new InputException(
                    source.name(), "is too large for a script: it has " + bytes + " bytes and may have " + MOST_BYTES);
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
            }
        }
        return new BatchScript(
                source.baseName(), fileName(source), interpreter(source, lines.getFirst()), text, directives, warnings);
    }

    /** True for a login shell of bash. */
    boolean isLogin() {
        String program = interpreter.getFirst();
        return program.substring(program.lastIndexOf('/') + 1).equals("bash")
                && (interpreter.contains("--login")
                        || interpreter.stream().anyMatch(word -> word.matches("-[a-z]*l[a-z]*")));
    }

    private static String fileName(Source source) {
        String last = source.name().substring(source.name().lastIndexOf('/') + 1);
        return FILE_NAME.matcher(last).matches() && !BESIDE.contains(last) ? last : "slurm_script";
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
        if (!line.startsWith(head)) {
            return false;
        }
        // sbatch takes #SBATCH-n4 too.
        char next = line.length() == head.length() ? ' ' : line.charAt(head.length());
        return next == '-' || Character.isWhitespace(next);
    }

    private static List<String> interpreter(Source source, String first) {
        List<String> words = Arrays.stream(
                        first.substring(SHEBANG.length()).strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.size() > 1 && words.getFirst().endsWith("/env")) {
            words = words.subList(words.get(1).equals("-S") ? 2 : 1, words.size());
        }
        if (words.isEmpty()) {
            throw InputException.at(source.position(1, 1), "", "names no program behind #!, such as #!/bin/bash");
        }
        return words;
    }
}
