package io.berth.learn.environment.stepped;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hands control back and forth between a world that asks for decisions (a simulator that calls a policy) and a player who gives
 * them one at a time, so that {@code policy calls} become {@code steps}.
 *
 * <p>The world runs on a virtual thread of its own, but never at the same time as the player: each waits while the other acts.
 * So what one writes the other sees without locks, and the same answers give the same run whatever the machine does beside.
 * What the world asks it leaves in objects that both know.
 *
 * <pre>
 * Handover game = new Handover(player -> simulator.run((job) -> {
 *     question.set(job);
 *     return player.decide();
 * }));
 * while (game.asks()) {
 *     game.answer(policy.pick(question));
 * }
 * </pre>
 *
 * <p>A turn costs a switch of threads: less than a microsecond where the player is on a virtual thread, up to ten where it is
 * not and the cores are busy.
 *
 * <p>A world that is left in the middle is ended by {@link #close}, or when nobody can answer it any more because its handover
 * is garbage; for the latter, nothing that the world holds may hold the handover (or the environment that holds it).
 */
public final class Handover implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Table table;
    private final Cleaner.Cleanable left;

    /** What asks for decisions: a run from its start to its end. */
    @FunctionalInterface
    public interface World {
        /** Runs, on a thread of its own; what it throws the player's call throws. */
        void run(Player player);
    }

    /** Who decides, as the world sees them. */
    public interface Player {
        /**
         * What the player does next; waits for it. Where the player has left, this does not return: an {@link Abandoned} ends the
         * world.
         */
        int decide();
    }

    /** Ends a world that its player has left. Not to be caught; {@code finally} blocks run. */
    public static final class Abandoned extends Error {
        private static final long serialVersionUID = 1;

        private Abandoned() {
            super("The player has left.", null, false, false);
        }
    }

    /** Starts {@code world} and lets it run to its first question or its end. */
    public Handover(World world) {
        table = new Table();
        Table shared = table;
        left = CLEANER.register(this, shared::leave);
        try {
            table.begin(Thread.ofVirtual().name("world").unstarted(() -> shared.play(world)));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** True while the world waits for an answer; false once it has ended. */
    public boolean asks() {
        return table.open();
    }

    /**
     * Gives the world the answer that it waits for and lets it run to its next question or its end.
     *
     * @return {@link #asks()}
     * @throws IllegalStateException where the world has ended
     */
    public boolean answer(int action) {
        if (!asks()) {
            throw new IllegalStateException("The world has ended; it waits for no answer (" + action + ").");
        }
        table.answer = action;
        try {
            table.toWorld();
            return asks();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Leaves the world: it ends before this returns. Nothing where it has ended. */
    @Override
    public void close() {
        if (asks()) {
            table.left = true;
            table.toWorld();
        }
        left.clean();
    }

    /** What both sides know; it must not know the handover, so that the handover can become garbage. */
    private static final class Table implements Player {
        /**
         * How often to look before going to sleep, where the player is a thread of the system: a quick answer comes within less
         * than a microsecond, and waking such a thread costs several. Between two virtual threads a switch costs less than a
         * microsecond, and looking would keep the core from the other one.
         */
        private static final int LOOKS = 50;

        private volatile boolean worldsTurn;
        private volatile boolean ended;
        private volatile boolean left;
        private int answer;
        private int looks;
        private @Nullable Thread world;
        private volatile @Nullable Thread player;
        private @Nullable Throwable failure;

        boolean open() {
            return !ended;
        }

        /** The world's thread. */
        void play(World run) {
            try {
                run.run(this);
            } catch (Abandoned _) {
                // It was asked to end, and has.
            } catch (Throwable thrown) {
                failure = thrown;
            }
            ended = true;
            worldsTurn = false;
            LockSupport.unpark(player);
        }

        @Override
        public int decide() {
            if (left) {
                throw new Abandoned();
            }
            worldsTurn = false;
            LockSupport.unpark(player);
            await(true);
            if (left) {
                throw new Abandoned();
            }
            return answer;
        }

        /** The player's thread: lets the world start and waits for it. */
        void begin(Thread thread) {
            world = thread;
            sit(Thread.currentThread());
            worldsTurn = true;
            thread.start();
            awaitPlayersTurn();
        }

        /** The player's thread: lets the world act and waits for it. */
        void toWorld() {
            sit(Thread.currentThread());
            worldsTurn = true;
            LockSupport.unpark(world);
            awaitPlayersTurn();
        }

        private void sit(Thread thread) {
            player = thread;
            looks = thread.isVirtual() ? 0 : LOOKS;
        }

        private void awaitPlayersTurn() {
            await(false);
            Throwable thrown = failure;
            failure = null;
            if (thrown instanceof RuntimeException wrong) {
                throw wrong;
            }
            if (thrown instanceof Error wrong) {
                throw wrong;
            }
        }

        /** Nobody can answer any more. */
        void leave() {
            left = true;
            worldsTurn = true;
            LockSupport.unpark(world);
        }

        /** Waits for the turn; an interrupt is kept for later, since half a turn helps nobody. */
        private void await(boolean turn) {
            int most = looks;
            for (int look = 0; look < most; look++) {
                if (worldsTurn == turn) {
                    return;
                }
                Thread.onSpinWait();
            }
            boolean interrupted = false;
            while (worldsTurn != turn) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
