package io.berth.console.submission;

import io.berth.live.driver.Acceptance;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A key that was seen, with the place in an origin's sequence that it stands for. */
final class KnownKey {
    private static final String ORIGIN = "http-";

    final Key key;
    final String digest;
    final long sequence;
    final int refusalsBefore;
    /** The origin that has its sequence. */
    final String origin;

    /** What its submission became. */
    long job = Acceptance.FORGOTTEN;

    /** What is still to be handed to the engine. */
    @Nullable
    Handed jobs;

    /** There is one only if it was asked for since this process began. */
    @Nullable
    CompletableFuture<Acceptance> answer;

    /** A key, which is its caller's own. */
    record Key(String caller, String key) {}

    /**
     * @param digest of the job that came with it
     * @param refusalsBefore how often the sequences of its caller had begun again when it was given this one
     */
    KnownKey(Key key, String digest, String origin, long sequence, int refusalsBefore) {
        this.origin = origin;
        this.refusalsBefore = refusalsBefore;
        this.key = key;
        this.digest = digest;
        this.sequence = sequence;
    }

    /** The origin of {@code caller}'s submissions among those that are named after {@code name}. */
    static String origin(String name, String caller) {
        return ORIGIN + name + "/" + caller;
    }

    /** What its origin is named after. */
    String name() {
        return origin.substring(ORIGIN.length(), origin.indexOf('/'));
    }

    /** The line that it is to be submitted. */
    KeyRecord.Intent intent() {
        return new KeyRecord.Intent(key.caller(), key.key(), digest, sequence);
    }

    /** The line that it was. */
    KeyRecord.Done done() {
        return new KeyRecord.Done(key.caller(), sequence, job);
    }
}
