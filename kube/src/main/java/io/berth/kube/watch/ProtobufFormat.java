package io.berth.kube.watch;

import io.berth.kube.api.Answer;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Message;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Messages in their envelopes, which the server has of all kinds of its own; a watch puts a length before each. */
record ProtobufFormat<T>(Function<Message, T> reading) implements Format<T> {
    private static final int STATUS_CODE = 6;

    @Override
    public String listed() {
        return Envelope.TYPE;
    }

    @Override
    public String watched() {
        return Envelope.WATCH_TYPE;
    }

    @Override
    public ListAnswer<T> list(InputStream body) throws IOException {
        return Envelope.open(body, message -> ListAnswer.read(message, reading));
    }

    @Override
    public Frames<T> frames(InputStream body) {
        DataInputStream frames = new DataInputStream(body);
        return () -> next(frames);
    }

    private @Nullable Frame<T> next(DataInputStream frames) throws IOException {
        int length = length(frames);
        if (length < 0) {
            return null;
        }
        byte[] frame = frames.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("a watch was cut off");
        }
        return frame(Message.of(frame));
    }

    /** -1 where the server ended the watch. */
    private static int length(DataInputStream frames) throws IOException {
        try {
            return frames.readInt();
        } catch (EOFException e) {
            return -1;
        }
    }

    /** {@code meta/v1 WatchEvent}. */
    private Frame<T> frame(Message message) {
        String type = "";
        byte[] object = new byte[0];
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> type = message.text();
                case 2 -> object = message.message(ProtobufFormat::raw);
                default -> message.skip();
            }
        }
        return new Told<>(type, object, reading);
    }

    /** {@code runtime.RawExtension}. */
    private static byte[] raw(Message message) {
        byte[] raw = new byte[0];
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                raw = message.bytes();
            } else {
                message.skip();
            }
        }
        return raw;
    }

    /** @param sealed the object in its envelope */
    private record Told<T>(String type, byte[] sealed, Function<Message, T> reading) implements Frame<T> {
        @Override
        public T object() {
            return Envelope.open(sealed, reading);
        }

        @Override
        public Meta meta() {
            return Envelope.open(sealed, Meta::ofObject);
        }

        @Override
        public Answer error() {
            long code = Envelope.open(sealed, message -> {
                long read = 0;
                for (int field = message.next(); field != 0; field = message.next()) {
                    if (field == STATUS_CODE) {
                        read = message.number();
                    } else {
                        message.skip();
                    }
                }
                return read;
            });
            return new Answer((int) code, sealed, 0);
        }
    }
}
