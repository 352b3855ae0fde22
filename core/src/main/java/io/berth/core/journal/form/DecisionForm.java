package io.berth.core.journal.form;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Decision.Promise;
import io.berth.core.decision.Decision.Remember;
import io.berth.core.decision.Decision.Start;
import io.berth.core.decision.Reason;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.Kind;
import io.berth.core.journal.field.Kinds;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What was decided; every kind is about the decision's own number. Kinds below {@link #FIRST} are of earlier formats. */
public final class DecisionForm {
    /** The first number of this format. */
    public static final int FIRST = 64;

    private static final Kinds<Decision> KINDS = new Kinds<>(
            "decision",
            List.of(
                    start(),
                    ended(65, Decision.Stop.class, Decision.Stop::job, Decision.Stop::reason, Decision.Stop::new),
                    ended(
                            66,
                            Decision.Reject.class,
                            Decision.Reject::job,
                            Decision.Reject::reason,
                            Decision.Reject::new),
                    promise(),
                    window(),
                    remember(),
                    grow(),
                    shrink(),
                    move(),
                    grantNode()));

    private DecisionForm() {}

    public static void write(Decision decision, ByteSink sink) {
        KINDS.write(decision, sink);
    }

    /**
     * What {@link #write} wrote behind {@code kind}, which was read already.
     *
     * @throws CorruptRecordException where that is no decision
     */
    public static Decision read(int kind, ByteSource source) {
        return KINDS.read(kind, source);
    }

    private static Kind<Start> start() {
        Form<Start> form = new Form<>("start");
        var job = form.number(1, "job", 0, Start::job);
        var placements = form.value(2, "placements", List.of(), Start::placements, PlacementForm.LIST);
        var tasks = form.list(3, "tasks", Start::tasks, Codec.WHOLE);
        return new Kind<>(
                64,
                Start.class,
                Start::id,
                form,
                (id, values) -> new Start(id, job.of(values), placements.of(values), tasks.of(values)));
    }

    private static Kind<Decision.Grow> grow() {
        Form<Decision.Grow> form = new Form<>("growth");
        var job = form.number(1, "job", 0, Decision.Grow::job);
        var placements = form.value(2, "placements", List.of(), Decision.Grow::placements, PlacementForm.LIST);
        var tasks = form.list(3, "tasks", Decision.Grow::tasks, Codec.WHOLE);
        return new Kind<>(
                170,
                Decision.Grow.class,
                Decision.Grow::id,
                form,
                (id, values) -> new Decision.Grow(id, job.of(values), placements.of(values), tasks.of(values)));
    }

    private static Kind<Decision.Shrink> shrink() {
        Form<Decision.Shrink> form = new Form<>("shrinking");
        var job = form.number(1, "job", 0, Decision.Shrink::job);
        var tasks = form.list(2, "tasks", Decision.Shrink::tasks, Codec.WHOLE);
        var why = form.number(3, "reason", 0, decision -> decision.reason().code());
        return new Kind<>(
                171,
                Decision.Shrink.class,
                Decision.Shrink::id,
                form,
                (id, values) ->
                        new Decision.Shrink(id, job.of(values), tasks.of(values), Reason.ofCode(why.whole(values))));
    }

    /** Makes a decision that says why. */
    private interface Ending<T> {
        T of(long id, long job, Reason reason);
    }

    private static <T extends Decision> Kind<T> ended(
            int number, Class<T> type, ToLongFunction<T> job, Function<T, Reason> reason, Ending<T> ending) {
        Form<T> form = new Form<>("decision with a reason");
        var whose = form.number(1, "job", 0, job);
        var why = form.number(2, "reason", 0, decision -> reason.apply(decision).code());
        return new Kind<>(
                number,
                type,
                Decision::id,
                form,
                (id, values) -> ending.of(id, whose.of(values), Reason.ofCode(why.whole(values))));
    }

    private static Kind<Promise> promise() {
        Form<Promise> form = new Form<>("promise");
        var job = form.number(1, "job", 0, Promise::job);
        var at = form.number(2, "moment", Nanos.NEVER, Promise::atNanos);
        var placements = form.value(3, "placements", List.of(), Promise::placements, PlacementForm.LIST);
        return new Kind<>(
                67,
                Promise.class,
                Promise::id,
                form,
                (id, values) -> new Promise(id, job.of(values), at.of(values), placements.of(values)));
    }

    private static Kind<Decision.PlanWindow> window() {
        Form<Decision.PlanWindow> form = new Form<>("window");
        var jobs = form.list(1, "jobs", Decision.PlanWindow::jobs, Codec.NUMBER);
        var until = form.number(2, "end", Nanos.NEVER, Decision.PlanWindow::untilNanos);
        return new Kind<>(
                68,
                Decision.PlanWindow.class,
                Decision.PlanWindow::id,
                form,
                (id, values) -> new Decision.PlanWindow(id, jobs.of(values), until.of(values)));
    }

    private static Kind<Decision.Move> move() {
        Form<Decision.Move> form = new Form<>("move");
        var job = form.number(1, "job", 0, Decision.Move::job);
        var other = form.number(2, "other job", 0, Decision.Move::forJob);
        var placements = form.value(3, "placements", List.of(), Decision.Move::placements, PlacementForm.LIST);
        return new Kind<>(
                176,
                Decision.Move.class,
                Decision.Move::id,
                form,
                (id, values) -> new Decision.Move(id, job.of(values), other.of(values), placements.of(values)));
    }

    private static Kind<Decision.GrantNode> grantNode() {
        Form<Decision.GrantNode> form = new Form<>("grant of a node");
        var node = form.number(1, "node", 0, Decision.GrantNode::node);
        var pool = form.text(2, "pool", Decision.GrantNode::pool);
        return new Kind<>(
                218,
                Decision.GrantNode.class,
                Decision.GrantNode::id,
                form,
                (id, values) -> new Decision.GrantNode(id, node.whole(values), pool.of(values)));
    }

    private static Kind<Remember> remember() {
        Form<Remember> form = new Form<>("memory");
        var slot = form.text(1, "slot", Remember::slot);
        var version = form.number(2, "version", 0, Remember::version);
        var memory = form.list(3, "values", Remember::values, Codec.NUMBER);
        return new Kind<>(
                69,
                Remember.class,
                Remember::id,
                form,
                (id, values) -> new Remember(id, slot.of(values), version.whole(values), memory.of(values)));
    }
}
