package io.berth.gateway.fleet.discovery;

import io.berth.gateway.setting.Server;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A source that is asked now and then. */
public final class PolledSource implements ServerSource {
    private final Question question;
    private final long everyNanos;
    private final ScheduledExecutorService thread;
    private String told = "";

    /** What is asked. */
    public interface Question {
        /** All servers that there are; null where they are as before. */
        @Nullable
        List<Server> ask() throws Exception;
    }

    /** @param name of its thread */
    public PolledSource(String name, long everyNanos, Question question) {
        this.question = question;
        this.everyNanos = everyNanos;
        thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("berth-gateway-" + name).factory());
    }

    @Override
    public void start(Heard heard) {
        thread.scheduleWithFixedDelay(() -> ask(heard), 0, everyNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void ask(Heard heard) {
        try {
            List<Server> all = question.ask();
            if (all != null) {
                told = "";
                heard.servers(all);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            String why = e.getMessage() == null ? e.toString() : e.getMessage();
            if (!why.equals(told)) {
                told = why;
                heard.trouble(why);
            }
        }
    }
}
