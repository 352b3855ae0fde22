package io.berth.console.view.job;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.Terms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What is kept of the description of a job that ended: thousands of them are, and one may be as long as a submission may. */
final class EndedSpec {
    /** Of a command so many characters are kept where not all is: enough to tell what it was. */
    private static final int MOST_CHARACTERS = 4_096;

    /** Of the jobs that it came after so many are kept. */
    private static final int MOST_AFTER = 16;

    /** A program with an environment of fewer characters is kept as it is. */
    private static final int LIGHT_CHARACTERS = 16_384;

    private EndedSpec() {}

    /** The very {@code spec} where it is short; otherwise without its environment and with the begin of its command. */
    static JobSpec of(JobSpec spec) {
        return isLight(spec) ? spec : withoutEnvironment(spec);
    }

    /** Without the environment, and of what may be long only the begin. */
    static JobSpec withoutEnvironment(JobSpec spec) {
        Terms terms = spec.terms();
        return spec.withEach(group -> group.withProgram(withoutEnvironment(group.program())))
                .withTerms(terms.withAfter(terms.after()
                        .subList(0, Math.min(MOST_AFTER, terms.after().size()))));
    }

    private static Program withoutEnvironment(Program program) {
        List<String> command = new ArrayList<>();
        int left = MOST_CHARACTERS;
        for (String text : program.command()) {
            command.add(text.length() <= left ? text : text.substring(0, left) + "…");
            left -= Math.min(left, text.length() + 1);
            if (left == 0) {
                break;
            }
        }
        return new Program(
                command,
                Collections.emptySortedMap(),
                program.directory(),
                program.user(),
                program.metrics(),
                program.service());
    }

    private static boolean isLight(JobSpec spec) {
        int left = LIGHT_CHARACTERS;
        for (TaskGroup group : spec.everyGroup()) {
            left -= characters(group.program(), left);
            if (left == 0) {
                return false;
            }
        }
        return true;
    }

    /** How long its texts are; {@code most} for any that are as long or longer. */
    private static int characters(Program program, int most) {
        int left = most;
        for (String text : program.command()) {
            left -= Math.min(left, text.length() + 1);
            if (left == 0) {
                return most;
            }
        }
        for (Map.Entry<String, String> variable : program.environment().entrySet()) {
            left -= Math.min(
                    left, variable.getKey().length() + variable.getValue().length() + 1);
            if (left == 0) {
                return most;
            }
        }
        return most - left;
    }
}
