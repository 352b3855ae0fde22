package io.berth.kube.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A body that one thread reads while another brings it; what is not read yet is bounded by the window of its stream. */
final class FlowingBody extends InputStream {
    /** The server may send more when so many bytes were read: seldom enough not to wake the other thread for each. */
    private static final int READ_FIRST = Connection.STREAM_WINDOW / 4;

    private static final byte[] NOTHING = new byte[0];

    /** What comes next: bytes, or the end of them. */
    private sealed interface Part {
        record Bytes(byte[] bytes) implements Part {}

        /** @param problem null where it ended as it should */
        record End(@Nullable Exception problem) implements Part {}
    }

    private final LinkedBlockingQueue<Part> parts = new LinkedBlockingQueue<>();
    private byte[] current = NOTHING;
    private int position;
    private int read;
    private Part.@Nullable End ended;
    private volatile @Nullable Runnable cancel;
    private volatile boolean closed;
    private @Nullable Connection connection;
    private int id;

    /** It is the body of that stream. */
    void comesBy(Connection carrier, int stream) {
        connection = carrier;
        id = stream;
        cancel = () -> carrier.cancel(stream);
        if (closed) {
            carrier.cancel(stream);
        }
    }

    void add(byte[] bytes) {
        if (bytes.length > 0) {
            parts.add(new Part.Bytes(bytes));
        }
    }

    void end() {
        parts.add(new Part.End(null));
    }

    void fail(Exception problem) {
        parts.add(new Part.End(problem));
    }

    @Override
    public int read() throws IOException {
        return ready() ? current[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!ready()) {
            return -1;
        }
        int count = Math.min(length, current.length - position);
        System.arraycopy(current, position, into, offset, count);
        position += count;
        return count;
    }

    /** False at the end. */
    private boolean ready() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        while (position == current.length) {
            if (ended == null) {
                next();
            }
            if (ended != null) {
                if (ended.problem() != null) {
                    throw new IOException(ended.problem().getMessage(), ended.problem());
                }
                return false;
            }
        }
        return true;
    }

    private void next() throws IOException {
        credit();
        try {
            switch (parts.take()) {
                case Part.Bytes(byte[] bytes) -> {
                    current = bytes;
                    position = 0;
                }
                case Part.End end -> ended = end;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    private void credit() {
        read += current.length;
        current = NOTHING;
        position = 0;
        if (read >= READ_FIRST && connection != null) {
            connection.consumed(id, read);
            read = 0;
        }
    }

    /** Whoever reads hears of it. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            parts.add(new Part.End(new IOException("closed")));
            Runnable cancelling = cancel;
            if (cancelling != null) {
                cancelling.run();
            }
        }
    }
}
