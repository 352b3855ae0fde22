package io.berth.gateway.cache;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Where answers are kept beside the memory of one gateway. It may forget and be away; asking it neither blocks nor fails. For any thread. */
public interface Store {
    /** An answer and how much longer it may be given. */
    record Found(Answer answer, long keptNanos) {}

    /** Whether it is worth asking now. */
    boolean there();

    /** What it has for {@code asked}, soon; null for nothing. It never fails. */
    CompletionStage<@Nullable Found> find(Asked asked);

    /** Keeps {@code answer}, if it can. */
    void keep(Asked asked, Answer answer);
}
