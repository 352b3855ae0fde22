package io.berth.app.system;

import io.berth.app.catalog.FullCatalog;
import io.berth.console.setting.Learning;
import io.berth.console.setting.NotLearningException;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
import io.berth.learn.online.Change;
import io.berth.learn.online.KnownOrders;
import io.berth.learn.online.Learner;
import io.berth.learn.online.LearnerOptions;
import io.berth.learn.online.TunedRule;
import io.berth.live.disk.DiskFault;
import io.berth.live.driver.Operator;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A learner beside the engine of this process, on a thread of its own: the engine's thread only hands over frames, and what the learner
 * wants becomes an event as if an operator had said it.
 */
final class OnlineLearning implements Observer, Learning, AutoCloseable {
    /** Frames that wait for the learner; one that is further behind learns nothing of today any more. */
    private static final int MOST_BEHIND = 200_000;

    private static final long CLOSE_SECONDS = 10;

    /** Frames that are lived through again for each job of the window; a job has about four, and twice the window is kept. */
    private static final long FRAMES_PER_JOB = 10;

    private final LearnerOptions options;
    private final LearnerFile file;
    private final Path journal;
    private final Consumer<String> notes;
    private final AtomicInteger behind = new AtomicInteger();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Thread.ofPlatform()
            .name("berth-learn")
            .daemon()
            .priority(Thread.MIN_PRIORITY)
            .factory());
    private @Nullable Operator operator;
    private @Nullable Learner learner;
    private volatile boolean following;
    private volatile boolean killed;
    /** Nobody is told twice that the disk is full. */
    private volatile boolean told;

    /** @param journal the folder of the journal that is followed */
    OnlineLearning(LearnerOptions options, LearnerFile file, Path journal, Consumer<String> notes) {
        this.options = options;
        this.file = file;
        this.journal = journal;
        this.notes = notes;
    }

    /** Goes on from the state as it is now. */
    void start(Operator asked) {
        operator = asked;
        StateImage image = asked.ask(state -> {
                    following = true;
                    return state.image();
                })
                .join();
        later(() -> {
            Learner begun = begun(image.state());
            learner = begun;
            put(begun.resume());
        });
    }

    /** Knows what it knew before a restart: the last frames of the journal are lived through again. */
    private Learner begun(State now) {
        long frames = now.instants();
        try {
            RecoveredJournal.Earlier earlier =
                    RecoveredJournal.before(journal, Math.max(0, frames - FRAMES_PER_JOB * options.windowJobs()));
            Learner again = made(earlier.state());
            while (earlier.reader().position() < frames) {
                Frame frame = earlier.reader().next();
                if (frame == null) {
                    throw new JournalException("the journal " + journal + " ends before frame " + frames);
                }
                again.relive(frame);
            }
            return again;
        } catch (JournalException e) {
            notes.accept("learning begins without what was before: " + e.getMessage());
            return made(now);
        }
    }

    private Learner made(State state) {
        return new Learner(
                state,
                FullCatalog.get(),
                options,
                List.of(KnownOrders.standard(), TunedRule.standard(options.seed())),
                file.read(notes));
    }

    @Override
    public void instant(Frame frame, State state) {
        if (!following) {
            return;
        }
        if (behind.incrementAndGet() > MOST_BEHIND) {
            following = false;
            kill("fell behind the engine");
            return;
        }
        later(() -> {
            behind.decrementAndGet();
            put(learner().follow(frame));
        });
    }

    @Override
    public Object status() {
        return now(() -> {});
    }

    @Override
    public Object begin() {
        return now(() -> {
            killed = false;
            put(learner().begin());
        });
    }

    @Override
    public Object stop() {
        kill("berth learn stop").join();
        return status();
    }

    /** Waits for a look that is being taken, and writes what must be kept. */
    @Override
    public void close() {
        following = false;
        thread.shutdown();
        try {
            thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The fallback is in force when this is done; the learner hears of it when it has done what it is at. */
    private CompletableFuture<?> kill(String why) {
        killed = true;
        Operator asked = operator;
        CompletableFuture<?> done =
                asked == null ? CompletableFuture.completedFuture(null) : asked.strategy(options.fallback());
        later(() -> {
            learner().stop(why);
            keep();
        });
        return done;
    }

    private void put(@Nullable Change change) {
        Operator asked = operator;
        if (change == null || killed || asked == null) {
            return;
        }
        notes.accept("learning: " + change.kind() + " " + change.id() + ": " + change.why());
        keep();
        asked.strategy(change.strategy()).whenComplete((_, problem) -> {
            if (problem != null) {
                later(() -> learner().refused(String.valueOf(problem.getMessage())));
            }
        });
    }

    private Learner learner() {
        Learner begun = learner;
        if (begun == null) {
            throw new IllegalStateException("The learner has not begun.");
        }
        return begun;
    }

    /** Where there is no room on the disk, the next that is kept holds it too. */
    private void keep() {
        try {
            file.write(learner().memory());
            told = false;
        } catch (UncheckedIOException e) {
            if (!DiskFault.full(e)) {
                throw e;
            }
            if (!told) {
                notes.accept("what was learnt is not kept for now: " + e.getMessage());
            }
            told = true;
        }
    }

    private void later(Runnable work) {
        if (!thread.isShutdown()) {
            thread.execute(() -> guarded(work));
        }
    }

    /** A bug of the learner must not leave its strategy in force with nobody to watch it. */
    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            following = false;
            killed = true;
            notes.accept("learning ended, a bug of this program: " + e);
            Operator asked = operator;
            if (asked != null) {
                asked.strategy(options.fallback());
            }
        }
    }

    private Object now(Runnable work) {
        try {
            return CompletableFuture.supplyAsync(
                            () -> {
                                work.run();
                                keep();
                                return learner().status();
                            },
                            thread)
                    .join();
        } catch (CompletionException e) {
            throw new NotLearningException("learn: cannot be asked: " + e.getCause());
        }
    }
}
