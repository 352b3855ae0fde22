package io.berth.kube.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Function;

/**
 * What messages travel in: four bytes, then {@code runtime.Unknown} with kind and bytes of the object
 * (k8s.io/apimachinery, pkg/runtime/serializer/protobuf).
 */
public final class Envelope {
    /** The type of contents in both directions. */
    public static final String TYPE = "application/vnd.kubernetes.protobuf";

    /** That of a watch. */
    public static final String WATCH_TYPE = "application/vnd.kubernetes.protobuf;stream=watch";

    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int TYPE_META = 1;
    private static final int RAW = 2;

    private Envelope() {}

    /** The object in {@code bytes}. */
    public static <T> T open(byte[] bytes, Function<Message, T> reading) {
        if (bytes.length < MAGIC.length || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new MalformedException("no object of Kubernetes in protobuf");
        }
        return inner(Message.of(Arrays.copyOfRange(bytes, MAGIC.length, bytes.length)), reading);
    }

    /** The object that {@code bytes} bring, read as it comes. */
    public static <T> T open(InputStream bytes, Function<Message, T> reading) throws IOException {
        if (!Arrays.equals(bytes.readNBytes(MAGIC.length), MAGIC)) {
            throw new MalformedException("no object of Kubernetes in protobuf");
        }
        return inner(Message.of(bytes), reading);
    }

    private static <T> T inner(Message unknown, Function<Message, T> reading) {
        for (int field = unknown.next(); field != 0; field = unknown.next()) {
            if (field == RAW) {
                return unknown.message(reading);
            }
            unknown.skip();
        }
        throw new MalformedException("an envelope without an object");
    }

    /** {@code object} in its envelope. */
    public static byte[] seal(String apiVersion, String kind, Fields object) {
        byte[] unknown = new Fields()
                .message(TYPE_META, new Fields().text(1, apiVersion).text(2, kind))
                .message(RAW, object)
                .bytes();
        byte[] sealed = Arrays.copyOf(MAGIC, MAGIC.length + unknown.length);
        System.arraycopy(unknown, 0, sealed, MAGIC.length, unknown.length);
        return sealed;
    }
}
