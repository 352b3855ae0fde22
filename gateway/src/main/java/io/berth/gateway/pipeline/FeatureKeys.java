package io.berth.gateway.pipeline;

import io.berth.core.dispatch.flow.Stage;
import io.berth.gateway.setting.Pipeline;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;

/**
 * By what results of stages are kept: a hash of the tenant, the stage and all that it gets, with a secret of this process, so that
 * nobody can make two inputs whose results are one another's.
 */
public final class FeatureKeys {
    private static final byte[] SECRET = secret();

    private final int tenant;
    private final String pipeline;

    /** Of requests of {@code tenant} to {@code pipeline}. */
    public FeatureKeys(int tenant, String pipeline) {
        this.tenant = tenant;
        this.pipeline = pipeline;
    }

    /**
     * That of {@code step}.
     *
     * @param own what it gets of what the client sent
     * @param before those of the stages whose results it gets
     */
    byte[] digest(Pipeline.Step step, byte[] own, List<byte[]> before) {
        MessageDigest digest = sha256();
        digest.update(SECRET);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(tenant).flip());
        for (String part : List.of(pipeline, step.name(), step.path(), step.model())) {
            digest.update(part.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        before.forEach(digest::update);
        digest.update(own);
        return digest.digest();
    }

    /** The number by which the flow knows it. */
    static long feature(byte[] digest) {
        long feature = ByteBuffer.wrap(digest).getLong();
        return feature == Stage.NOT_KEPT ? 0 : feature;
    }

    static byte[] pack(Result result) {
        byte[] type = result.type().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + type.length + result.bytes().length)
                .putInt(type.length)
                .put(type)
                .put(result.bytes())
                .array();
    }

    static Result unpack(byte[] packed) {
        ByteBuffer in = ByteBuffer.wrap(packed);
        byte[] type = new byte[in.getInt()];
        in.get(type);
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return new Result(new String(type, StandardCharsets.UTF_8), bytes);
    }

    private static byte[] secret() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return secret;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
