package io.berth.gateway.fake;

import io.berth.gateway.fake.openai.Answer;
import io.berth.gateway.fake.openai.Answers;
import io.berth.gateway.fake.openai.Ask;
import io.berth.gateway.fake.openai.EventStream;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request from when it is taken to when it is answered or its client leaves. Used on the thread of the server alone. */
final class Work {
    private final Machine machine;
    private final Ask ask;
    private final Reply reply;
    private final @Nullable Fault fault;
    private @Nullable Prepared prepared;
    private @Nullable EventStream stream;
    private @Nullable Future<?> timer;
    /** When the first token comes, in the time of {@link System#nanoTime}. */
    private long firstNanos;
    /** How many steps have gone out. */
    private int sent;
    /** Waits for the client to read. */
    private boolean paused;

    /** Its client has left, and it goes on. */
    private boolean gone;

    private boolean over;

    /** What is known of a request once it has a slot. */
    record Prepared(Answer answer, List<PromptBlocks> prompts) {}

    Work(Machine machine, Ask ask, Reply reply, @Nullable Fault fault) {
        this.machine = machine;
        this.ask = ask;
        this.reply = reply;
        this.fault = fault;
    }

    /** It has a slot. */
    void begin() {
        if (over) {
            return;
        }
        Prepared made = machine.prepare(ask);
        prepared = made;
        Answer.Usage usage = made.answer().usage();
        firstNanos = System.nanoTime()
                + machine.pace().reading(usage.prompt() - usage.cached())
                + (ask.task().isText()
                        ? 0
                        : machine.pace().listing(ask.prompts().size() * ask.choices()))
                + (fault == Fault.SLOW_START ? machine.faults().slowNanos() : 0);
        if (ask.form().stream()) {
            stream = EventStream.of(made.answer());
        }
        if (fault != Fault.HANG) {
            advance();
        }
    }

    /** The client has read what it was sent. */
    void resume() {
        if (paused) {
            paused = false;
            advance();
        }
    }

    /** Sends what is due, and waits for what is not. */
    private void advance() {
        Answer answer = answer();
        int steps = answer.steps();
        if (gone) {
            if (!waits(due(Math.max(0, steps - 1)))) {
                free();
            }
            return;
        }
        if (stream == null) {
            long due = due(Math.max(0, steps - 1));
            if (!waits(due)) {
                finish(answer);
            }
            return;
        }
        while (sent < steps && !waits(due(sent))) {
            if (!reply.isWritable()) {
                paused = true;
                return;
            }
            if (fault == Fault.CUT && sent > 0 && sent >= steps / 2) {
                free();
                reply.cut();
                return;
            }
            step(answer, stream);
        }
        if (sent == steps) {
            finish(stream);
        }
    }

    /** Whether {@code due} is yet to come, when this goes on. */
    private boolean waits(long due) {
        long left = due - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        timer = machine.loop().schedule(this::advance, left, TimeUnit.NANOSECONDS);
        return true;
    }

    private long due(int step) {
        return firstNanos + machine.pace().making(step);
    }

    private void step(Answer answer, EventStream events) {
        if (sent == 0) {
            reply.open();
            events.opening().forEach(reply::event);
        }
        for (int choice = 0; choice < answer.choices().size(); choice++) {
            if (sent < answer.choices().get(choice).pieces().size()) {
                reply.event(events.token(choice, sent));
            }
        }
        sent++;
    }

    private void finish(EventStream events) {
        if (fault == Fault.CUT) {
            free();
            reply.cut();
            return;
        }
        events.closing().forEach(reply::event);
        end();
        reply.close();
    }

    private void finish(Answer answer) {
        String body = Answers.whole(answer);
        if (fault == Fault.CUT) {
            free();
            reply.cut(body);
            return;
        }
        end();
        reply.json(body);
    }

    private void end() {
        if (prepared != null) {
            machine.done(prepared);
        }
        free();
    }

    private void free() {
        over = true;
        machine.slots().leave(this);
    }

    /** The client is gone: nothing more is done for it. */
    void leave() {
        if (over) {
            return;
        }
        machine.left();
        if (fault == Fault.WORK_ON && prepared != null) {
            gone = true;
            // What it waited for was that its client reads.
            resume();
            return;
        }
        if (timer != null) {
            timer.cancel(false);
        }
        free();
    }

    private Answer answer() {
        if (prepared == null) {
            throw new IllegalStateException("The request has no slot yet.");
        }
        return prepared.answer();
    }

    /** How long until it is over, in nanoseconds. */
    long left(long now) {
        if (fault == Fault.HANG || prepared == null) {
            return fault == Fault.HANG ? Long.MAX_VALUE : 0;
        }
        return Math.max(0, due(Math.max(0, answer().steps() - 1)) - now);
    }

    /** Tokens that it holds: those of its prompts and those that are made. */
    long tokens(long now) {
        if (prepared == null) {
            return 0;
        }
        long tokens = answer().usage().prompt();
        long steps = machine.pace().made(now - firstNanos);
        for (Answer.Choice choice : answer().choices()) {
            tokens += Math.min(steps, choice.pieces().size());
        }
        return tokens;
    }
}
