package io.berth.gateway.pipeline;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Outcome;
import io.berth.core.dispatch.flow.Stage;
import io.berth.gateway.desk.Call;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.Pipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One request that is done in stages. Which stage is done when, where, again or not at all the desk says; here is what each is sent and
 * what became of it. Told by any thread.
 */
public final class PipelineRun implements Call {
    private static final int SERVER_ERROR = 500;

    private final Pipeline pipeline;
    private final Asked asked;
    private final Around around;
    private final Hearer hearer;
    private final Members members;
    private final @Nullable Result[] results;
    private final Map<Long, Future<?>> calls = new HashMap<>();
    private @Nullable Failed failed;
    private final List<String> reused = new ArrayList<>();
    /** Its client hears the last stage as its server says it. */
    private boolean passed;

    private boolean over;

    /**
     * What its client sent.
     *
     * @param number at the desk
     * @param credentials what servers without keys of their own are told of who asks; null for nothing
     */
    public record Asked(long number, Result body, @Nullable String credentials) {}

    /**
     * What it works with.
     *
     * @param mostBytes of a result
     * @param nanos how long a server may take
     */
    public record Around(Desk desk, Host host, StageCaller caller, int mostBytes, long nanos) {}

    /** What it needs of the gateway around it; from any thread. */
    public interface Host {
        /** Where {@code server} is. */
        Backend backend(int server);

        /** Something went wrong at {@code server}. */
        void trouble(int server, Throwable cause);

        /** {@code server} answered with {@code status}. */
        void answered(int server, int status);
    }

    /**
     * A stage that was not done.
     *
     * @param stage its name
     * @param status what its server said; 0 where there was no answer
     */
    public record Failed(String stage, int status, String reason) {}

    /** Where the answer of the last stage goes as it comes; of one thread. */
    public interface Outlet {
        /**
         * The next piece, which is the outlet's from now on; returns once there is room for another.
         *
         * @throws IOException where nobody hears it any more
         */
        void piece(byte[] bytes) throws IOException, InterruptedException;
    }

    /** Who hears how it ended, once, of any thread. */
    public interface Hearer {
        /**
         * The last stage's answer begins, of which it is not known how long it is. Where it goes, and then {@link #passed} or {@link #failed}
         * is told; null where it is wanted whole.
         *
         * @param type of its content; empty where that is not said
         * @param kept as of {@link #done}
         */
        @Nullable
        Outlet begins(String type, List<String> kept);

        /** All that its {@link #begins} is for has gone there. */
        void passed();

        /**
         * The last stages are done; of several, their results by name.
         *
         * @param kept the names of stages that were not done, since what they make was kept
         */
        void done(Result result, List<String> kept);

        /** It was not done. */
        void failed(@Nullable Failed why, Outcome outcome, long againNanos);
    }

    /**
     * Of {@code asked}.
     *
     * @throws IOException where stages need members of a JSON object, and that is none or lacks some
     */
    public PipelineRun(Pipeline pipeline, Asked asked, Around around, Hearer hearer) throws IOException {
        this.pipeline = pipeline;
        this.asked = asked;
        this.around = around;
        this.hearer = hearer;
        results = new @Nullable Result[pipeline.steps().size()];
        boolean parts = pipeline.steps().stream()
                .anyMatch(step -> !step.takes().isEmpty() || !step.after().isEmpty());
        members = parts ? Members.of(asked.body.bytes()) : new Members();
        for (Pipeline.Step step : pipeline.steps()) {
            for (String name : step.takes()) {
                if (!members.has(name)) {
                    throw new IOException("the stage " + step.name() + " needs the member \"" + name + "\"");
                }
            }
        }
    }

    /**
     * What the flow is asked of its stages.
     *
     * @param needs of each, by its place
     * @param keys makes of what a stage gets by what its result is kept
     */
    public List<Stage> stages(List<Need> needs, FeatureKeys keys) {
        List<Stage> stages = new ArrayList<>();
        List<byte[]> digests = new ArrayList<>();
        for (int place = 0; place < needs.size(); place++) {
            Pipeline.Step step = pipeline.steps().get(place);
            List<byte[]> before = step.after().stream().map(digests::get).toList();
            byte[] digest = keys.digest(step, own(step).bytes(), before);
            digests.add(digest);
            boolean beside = place > 0
                    && pipeline.steps().get(place - 1).terms().level()
                            == step.terms().level();
            stages.add(
                    new Stage(needs.get(place), beside, step.cached() ? FeatureKeys.feature(digest) : Stage.NOT_KEPT));
        }
        return stages;
    }

    @Override
    public boolean staged() {
        return true;
    }

    @Override
    public void go(int server, Request request) {
        throw new IllegalStateException("A stage is needed.");
    }

    @Override
    public void go(int server, Request request, int stage) {
        Pipeline.Step step = pipeline.steps().get(stage);
        StageCaller.Question question =
                new StageCaller.Question(step.path(), input(step), asked.credentials, around.nanos);
        synchronized (this) {
            if (!over) {
                Future<?> call = around.caller.ask(
                        around.host.backend(server), question, around.mostBytes, new Ear(server, request, stage));
                calls.put(request.id(), call);
                return;
            }
        }
        // Nobody wants it, though the desk does what stands beside a stage that was rejected.
        around.desk.failed(server, request);
    }

    /** Hears of one call. */
    private final class Ear implements StageCaller.Hearer {
        private final int server;
        private final Request request;
        private final int stage;

        private Ear(int server, Request request, int stage) {
            this.server = server;
            this.request = request;
            this.stage = stage;
        }

        @Override
        public @Nullable Outlet begins(String type) {
            return PipelineRun.this.begins(server, request, stage, type);
        }

        @Override
        public void heard(StageCaller.@Nullable Answer answer, @Nullable IOException cause) {
            PipelineRun.this.heard(server, request, stage, answer, cause);
        }
    }

    /** What is the last stage alone goes to the client as it comes, and cannot be tried again from then on. */
    private @Nullable Outlet begins(int server, Request request, int stage, String type) {
        Outlet outlet;
        synchronized (this) {
            if (over || !isAllThereIs(stage)) {
                return null;
            }
            outlet = hearer.begins(type, List.copyOf(reused));
            passed = outlet != null;
        }
        if (outlet != null) {
            around.desk.answering(server, request);
        }
        return outlet;
    }

    /** Whether what {@code stage} makes is the answer, and not kept for others. */
    private boolean isAllThereIs(int stage) {
        List<Pipeline.Step> steps = pipeline.steps();
        int last = steps.size() - 1;
        boolean alone = last == 0
                || steps.get(last - 1).terms().level() < steps.get(last).terms().level();
        return stage == last && alone && !steps.get(last).cached();
    }

    /** A stage goes on: those after it wait for it. */
    @Override
    public void evict(Request request, boolean streaming) {
        around.desk.spared(request);
    }

    private void heard(
            int server, Request request, int stage, StageCaller.@Nullable Answer answer, @Nullable IOException cause) {
        String name = pipeline.steps().get(stage).name();
        synchronized (this) {
            calls.remove(request.id());
            if (answer == null || answer.status() >= SERVER_ERROR) {
                String why = cause == null ? "its server failed" : "its server broke off: " + cause.getMessage();
                failed = new Failed(name, answer == null ? 0 : answer.status(), why);
            } else if (answer.result() == null) {
                failed = new Failed(name, 0, "its result is larger than " + around.mostBytes + " bytes");
            } else if (answer.status() >= 300) {
                failed = new Failed(name, answer.status(), "its server refused it");
            } else {
                results[stage] = answer.result();
                failed = null;
            }
        }
        tell(server, request, stage, answer, cause);
    }

    private void tell(
            int server, Request request, int stage, StageCaller.@Nullable Answer answer, @Nullable IOException cause) {
        if (answer == null) {
            around.host.trouble(server, cause == null ? new IOException("no answer") : cause);
            around.desk.failed(server, request);
            return;
        }
        around.host.answered(server, answer.status());
        if (answer.status() >= SERVER_ERROR) {
            around.desk.failed(server, request);
        } else if (result(stage) != null) {
            around.desk.answered(server, request, request.workNanos());
        } else {
            over(null);
            around.desk.answered(server, request, Balancer.NO_ANSWER);
            around.desk.cancel(asked.number);
        }
    }

    private synchronized @Nullable Result result(int stage) {
        return results[stage];
    }

    @Override
    public void leave(Request request) {
        Future<?> call;
        synchronized (this) {
            call = calls.remove(request.id());
        }
        if (call != null) {
            call.cancel(true);
        }
    }

    @Override
    public synchronized byte[] made(int stage) {
        Result result = results[stage];
        return result == null ? new byte[0] : FeatureKeys.pack(result);
    }

    @Override
    public synchronized void reused(int stage, byte[] kept) {
        results[stage] = FeatureKeys.unpack(kept);
        reused.add(pipeline.steps().get(stage).name());
    }

    @Override
    public void answered() {
        over(last());
    }

    @Override
    public void ended(Outcome outcome, long againNanos) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        hearer.failed(failed, outcome, againNanos);
    }

    private void over(@Nullable Result result) {
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
        }
        if (result == null) {
            hearer.failed(failed, Outcome.Plain.CANCELLED, 0);
        } else if (passed) {
            hearer.passed();
        } else {
            hearer.done(result, List.copyOf(reused));
        }
    }

    /** Nobody wants it any more. */
    public void leave() {
        List<Future<?>> open;
        synchronized (this) {
            over = true;
            open = new ArrayList<>(calls.values());
            calls.clear();
        }
        open.forEach(call -> call.cancel(true));
        around.desk.cancel(asked.number);
    }

    /** What the stages of the highest level made: of one as it is, of several an object with a member for each. */
    private synchronized Result last() {
        List<Pipeline.Step> steps = pipeline.steps();
        int level = steps.getLast().terms().level();
        Members all = new Members();
        int first = steps.size();
        for (int place = steps.size() - 1;
                place >= 0 && steps.get(place).terms().level() == level;
                place--) {
            first = place;
        }
        for (int place = first; place < steps.size(); place++) {
            Result made = results[place];
            if (made == null) {
                throw new IllegalStateException("The stage " + steps.get(place).name() + " made nothing.");
            }
            if (steps.size() - first == 1) {
                return made;
            }
            all.put(steps.get(place).name(), made);
        }
        return new Result("application/json", all.text());
    }

    /** What {@code step} is sent of the client's body. */
    private Result own(Pipeline.Step step) {
        if (step.takes().isEmpty()) {
            return asked.body;
        }
        Members own = new Members();
        step.takes().forEach(name -> own.take(name, members));
        return object(own, step);
    }

    private static Result object(Members members, Pipeline.Step step) {
        if (!step.model().isEmpty()) {
            members.put("model", step.model());
        }
        return new Result("application/json", members.text());
    }

    private synchronized Result input(Pipeline.Step step) {
        if (step.after().isEmpty()) {
            return own(step);
        }
        Members input = new Members();
        if (step.takes().isEmpty()) {
            input.takeAll(members);
        } else {
            step.takes().forEach(name -> input.take(name, members));
        }
        for (int place : step.after()) {
            Result result = results[place];
            if (result == null) {
                throw new IllegalStateException("The stage before " + step.name() + " made nothing.");
            }
            input.put(pipeline.steps().get(place).name(), result);
        }
        return object(input, step);
    }
}
