package io.berth.gateway.record;

import io.berth.core.dispatch.Prompt;
import io.berth.gateway.journey.Journey;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.ServerTraits;
import io.berth.spec.json.Json;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is recorded of a request so that it can be simulated: lengths and times, and which prompts begin alike. The hashes of a prompt
 * are hashed again (SHA-256) with 128 bits that were drawn for this file and are nowhere written, so that nobody can try out what a
 * prompt may have been. Of one thread.
 */
final class RecordLine {
    private static final double TOKEN_NANOS = 1e6;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 8;

    private final long beganNanos = System.nanoTime();
    private final byte[] salt = new byte[SALT_BYTES];
    private final MessageDigest digest;

    RecordLine() {
        new SecureRandom().nextBytes(salt);
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first line of a file. */
    static String head(String balance, List<Server> servers) {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("berth_gateway_record", 1);
        head.put("began", Instant.now().toString());
        head.put("balance", balance);
        head.put("servers", servers.stream().map(Server::name).toList());
        head.put("slots", servers.stream().map(RecordLine::slots).toList());
        return Json.line(head);
    }

    /** 0 where they were not told. */
    private static int slots(Server server) {
        int slots = server.spec().slots();
        return slots == ServerTraits.UNTOLD_SLOTS ? 0 : slots;
    }

    String of(Journey journey) {
        Journey.Want want = journey.asked().want();
        Journey.Times times = journey.times();
        Journey.Ended ended = journey.ended();
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("at_ns", Math.max(0, times.arrivedNanos() - beganNanos));
        after(line, "sent_ns", times, times.sentNanos());
        after(line, "first_ns", times, times.firstNanos());
        after(line, "end_ns", times, times.endedNanos());
        line.put("outcome", ended.end().word());
        line.put("status", ended.status());
        line.put("tenant", journey.asked().tenant());
        if (want.model() != null) {
            line.put("model", want.model());
        }
        line.put("stream", want.stream());
        line.put("max_tokens", want.maxTokens());
        line.put("expected_tokens", want.expectedNanos() / TOKEN_NANOS);
        line.put("input_tokens", ended.inputTokens());
        line.put("output_tokens", ended.outputTokens());
        line.put("prompt", prompt(want.prompt()));
        line.put("server", journey.place().name());
        line.put("attempts", journey.place().attempts());
        return Json.line(line);
    }

    private Map<String, Object> prompt(Prompt prompt) {
        List<Long> ends = new ArrayList<>();
        List<String> blocks = new ArrayList<>();
        for (int block = 0; block < prompt.blocks(); block++) {
            ends.add(prompt.bytesOf(block + 1));
            digest.update(salt);
            digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, prompt.hash(block)));
            blocks.add(HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("bytes", prompt.bytes());
        document.put("ends", ends);
        document.put("blocks", blocks);
        return document;
    }

    private static void after(Map<String, Object> line, String name, Journey.Times times, long nanos) {
        if (nanos != Journey.NEVER) {
            line.put(name, nanos - times.arrivedNanos());
        }
    }
}
