package io.berth.kube.api;

import io.berth.spec.input.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A token that somebody else writes anew before it is over: it is read again each minute, as other clients do. While it cannot be read,
 * the one before goes on.
 */
final class TokenFile implements Supplier<String> {
    static final long FRESH_NANOS = 60_000_000_000L;

    private final Path file;
    private final LongSupplier nanos;
    private String token;
    private long readNanos;

    /** @throws InputException where there is no token in {@code file} */
    TokenFile(Path file) {
        this(file, System::nanoTime);
    }

    TokenFile(Path file, LongSupplier nanos) {
        this.file = file;
        this.nanos = nanos;
        readNanos = nanos.getAsLong();
        token = read();
    }

    @Override
    public synchronized String get() {
        long now = nanos.getAsLong();
        if (now - readNanos > FRESH_NANOS) {
            readNanos = now;
            try {
                token = read();
            } catch (InputException e) {
                // It may be there again a minute later; until then the server says whether the one before still does.
            }
        }
        return token;
    }

    private String read() {
        String read = new String(KubeConfig.bytes(file), StandardCharsets.US_ASCII).strip();
        if (read.isEmpty()) {
            throw new InputException(file.toString(), "holds no token");
        }
        return read;
    }
}
