package io.berth.gateway.fleet.engine;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What engines answer of themselves, read; what is not as it should be says nothing. */
final class Pages {
    private static final String LATEST = ":latest";
    /** A queue of ComfyUI has whole workflows in it. */
    private static final int MOST_VALUES = 2_000_000;

    private static final int MOST_CHARACTERS = 16 << 20;

    private Pages() {}

    /** SGLang's {@code /v1/loads}, or its older {@code /get_load}: a list of workers, which count those that wait among all or apart. */
    static @Nullable EngineLoad sglang(String body) {
        Tree tree = json(body);
        Tree loads = tree instanceof Tree.Map ? tree.get("loads") : tree;
        if (!(loads instanceof Tree.Items list) || list.items().isEmpty()) {
            return null;
        }
        int running = 0;
        int waiting = 0;
        for (Tree worker : list.items()) {
            int queued = whole(worker, "num_waiting_reqs");
            int apart = whole(worker, "num_running_reqs");
            int all = whole(worker, "num_reqs");
            if (queued < 0 || apart < 0 && all < 0) {
                return null;
            }
            running += apart < 0 ? Math.max(0, all - queued) : apart;
            waiting += queued;
        }
        return new EngineLoad(running, waiting);
    }

    /** llama.cpp's {@code /slots}, where its {@code /metrics} is off; it does not say how many wait. */
    static @Nullable EngineLoad slots(String body) {
        if (!(json(body) instanceof Tree.Items list) || list.items().isEmpty()) {
            return null;
        }
        int running = 0;
        for (Tree slot : list.items()) {
            Tree processing = slot instanceof Tree.Map ? slot.get("is_processing") : null;
            if (processing == null) {
                return null;
            }
            running += processing instanceof Tree.Scalar && processing.text().equals("true") ? 1 : 0;
        }
        return new EngineLoad(running, 0);
    }

    /** ComfyUI's {@code /queue}. */
    static @Nullable EngineLoad comfy(String body) {
        Tree tree = json(body);
        if (tree instanceof Tree.Map
                && tree.get("queue_running") instanceof Tree.Items running
                && tree.get("queue_pending") instanceof Tree.Items pending) {
            return new EngineLoad(running.items().size(), pending.items().size());
        }
        return null;
    }

    /** {@code /sdapi/v1/progress} of SD-WebUI: it has one at a time, and does not say how many wait. */
    static @Nullable EngineLoad diffusion(String body) {
        Tree tree = json(body);
        Tree state = tree instanceof Tree.Map ? tree.get("state") : null;
        int jobs = state instanceof Tree.Map ? whole(state, "job_count") : -1;
        return state instanceof Tree.Map && state.get("job_count") != null ? new EngineLoad(jobs > 0 ? 1 : 0, 0) : null;
    }

    /** The models of a list as OpenAI has it, adapters among them; null where it is none. */
    static @Nullable List<String> models(String body) {
        return names(body, "data", "id");
    }

    /** Those of Ollama's {@code /api/tags}; one that is the latest of its name is asked for by the name alone, too. */
    static @Nullable List<String> tags(String body) {
        List<String> names = names(body, "models", "name");
        if (names == null) {
            return null;
        }
        List<String> all = new ArrayList<>(names);
        for (String name : names) {
            if (name.endsWith(LATEST)) {
                all.add(name.substring(0, name.length() - LATEST.length()));
            }
        }
        return all;
    }

    /** Those of {@code /sdapi/v1/sd-models} of SD-WebUI, by their names and their titles. */
    static @Nullable List<String> checkpoints(String body) {
        if (!(json(body) instanceof Tree.Items list)) {
            return null;
        }
        TreeSet<String> names = new TreeSet<>();
        for (Tree model : list.items()) {
            for (String key : List.of("model_name", "title")) {
                Tree name = model instanceof Tree.Map ? model.get(key) : null;
                if (name instanceof Tree.Scalar && !name.isNull()) {
                    names.add(name.text());
                }
            }
        }
        return List.copyOf(names);
    }

    /** The LoRA adapters that vLLM has requests of, by what it says at {@code /metrics}. */
    static List<String> adapters(String metrics) {
        String line = PrometheusText.latest(metrics, "vllm:lora_requests_info");
        TreeSet<String> names = new TreeSet<>();
        for (String label : List.of("running_lora_adapters", "waiting_lora_adapters")) {
            for (String name : PrometheusText.label(line, label).split(",")) {
                if (!name.isBlank()) {
                    names.add(name.strip());
                }
            }
        }
        return List.copyOf(names);
    }

    private static @Nullable List<String> names(String body, String list, String key) {
        Tree tree = json(body);
        if (!(tree instanceof Tree.Map) || !(tree.get(list) instanceof Tree.Items items)) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (Tree item : items.items()) {
            Tree name = item instanceof Tree.Map ? item.get(key) : null;
            if (name instanceof Tree.Scalar && !name.isNull()) {
                names.add(name.text());
            }
        }
        return names;
    }

    /** -1 where it is no whole number from 0 on. */
    private static int whole(Tree tree, String key) {
        Tree value = tree instanceof Tree.Map ? tree.get(key) : null;
        try {
            long whole = value == null ? -1 : value.whole();
            return whole >= 0 && whole < Integer.MAX_VALUE / 4 ? (int) whole : -1;
        } catch (InputException e) {
            return -1;
        }
    }

    private static @Nullable Tree json(String body) {
        try {
            return JsonReader.read(Source.text("answer", body), MOST_VALUES, MOST_CHARACTERS);
        } catch (InputException e) {
            return null;
        }
    }
}
