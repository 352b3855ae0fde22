package io.berth.spec.fleet;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/** The keys of an engine, and what they mean: those of a profile hold where a key is absent. */
final class EngineSchema {
    private static final long MOST_TOKENS = 1_000_000_000;
    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final EngineSpec PLAIN = new EngineSpec(8_000, 0, 12_500_000, 0, 0, 64, 400_000, 2_048);

    static final Section ENGINE = Section.of(
            "engine",
            "An inference engine for language models: it reads prompts and makes tokens in steps, for many requests at once.",
            Key.of(
                            "profile",
                            Shape.of(ValueType.TEXT),
                            "A device with an 8B model, estimated from its data sheet, for what is absent here: "
                                    + String.join(", ", EngineProfiles.names()) + ".")
                    .example("h100"),
            Key.of("prefill", Shape.positive(1e9), "Tokens of prompts that it reads in a second; absent: 8000.")
                    .example("8000"),
            Key.of(
                            "prefill_half",
                            Shape.whole(0, MOST_TOKENS),
                            "Tokens before a token of a prompt that halve that, for attention; 0 or absent: none do.")
                    .example("30000"),
            Key.of("decode", DURATION, "A step in which one request gets a token; absent: 12.5ms.")
                    .example("12ms"),
            Key.of("decode_more", DURATION, "What each further request of the step adds; absent: 0s.")
                    .example("100us"),
            Key.of("decode_context", DURATION, "What each 1000 tokens that its requests hold add; absent: 0s.")
                    .example("50us"),
            Key.of("batch", Shape.whole(1, 4096), "Requests that run at once; absent: 64.")
                    .example("64"),
            Key.of("kv", Shape.whole(1, MOST_TOKENS), "Tokens that its memory holds; absent: 400000.")
                    .example("400000"),
            Key.of("chunk", Shape.whole(1, 1_000_000), "Tokens of a step, made and read, at most; absent: 2048.")
                    .example("2048"));

    private EngineSchema() {}

    /** The engine that {@code value} is: the name of a profile, or keys. */
    static EngineSpec read(Tree value) {
        if (value instanceof Tree.Scalar scalar) {
            return profile(value, scalar.text());
        }
        Fields fields = ENGINE.read(value);
        EngineSpec base = fields.has("profile") ? profile(fields.value("profile"), fields.text("profile")) : PLAIN;
        if (fields.has("decode") && fields.nanos("decode") == 0) {
            throw InputException.at(fields.value("decode"), "must be longer than 0");
        }
        return new EngineSpec(
                fields.has("prefill") ? fields.number("prefill") : base.prefillTokensPerSecond(),
                fields.has("prefill_half") ? fields.whole("prefill_half") : base.halfAtTokens(),
                fields.has("decode") ? fields.nanos("decode") : base.decodeNanos(),
                fields.has("decode_more") ? fields.nanos("decode_more") : base.sequenceNanos(),
                fields.has("decode_context") ? fields.nanos("decode_context") : base.contextNanos(),
                fields.has("batch") ? fields.integer("batch") : base.batch(),
                fields.has("kv") ? fields.whole("kv") : base.kvTokens(),
                fields.has("chunk") ? fields.integer("chunk") : base.chunkTokens());
    }

    private static EngineSpec profile(Tree at, String name) {
        EngineSpec found = EngineProfiles.find(name);
        if (found == null) {
            throw InputException.at(at, InputException.unknown("profile", name, EngineProfiles.names()));
        }
        return found;
    }
}
