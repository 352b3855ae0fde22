package io.berth.gateway.system;

import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import io.envoyproxy.envoy.service.ext_proc.v3.ProcessingRequest;
import io.envoyproxy.envoy.service.ext_proc.v3.ProcessingResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** Asks a picker as Envoy does, for one request; what it says is written as protobuf's text. */
final class EnvoyStream implements AutoCloseable {
    private static final String PROCESS = "envoy.service.ext_proc.v3.ExternalProcessor/Process";
    private static final int PATIENCE_SECONDS = 20;

    private final ManagedChannel channel;
    private final ClientCall<byte[], byte[]> call;
    private final BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Status> closed = new CompletableFuture<>();

    private EnvoyStream(ManagedChannel channel, String method) {
        this.channel = channel;
        call = channel.newCall(
                MethodDescriptor.<byte[], byte[]>newBuilder()
                        .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
                        .setFullMethodName(method)
                        .setRequestMarshaller(new Bytes())
                        .setResponseMarshaller(new Bytes())
                        .build(),
                CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(byte[] message) {
                        answers.add(message);
                        call.request(1);
                    }

                    @Override
                    public void onClose(Status status, Metadata trailers) {
                        closed.complete(status);
                    }
                },
                new Metadata());
        call.request(1);
    }

    static EnvoyStream to(Gateway gateway) {
        return to(gateway, PROCESS);
    }

    static EnvoyStream to(Gateway gateway, String method) {
        return new EnvoyStream(place(gateway).usePlaintext().build(), method);
    }

    /** Over TLS, with a picker that has {@code certificate}. */
    static EnvoyStream to(Gateway gateway, Path certificate) throws SSLException {
        return new EnvoyStream(
                place(gateway)
                        .sslContext(GrpcSslContexts.forClient()
                                .trustManager(certificate.toFile())
                                .build())
                        .build(),
                PROCESS);
    }

    private static NettyChannelBuilder place(Gateway gateway) {
        return NettyChannelBuilder.forAddress(new InetSocketAddress("127.0.0.1", gateway.pickerPort()));
    }

    void send(String text) {
        try {
            ProcessingRequest.Builder message = ProcessingRequest.newBuilder();
            TextFormat.merge(text, ExtensionRegistry.getEmptyRegistry(), message);
            send(message.build().toByteArray());
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    void send(byte[] message) {
        call.sendMessage(message);
    }

    /** What it is answered next. */
    ProcessingResponse next() throws InterruptedException {
        try {
            return ProcessingResponse.parseFrom(bytes());
        } catch (InvalidProtocolBufferException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] bytes() throws InterruptedException {
        byte[] answer = answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw new AssertionError("no answer came; the stream: " + closed.getNow(Status.OK));
        }
        return answer;
    }

    /** Whether it was answered something that nobody has taken yet. */
    boolean answered() {
        return !answers.isEmpty();
    }

    void end() {
        call.halfClose();
    }

    void cancel() {
        call.cancel("the client left", null);
    }

    /** How the picker ended it. */
    Status status() throws Exception {
        return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
