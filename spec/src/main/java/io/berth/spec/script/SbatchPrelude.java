package io.berth.spec.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * What a shell does before a task becomes its script: it makes a file of the script, which the environment brings, since
 * everybody on the machine can read arguments, and runs that. As under Slurm the script is a file, so that programs find it by
 * its name, and its size is not that of an argument.
 */
final class SbatchPrelude {
    /** Bytes of the script in one variable: some below what Linux takes for one (MAX_ARG_STRLEN, execve(2)). */
    private static final int CHUNK_BYTES = 100_000;

    private static final String VARIABLE = "BERTH_SCRIPT_";
    private static final String END = "BERTH_END_OF_PROGRAM";

    private SbatchPrelude() {}

    /** The variables that bring {@code text} to its task. */
    static SequencedMap<String, String> variables(String text) {
        SequencedMap<String, String> variables = new TreeMap<>();
        int bytes = 0;
        StringBuilder chunk = new StringBuilder();
        for (int point : text.codePoints().toArray()) {
            String letter = Character.toString(point);
            int more = letter.getBytes(StandardCharsets.UTF_8).length;
            if (bytes + more > CHUNK_BYTES) {
                variables.put(VARIABLE + (variables.size() + 1), chunk.toString());
                chunk.setLength(0);
                bytes = 0;
            }
            chunk.append(letter);
            bytes += more;
        }
        variables.put(VARIABLE + (variables.size() + 1), chunk.toString());
        return variables;
    }

    /**
     * The whole of it.
     *
     * @param redirections lines that say where input and output go
     * @param watch lines that see to a signal; empty for none
     */
    static String text(BatchScript script, String redirections, String watch) {
        List<String> chunks = List.copyOf(variables(script.text()).keySet());
        StringBuilder text = new StringBuilder(resource("prelude.sh"));
        for (String tool : List.of("srun", "scontrol")) {
            text.append("cat >\"$folder/bin/")
                    .append(tool)
                    .append("\" <<'")
                    .append(END)
                    .append("' || exit 126\n");
            text.append(resource(tool + ".sh")).append(END).append('\n');
        }
        // By the same shell as this.
        text.append("[ -z \"$BASH\" ] || sed -i \"1s|.*|#!$BASH --posix|\" \"$folder/bin/srun\"\n");
        text.append("chmod 700 \"$folder/bin\"/*\n");
        text.append("file=$folder/").append(quoted(script.fileName())).append('\n');
        text.append("(umask 077 && printf %s");
        chunks.forEach(name -> text.append(" \"$").append(name).append('"'));
        text.append(" >\"$file\") && chmod 700 \"$file\" || exit 126\nunset");
        chunks.forEach(name -> text.append(' ').append(name));
        text.append('\n').append(redirections).append(watch);
        String command = command(script);
        text.append("if [ -z \"$temporary\" ]; then\n    echo $$ >\"$folder/pid\"\n    exec ");
        text.append(command).append(" \"$@\"\nfi\n");
        // Nobody else deletes that one. A signal comes to all processes of a task.
        text.append("trap : HUP INT QUIT TERM USR1 USR2\n");
        text.append("sh -c 'echo $$ >\"$0\"; exec \"$@\"' \"$folder/pid\" ").append(command);
        text.append(" \"$@\"\ncode=$?\nrm -rf -- \"$temporary\"\n");
        text.append("[ \"$code\" -le 128 ] || { trap - HUP INT QUIT TERM USR1 USR2; kill -s $((code - 128)) $$; }\n");
        return text.append("exit $code").toString();
    }

    /** A login of bash sets PATH anew, but keeps functions that it was given. */
    private static String command(BatchScript script) {
        List<String> words = new ArrayList<>();
        if (script.isLogin()) {
            words.add("env");
            for (String tool : List.of("srun", "scontrol")) {
                words.add(quoted("BASH_FUNC_" + tool + "%%=() { \"$BERTH_TOOLS/" + tool + "\" \"$@\"; }"));
            }
        }
        script.interpreter().forEach(word -> words.add(quoted(word)));
        words.add("\"$file\"");
        return String.join(" ", words);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String resource(String name) {
        try (InputStream in = SbatchPrelude.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
