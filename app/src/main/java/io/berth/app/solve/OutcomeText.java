package io.berth.app.solve;

import io.berth.app.solve.run.Gap;
import io.berth.app.solve.run.Outcome;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.solver.Answer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An outcome for people: a head, a line of figures, and the assignment agent by agent. */
final class OutcomeText {
    /** Assignments of more tasks are told by their loads alone. */
    private static final int MOST_TASKS = 5000;

    private OutcomeText() {}

    static String of(Outcome outcome) {
        StringBuilder text = new StringBuilder();
        StatedProblem problem = outcome.problem();
        if (problem != null) {
            text.append(head(problem)).append('\n');
        }
        text.append(figures(outcome)).append('\n');
        int[] agents = outcome.answer().agents();
        if (problem != null && agents != null) {
            text.append('\n').append(table(problem, Shares.of(problem, agents)));
        }
        return text.toString();
    }

    static String head(StatedProblem problem) {
        String what = switch (problem.objective()) {
            case SUM -> problem.sense().name().toLowerCase(Locale.ROOT) + " the sum";
            case TOTAL_COMPLETION -> "minimize the sum of completion times";
            case MAKESPAN -> "minimize the makespan";
        };
        return problem.name() + ": " + count(problem.tasks().size(), "task") + ", "
                + count(problem.agents().size(), "agent") + ", " + what
                + (problem.leavesOut() ? ", tasks may be left out" : "");
    }

    private static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static String figures(Outcome outcome) {
        Answer answer = outcome.answer();
        String status = answer.status().name().toLowerCase(Locale.ROOT);
        String seconds = String.format(Locale.ROOT, "%.2f s", outcome.seconds());
        if (answer.agents() == null) {
            String bound = outcome.bound() == null ? "" : "; bound " + plain(outcome.bound());
            return status + ": " + outcome.reason() + bound + "; " + outcome.method() + ", " + seconds;
        }
        return status + ": value " + plain(outcome.value()) + ", bound " + plain(outcome.bound()) + ", gap "
                + Gap.text(answer.value(), answer.bound()) + "; " + outcome.method() + ", " + seconds;
    }

    private static String plain(@Nullable BigDecimal number) {
        return number == null ? "unknown" : number.toPlainString();
    }

    private static String table(StatedProblem problem, Shares shares) {
        boolean tasks = problem.tasks().size() <= MOST_TASKS;
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("agent"));
        problem.rooms().forEach(room -> header.add(room.name()));
        header.add(problem.queued() ? "tasks, one after another" : "tasks");
        rows.add(header);
        for (Shares.Share share : shares.shares()) {
            List<String> row = new ArrayList<>(List.of(share.agent()));
            share.loads().forEach(load -> row.add(load.text()));
            row.add(
                    tasks
                            ? String.join(" ", share.tasks())
                            : String.valueOf(share.tasks().size()));
            rows.add(row);
        }
        StringBuilder text = new StringBuilder(aligned(rows));
        if (problem.leavesOut()) {
            String out = tasks
                    ? String.join(" ", shares.leftOut())
                    : count(shares.leftOut().size(), "task");
            text.append("left out: ").append(out.isEmpty() ? "none" : out).append('\n');
        }
        return text.toString();
    }

    private static String aligned(List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns - 1; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = row.get(column);
                line.append(cell).append(" ".repeat(Math.max(0, widths[column] - cell.length()) + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
