package io.berth.app.submit;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.spec.input.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

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

    private ServiceOptions() {}

    static List<Option> all() {
        return Stream.concat(Stream.of(SERVICE), OF_A_SERVICE.stream()).toList();
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
        if (!service.isEmpty()) {
            document.put(KEY, service);
        }
    }

    /** What was typed, by the keys of a job that it stands for. */
    static Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(SERVICE.name(), KEY + ".name");
        OF_A_SERVICE.forEach(
                option -> keys.put(option.name(), KEY + "." + option.name().substring(2)));
        return keys;
    }
}
