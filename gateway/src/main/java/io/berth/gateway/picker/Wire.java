package io.berth.gateway.picker;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;

/** Messages between Envoy and us as bytes: those of a body are copied once from the connection, and once to it. */
final class Wire {
    static final MethodDescriptor.Marshaller<ProcessingRequest> REQUEST = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(ProcessingRequest value) {
            throw new UnsupportedOperationException("Only Envoy sends these.");
        }

        @Override
        public ProcessingRequest parse(InputStream stream) {
            try {
                return ProcessingRequest.read(all(stream));
            } catch (IOException e) {
                throw Status.INVALID_ARGUMENT
                        .withDescription("no ProcessingRequest: " + e.getMessage())
                        .withCause(e)
                        .asRuntimeException();
            }
        }
    };

    static final MethodDescriptor.Marshaller<ProcessingResponse> RESPONSE = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(ProcessingResponse value) {
            return new Message(value);
        }

        @Override
        public ProcessingResponse parse(InputStream stream) {
            throw new UnsupportedOperationException("Only we send these.");
        }
    };

    static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return all(stream);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private Wire() {}

    private static byte[] all(InputStream stream) throws IOException {
        return stream instanceof KnownLength ? stream.readNBytes(stream.available()) : stream.readAllBytes();
    }

    /** A response, of which the piece of a body is written from where it came in. */
    private static final class Message extends InputStream implements Drainable, KnownLength {
        private final ProcessingResponse whole;
        private final InputStream read;
        private int left;

        Message(ProcessingResponse whole) {
            Piece piece = whole.piece();
            this.whole = whole;
            left = whole.head().length + piece.length();
            read = new SequenceInputStream(
                    new ByteArrayInputStream(whole.head()),
                    new ByteArrayInputStream(piece.bytes(), piece.from(), piece.length()));
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            Piece piece = whole.piece();
            int written = left;
            target.write(whole.head());
            target.write(piece.bytes(), piece.from(), piece.length());
            left = 0;
            return written;
        }

        @Override
        public int available() {
            return left;
        }

        @Override
        public int read() throws IOException {
            int next = read.read();
            left -= next < 0 ? 0 : 1;
            return next;
        }
    }
}
