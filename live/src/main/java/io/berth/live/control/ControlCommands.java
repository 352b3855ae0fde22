package io.berth.live.control;

import io.berth.core.state.State;
import io.berth.live.driver.Acceptance;
import io.berth.live.driver.EngineStoppedException;
import io.berth.live.driver.Operator;
import io.berth.live.driver.RefusedException;
import io.berth.live.driver.Submission;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobReader;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonLines;
import io.berth.spec.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked over the control socket. A request is an object with a {@code command}; an answer has {@code ok}, and
 * {@code error} where that is false.
 *
 * <pre>
 * {"command":"submit","job":{…},"origin":"ci","sequence":3}   {"ok":true,"job":17,"sequence":3,"repeated":false}
 * {"command":"cancel","job":17}                               {"ok":true}
 * {"command":"strategy","strategy":"fgd"}                     {"ok":true}
 * {"command":"drain","node":"node-3"}                         {"ok":true}      and undrain
 * {"command":"ls","all":true,"after":0}                       {"ok":true,"jobs":[…],"more":false}
 * {"command":"status"}                                        {"ok":true,"instants":…,…}
 * {"command":"learn","action":"status"}                       {"ok":true,"learning":{…}}  start, stop
 * {"command":"ping"}, {"command":"stop"}                      {"ok":true}
 * </pre>
 *
 * What changes something is answered when it is durable. Without {@code sequence}, a submission is the next of its origin.
 */
final class ControlCommands {
    /** The origin of submissions that name none. */
    static final String DEFAULT_ORIGIN = "control";

    /** Jobs in one answer, by number; {@code after} asks for the next. About a quarter of the longest line that is read. */
    static final int PAGE = 1_000;

    private static final List<String> COMMANDS =
            List.of("submit", "cancel", "strategy", "drain", "undrain", "ls", "status", "learn", "ping", "stop");
    private static final Map<String, Object> OK = Map.of("ok", true);

    private final Operator operator;
    private final StrategyReader strategies;
    private final EndedJobs ended;
    private final Learning learning;

    ControlCommands(Operator operator, StrategyReader strategies, EndedJobs ended, Learning learning) {
        this.operator = operator;
        this.strategies = strategies;
        this.ended = ended;
        this.learning = learning;
    }

    /** The line that answers {@code line}; it never throws. */
    String answer(String line) {
        try {
            return Json.line(execute(JsonLines.read("request", line)));
        } catch (CompletionException e) {
            return error(e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException e) {
            return error(e);
        }
    }

    /** The line that says that a request failed of {@code cause}. */
    static String error(Throwable cause) {
        boolean expected = cause instanceof InputException
                || cause instanceof RefusedException
                || cause instanceof EngineStoppedException
                || cause instanceof IllegalArgumentException;
        String message = cause.getMessage();
        return error(expected && message != null ? message : "the request failed: " + cause);
    }

    static String error(String message) {
        LinkedHashMap<String, Object> answer = new LinkedHashMap<>();
        answer.put("ok", false);
        answer.put("error", Quote.oneLine(message));
        return Json.line(answer);
    }

    private Object execute(Tree request) {
        String command = request.require("command").text();
        return switch (command) {
            case "submit" -> submit(request);
            case "cancel" -> done(operator.cancel(only(request, "job").whole()));
            case "strategy" -> done(operator.strategy(strategies.read(only(request, "strategy"))));
            case "drain" -> done(operator.drain(only(request, "node").text(), true));
            case "undrain" -> done(operator.drain(only(request, "node").text(), false));
            case "ls" -> list(request);
            case "status" -> {
                known(request, List.of("command"));
                yield operator.ask(Status::of).join();
            }
            case "learn" -> {
                LinkedHashMap<String, Object> answer = new LinkedHashMap<>(OK);
                answer.put("learning", learning.answer(only(request, "action").text()));
                yield answer;
            }
            case "ping" -> {
                known(request, List.of("command"));
                yield OK;
            }
            case "stop" -> {
                known(request, List.of("command"));
                yield done(operator.stop());
            }
            default -> throw InputException.at(request, InputException.unknown("command", command, COMMANDS));
        };
    }

    private Object submit(Tree request) {
        known(request, List.of("command", "job", "origin", "sequence"));
        @Nullable Tree origin = request.get("origin");
        @Nullable Tree sequence = request.get("sequence");
        if (sequence != null && origin == null) {
            throw InputException.at(sequence, "goes only with an origin");
        }
        Acceptance accepted = operator.submit(new Submission(
                        JobReader.read(request.require("job"), "job"),
                        origin == null ? DEFAULT_ORIGIN : origin.text(),
                        sequence == null ? Submission.NEXT : sequence.whole()))
                .join();
        LinkedHashMap<String, Object> answer = new LinkedHashMap<>(OK);
        if (accepted.job() != Acceptance.FORGOTTEN) {
            answer.put("job", accepted.job());
        }
        answer.put("sequence", accepted.sequence());
        answer.put("repeated", accepted.repeated());
        return answer;
    }

    private Object list(Tree request) {
        known(request, List.of("command", "all", "after"));
        @Nullable Tree all = request.get("all");
        @Nullable Tree after = request.get("after");
        long afterJob = after == null ? 0 : after.whole();
        List<JobRow> rows = new ArrayList<>();
        if (all != null && all.flag()) {
            rows.addAll(ended.rows());
        }
        rows.addAll(operator.ask(ControlCommands::rows).join());
        List<JobRow> page = rows.stream()
                .filter(row -> row.id() > afterJob)
                .sorted(Comparator.comparingLong(JobRow::id))
                .limit(PAGE + 1L)
                .toList();
        LinkedHashMap<String, Object> answer = new LinkedHashMap<>(OK);
        answer.put("jobs", page.subList(0, Math.min(PAGE, page.size())));
        answer.put("more", page.size() > PAGE);
        return answer;
    }

    private static List<JobRow> rows(State state) {
        return state.jobs().stream().map(job -> JobRow.of(job, state)).toList();
    }

    private static Object done(CompletableFuture<Void> future) {
        future.join();
        return OK;
    }

    /** The value of the one key that goes with the command. */
    private static Tree only(Tree request, String key) {
        known(request, List.of("command", key));
        return request.require(key);
    }

    private static void known(Tree request, List<String> keys) {
        for (Tree.Entry entry : request.entries()) {
            if (!keys.contains(entry.key())) {
                throw InputException.at(request, InputException.unknown("key", entry.key(), keys));
            }
        }
    }
}
