package io.berth.app.submit;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.scale.ScaleKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options of {@code berth submit} that make its command a replica of a service. */
final class ServiceOptions {
    private static final String KEY = "service";
    private static final Option SERVICE = Option.value(
            "--service",
            "NAME",
            "It is a replica of this service: it listens at $PORT, and is started again whenever it ends, until it is cancelled.");

    private static final List<Option> OF_A_SERVICE = List.of(
            Option.value("--replicas", "N", "How many replicas of the service to make, each a job; 1 by default."),
            Option.value("--port", "N", "Where its only replica listens; by default each gets a free port."),
            Option.value("--health", "PATH", "What answers with 2xx when a replica is ready; /health by default."),
            Option.value(
                    "--drain",
                    "TIME",
                    "How long a replica that is to be stopped goes on at most, until gateways have nothing there; 30s by default."));

    private static final Option AUTOSCALE = Option.value(
            "--autoscale",
            "KEY=VALUE[,...]",
            "How many replicas there are follows the requests: keys of service.autoscale of a job file, such as max=4,target=8.");

    private ServiceOptions() {}

    static List<Option> all() {
        return Stream.of(List.of(SERVICE), OF_A_SERVICE, List.of(AUTOSCALE))
                .flatMap(List::stream)
                .toList();
    }

    /** Puts what was typed into a document, before what stands there of the same names. */
    static void put(SequencedMap<String, Object> document, Arguments arguments) {
        SequencedMap<String, Object> service = new LinkedHashMap<>();
        if (document.get(KEY) instanceof Map<?, ?> known) {
            known.forEach((key, value) -> service.put(String.valueOf(key), value));
        }
        String name = arguments.text(SERVICE.name());
        if (name != null) {
            service.put("name", name);
            if (arguments.text("--name") == null) {
                document.put("name", name);
            }
        }
        for (Option option : OF_A_SERVICE) {
            String value = arguments.text(option.name());
            if (value != null && service.isEmpty()) {
                throw new InputException(option.name(), "goes only with --service, or a file that says service");
            }
            if (value != null) {
                service.put(option.name().substring(2), value);
            }
        }
        String scale = arguments.text(AUTOSCALE.name());
        if (scale != null && service.isEmpty()) {
            throw new InputException(AUTOSCALE.name(), "goes only with --service, or a file that says service");
        }
        if (scale != null) {
            service.put(ScaleKeys.KEY, scale(scale, service.get(ScaleKeys.KEY)));
        }
        if (!service.isEmpty()) {
            document.put(KEY, service);
        }
    }

    /** What was typed before what is {@code known}. */
    private static SequencedMap<String, Object> scale(String typed, @Nullable Object known) {
        SequencedMap<String, Object> scale = new LinkedHashMap<>();
        if (known instanceof Map<?, ?> before) {
            before.forEach((key, value) -> scale.put(String.valueOf(key), value));
        }
        for (String part : typed.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new InputException(
                        AUTOSCALE.name(), "must be keys and values such as max=4,target=8, but is " + Quote.of(typed));
            }
            scale.put(
                    part.substring(0, equals).strip(),
                    part.substring(equals + 1).strip());
        }
        return scale;
    }

    /** What was typed, by the keys of a job that it stands for. */
    static Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(SERVICE.name(), KEY + ".name");
        OF_A_SERVICE.forEach(
                option -> keys.put(option.name(), KEY + "." + option.name().substring(2)));
        keys.put(AUTOSCALE.name(), KEY + "." + ScaleKeys.KEY);
        return keys;
    }
}
