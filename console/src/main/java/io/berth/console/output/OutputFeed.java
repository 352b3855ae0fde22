package io.berth.console.output;

import io.berth.console.http.message.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Sends what a task wrote, and where it is followed, what it writes, until its job ends. */
public final class OutputFeed implements Response.Feed {
    private static final int PIECE_BYTES = 64 << 10;

    /** How soon somebody who follows sees what was written. */
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Outputs.Reader reader;
    private final BooleanSupplier complete;

    /** @param complete true from when all is written that is to be sent */
    public OutputFeed(Outputs.Reader reader, BooleanSupplier complete) {
        this.reader = reader;
        this.complete = complete;
    }

    @Override
    public void writeTo(Response.Sink sink) throws IOException, InterruptedException {
        boolean last = false;
        while (!last) {
            // Asked before the last look: what was written before the end is sent.
            last = complete.getAsBoolean();
            for (byte[] piece = reader.next(PIECE_BYTES); piece.length > 0; piece = reader.next(PIECE_BYTES)) {
                sink.write(piece);
            }
            if (!last) {
                Thread.sleep(LOOK);
            }
        }
    }
}
