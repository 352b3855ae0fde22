package io.berth.gateway.setting;

import java.util.Arrays;
import java.util.Locale;

/** What runs on a model server. */
public enum EngineKind {
    VLLM,
    SGLANG,
    TGI,
    TRITON,
    TRTLLM,
    TEI,
    LLAMACPP,
    OLLAMA,
    COMFYUI,
    SDWEBUI;

    /** As settings have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static String[] words() {
        return Arrays.stream(values()).map(EngineKind::word).toArray(String[]::new);
    }

    /** The one of that word. */
    static EngineKind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
