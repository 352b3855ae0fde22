package io.berth.kube;

import com.google.protobuf.MessageLite;
import com.google.protobuf.TextFormat;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Message;
import io.kubernetes.client.proto.V1;
import java.util.function.Function;

/** Messages as the makers of Kubernetes declare them, written as protobuf's text, and what the readers make of them. */
public final class ProtoText {
    private static final String NAMED = "metadata { name: 'p' namespace: 'team' uid: 'up' } ";

    private ProtoText() {}

    /** The bytes of {@code text}, a message such as {@code like}. */
    public static byte[] bytes(com.google.protobuf.Message like, String text) {
        try {
            com.google.protobuf.Message.Builder builder = like.newBuilderForType();
            TextFormat.merge(text, builder);
            return builder.build().toByteArray();
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** A pod that is called {@code team/p}. */
    public static Pod pod(String spec) {
        return pod(spec, "");
    }

    public static Pod pod(String spec, String status) {
        return read(V1.Pod.getDefaultInstance(), NAMED + "spec {" + spec + "} status {" + status + "}", Pod::read);
    }

    /** A node that is called {@code n} where {@code text} does not say otherwise. */
    public static Node node(String text) {
        return read(V1.Node.getDefaultInstance(), "metadata { name: 'n' uid: 'un' } " + text, Node::read);
    }

    public static <T> T read(com.google.protobuf.Message like, String text, Function<Message, T> reading) {
        return reading.apply(Message.of(bytes(like, text)));
    }

    /** An entry of {@code map}: so much of a resource. */
    public static String amount(String map, String resource, String quantity) {
        return map + " { key: '" + resource + "' value { string: '" + quantity + "' } } ";
    }

    /** The message that {@code bytes} are. */
    public static <M extends MessageLite> M parse(M like, byte[] bytes) throws Exception {
        @SuppressWarnings("unchecked")
        M parsed = (M) like.getParserForType().parseFrom(bytes);
        return parsed;
    }
}
