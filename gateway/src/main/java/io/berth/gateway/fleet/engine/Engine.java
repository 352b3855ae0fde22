package io.berth.gateway.fleet.engine;

import io.berth.gateway.setting.EngineKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the engine of one server: where it says how busy it is. Where nobody said which it is, the pages of all engines are tried
 * one after another, until one says something; after a round in vain, now and then again. For any thread.
 */
public final class Engine {
    /** Pages that say nothing in a row until others are tried. */
    private static final int MOST_MISSES = 5;
    /** Rounds of questions that are left out after all pages said nothing. */
    private static final int REST = 60;

    private static final Page METRICS = new Page("/metrics", EngineLoad::of);
    private static final Page LOADS = new Page("/v1/loads", Pages::sglang);
    private static final Page LOAD = new Page("/get_load", Pages::sglang);
    private static final Page SLOTS = new Page("/slots", Pages::slots);
    private static final Page QUEUE = new Page("/queue", Pages::comfy);
    private static final Page PROGRESS = new Page("/sdapi/v1/progress?skip_current_image=true", Pages::diffusion);

    private List<Page> pages;
    private @Nullable EngineKind kind;
    private int at;
    private int misses;
    private int rest;
    private boolean found;
    private List<String> adapters = List.of();

    /** A page, and how it is read. */
    private record Page(String path, Function<String, @Nullable EngineLoad> reading) {}

    /** @param kind null where that is found out */
    public Engine(@Nullable EngineKind kind) {
        this.kind = kind;
        pages = pages(kind);
    }

    private static List<Page> pages(@Nullable EngineKind kind) {
        if (kind == null) {
            return List.of(METRICS, LOADS, LOAD, SLOTS, QUEUE, PROGRESS);
        }
        return switch (kind) {
            case VLLM, TGI, TRITON, TRTLLM, TEI -> List.of(METRICS);
            case SGLANG -> List.of(METRICS, LOADS, LOAD);
            case LLAMACPP -> List.of(METRICS, SLOTS);
            case COMFYUI -> List.of(QUEUE);
            case SDWEBUI -> List.of(PROGRESS);
            case OLLAMA -> List.of();
        };
    }

    /** It is {@code told}, after all. */
    public synchronized void tell(@Nullable EngineKind told) {
        if (told != kind) {
            kind = told;
            pages = pages(told);
            at = 0;
            found = false;
            rest = 0;
        }
    }

    /** The path of the page that is asked next of how busy it is; null for none this time. */
    public synchronized @Nullable String nextPage() {
        if (pages.isEmpty() || rest-- > 0) {
            return null;
        }
        rest = 0;
        return pages.get(at).path;
    }

    /**
     * What the page that was asked said; null where that is nothing.
     *
     * @param body null where it did not answer with 200
     */
    public synchronized @Nullable EngineLoad read(String path, @Nullable String body) {
        if (pages.isEmpty() || !pages.get(at).path.equals(path)) {
            return null;
        }
        EngineLoad load = body == null ? null : pages.get(at).reading.apply(body);
        if (load != null) {
            found = true;
            misses = 0;
            adapters = path.equals(METRICS.path) && body != null ? Pages.adapters(body) : adapters;
            return load;
        }
        if (!found || ++misses >= MOST_MISSES) {
            found = false;
            misses = 0;
            at = (at + 1) % pages.size();
            rest = at == 0 ? REST : 0;
        }
        return null;
    }

    /** The path of the page that says which models it has. */
    public synchronized String modelsPage() {
        if (kind == EngineKind.OLLAMA) {
            return "/api/tags";
        }
        return kind == EngineKind.SDWEBUI || found && pages.get(at).equals(PROGRESS)
                ? "/sdapi/v1/sd-models"
                : "/v1/models";
    }

    /** The models that the page {@code path} names, and adapters that it has requests of; null where it is no such page. */
    public synchronized @Nullable List<String> models(String path, String body) {
        List<String> named = switch (path) {
            case "/api/tags" -> Pages.tags(body);
            case "/sdapi/v1/sd-models" -> Pages.checkpoints(body);
            default -> Pages.models(body);
        };
        if (named == null || named.isEmpty() || adapters.isEmpty()) {
            return named;
        }
        List<String> all = new ArrayList<>(named);
        all.addAll(adapters);
        return all;
    }
}
