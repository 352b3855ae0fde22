package io.berth.local.launch;

import io.berth.local.launch.folder.TaskKey;
import io.berth.local.limit.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to start. Text may hold anything but NUL and reaches the task as UTF-8.
 *
 * @param argv program and arguments; a program without a slash is looked for in the task's PATH
 * @param environment all that the task gets, but for {@code BERTH_RUN} (its folder) and, with a user, HOME, USER and LOGNAME
 *     where they are not given
 * @param directory to start in, absolute
 * @param user to run as, null for the one that Berth runs as
 * @param output where its output goes, absolute; null for the folder of the task. With a user there is no choice: who runs the
 *     task could make a link there and have Berth write elsewhere.
 * @param stopGrace from the request to end to being killed
 */
public record TaskOrder(
        TaskKey key,
        List<String> argv,
        Map<String, String> environment,
        Path directory,
        @Nullable String user,
        Limits limits,
        @Nullable Path output,
        Duration stopGrace) {
    /** @throws IllegalArgumentException where something cannot be handed to a process; the message says what */
    public TaskOrder {
        argv = List.copyOf(argv);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        if (argv.isEmpty() || argv.getFirst().isEmpty()) {
            throw new IllegalArgumentException(key + " names no program");
        }
        List<String> texts = new ArrayList<>(argv);
        environment.forEach((name, value) -> {
            if (name.isEmpty() || name.contains("=")) {
                throw new IllegalArgumentException(key + ": '" + name + "' cannot be the name of a variable");
            }
            texts.add(name);
            texts.add(value);
        });
        texts.forEach(text -> checkText(key, text));
        if (!directory.isAbsolute() || output != null && !output.isAbsolute()) {
            throw new IllegalArgumentException(
                    key + ": folders are absolute paths, not " + directory + " and " + output);
        }
        if (user != null && output != null) {
            throw new IllegalArgumentException(key + ": the output of a task with a user stays in Berth's own folder");
        }
    }

    private static void checkText(TaskKey key, String text) {
        boolean broken = text.codePoints()
                .anyMatch(point -> point == 0 || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
        if (broken) {
            throw new IllegalArgumentException(key + ": '" + text.replace("\0", "\\0")
                    + "' holds NUL or half a surrogate pair, which no process can be given");
        }
    }
}
