package io.berth.live.run;

import io.berth.core.event.Event;
import io.berth.core.policy.window.WindowAdviser;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.live.driver.LiveDriver;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/**
 * Has windows of the queue planned on a thread of its own, and lays the plans into the inbox of the engine's. A planner that throws has
 * failed, and so has one that must end when the run does.
 */
final class LiveAdviser implements WindowAdviser, AutoCloseable {
    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon().name("berth-planner").factory();

    private final WindowPlanner planner;
    private final LiveDriver driver;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(THREADS);

    LiveAdviser(WindowPlanners planners, LiveDriver driver) {
        this.planner = planners.factory().get();
        this.driver = driver;
    }

    @Override
    public void ask(WindowQuestion question) {
        try {
            thread.execute(() -> driver.post(new Event.WindowPlanned(question.id(), plan(question))));
        } catch (RejectedExecutionException _) {
            // The run ends; after a restart the question is asked again.
        }
    }

    /** Ends the thread with what it is at; nobody hears that plan any more. */
    @Override
    public void close() {
        thread.shutdownNow();
    }

    private WindowAnswer plan(WindowQuestion question) {
        try {
            return planner.plan(question);
        } catch (RuntimeException _) {
            return WindowAnswer.failed(0);
        }
    }
}
