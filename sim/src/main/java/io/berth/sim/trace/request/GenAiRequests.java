package io.berth.sim.trace.request;

import io.berth.core.time.Nanos;
import io.berth.sim.request.RequestArrival;
import io.berth.sim.request.Stage;
import io.berth.sim.trace.BadRow;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import io.berth.spec.fleet.RequestsSpec;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * Requests of Alibaba's Stable Diffusion serving (alibaba/clusterdata, cluster-trace-v2026-GenAI, lora_request_trace.csv). Used
 * are {@code gmt_create}, {@code predict_status}, {@code exec_time_seconds} (the work), {@code groupId} (the tenant),
 * {@code num_images_per_prompt} and {@code checkpoint_model_version_id} (the model). A failed request did its work too; a pending
 * one never ran and names no model, so it is left out.
 *
 * <p>A dispatcher expects of a request the mean work of the rows before with as many images.
 */
public final class GenAiRequests {
    private static final List<String> COLUMNS = List.of(
            "gmt_create",
            "predict_status",
            "exec_time_seconds",
            "groupId",
            "num_images_per_prompt",
            "checkpoint_model_version_id");
    private static final List<String> UNUSED =
            List.of("predict_type", "prompt_length", "negative_prompt_length", "num_inference_steps", "num_lora");

    private static final BigDecimal DAY_SECONDS = BigDecimal.valueOf(Nanos.DAY / Nanos.SECOND);

    private final RequestsSpec.GenAi spec;
    private final TraceClock clock;
    private final List<RequestArrival> requests = new ArrayList<>();
    private final SequencedMap<String, Integer> models = new LinkedHashMap<>();
    private final SequencedMap<String, Integer> tenants = new LinkedHashMap<>();
    private final TreeMap<String, Mean> byImages = new TreeMap<>();

    private GenAiRequests(RequestsSpec.GenAi spec) {
        this.spec = spec;
        this.clock = new TraceClock(spec.rate());
    }

    /** The requests of the file that {@code spec} names. */
    public static RequestTrace read(RequestsSpec.GenAi spec, Lenience lenience) {
        return CsvTable.read(spec.file(), lenience, new GenAiRequests(spec)::rows);
    }

    /** The same from {@code in}, which {@code name} names in errors. */
    static RequestTrace read(RequestsSpec.GenAi spec, String name, InputStream in, Lenience lenience) {
        return CsvTable.read(name, in, lenience, new GenAiRequests(spec)::rows);
    }

    private RequestTrace rows(CsvTable table) {
        table.expecting(COLUMNS, UNUSED);
        while ((spec.limit() == 0 || requests.size() < spec.limit()) && table.next()) {
            try {
                add(table);
            } catch (BadRow bad) {
                table.skip(bad);
            }
        }
        return new RequestTrace(requests, List.copyOf(models.sequencedKeySet()));
    }

    private void add(CsvTable table) {
        int status = table.column("predict_status");
        switch (table.text(status)) {
            case "SUCCEED", "FAILED" -> {}
            case "PENDING" -> {
                return;
            }
            default -> throw table.bad(status, "is unknown", "SUCCEED, FAILED or PENDING");
        }
        long work = work(table);
        String model = table.name(table.column("checkpoint_model_version_id"));
        String tenant = table.name(table.column("groupId"));
        Mean mean = byImages.computeIfAbsent(table.textOrEmpty(table.column("num_images_per_prompt")), _ -> new Mean());
        long at = clock.nanos(table, table.column("gmt_create"));
        Stage stage = new Stage(
                "image", number(models, model), work, mean.expect(work), 0, spec.memoryBytes(), false, Stage.NOT_KEPT);
        mean.add(work);
        requests.add(new RequestArrival(at, number(tenants, tenant), 0, Nanos.NEVER, List.of(stage)));
    }

    private static long work(CsvTable table) {
        int column = table.column("exec_time_seconds");
        BigDecimal seconds;
        try {
            seconds = new BigDecimal(table.text(column));
        } catch (NumberFormatException _) {
            throw table.bad(column, "is not a number", "seconds, above 0 and at most a day");
        }
        if (seconds.signum() <= 0 || seconds.compareTo(DAY_SECONDS) > 0) {
            throw table.bad(column, "is not such a time", "seconds, above 0 and at most a day");
        }
        return StrictMath.max(1, seconds.movePointRight(9).longValue());
    }

    private static int number(SequencedMap<String, Integer> numbers, String name) {
        Integer known = numbers.get(name);
        if (known == null) {
            known = numbers.size();
            numbers.put(name, known);
        }
        return known;
    }

    /** The mean of what was seen so far. */
    private static final class Mean {
        private double sum;
        private long count;

        /** The mean; {@code otherwise} where nothing was seen. */
        long expect(long otherwise) {
            return count == 0 ? otherwise : (long) (sum / count);
        }

        void add(long value) {
            sum += value;
            count++;
        }
    }
}
