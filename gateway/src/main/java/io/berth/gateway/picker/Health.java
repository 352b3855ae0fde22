package io.berth.gateway.picker;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/** Whether the picker is there and has servers, for probes: {@code grpc.health.v1.Health}, of which Check is all that they use. */
final class Health {
    private static final String SERVICE = "grpc.health.v1.Health";
    private static final int SERVING = 1;
    private static final int NOT_SERVING = 2;

    private final BooleanSupplier anyServer;

    /** @param anyServer whether there is a server to pick */
    Health(BooleanSupplier anyServer) {
        this.anyServer = anyServer;
    }

    ServerServiceDefinition service() {
        MethodDescriptor<byte[], byte[]> check = MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Check"))
                .setRequestMarshaller(Wire.BYTES)
                .setResponseMarshaller(Wire.BYTES)
                .build();
        return ServerServiceDefinition.builder(SERVICE)
                .addMethod(check, (call, _) -> new Check(call))
                .build();
    }

    private final class Check extends ServerCall.Listener<byte[]> {
        private final ServerCall<byte[], byte[]> call;
        private byte[] asked = {};

        Check(ServerCall<byte[], byte[]> call) {
            this.call = call;
            call.request(2);
        }

        @Override
        public void onMessage(byte[] message) {
            asked = message;
        }

        @Override
        public void onHalfClose() {
            String service;
            try {
                service = service(asked);
            } catch (IOException e) {
                call.close(Status.INVALID_ARGUMENT.withDescription(e.getMessage()), new Metadata());
                return;
            }
            int status = switch (service) {
                case "", "liveness" -> SERVING;
                case "readiness", Picker.SERVICE -> anyServer.getAsBoolean() ? SERVING : NOT_SERVING;
                default -> 0;
            };
            if (status == 0) {
                call.close(Status.NOT_FOUND.withDescription("there is no service " + service), new Metadata());
                return;
            }
            call.sendHeaders(new Metadata());
            call.sendMessage(Proto.number(1, status));
            call.close(Status.OK, new Metadata());
        }
    }

    /** The service of a HealthCheckRequest. */
    private static String service(byte[] message) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(message);
        String service = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == 1) {
                service = in.readString();
            } else {
                in.skipField(tag);
            }
        }
        return service;
    }
}
