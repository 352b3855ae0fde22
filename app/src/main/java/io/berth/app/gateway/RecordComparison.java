package io.berth.app.gateway;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Answer;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.sim.replay.BalancerComparison;
import io.berth.sim.replay.GatewayRecord;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code berth gateway compare}: what other balancers would have made of the requests of a record. */
final class RecordComparison {
    private static final long MOST_SECONDS = 1_000_000;

    private RecordComparison() {}

    static int run(Arguments typed, Output output) {
        List<String> words = typed.words();
        if (words.size() != 2) {
            throw new InputException("berth gateway compare", "needs one record, as berth gateway --record writes it");
        }
        List<String> balances = typed.texts("--balance").stream()
                .flatMap(text -> text.startsWith("{") ? Stream.of(text) : Arrays.stream(text.split(",")))
                .map(String::strip)
                .toList();
        if (balances.isEmpty()) {
            throw new InputException("--balance", "must name the balancers to compare with, such as least-connections");
        }
        GatewayRecord record = GatewayRecord.read(Path.of(words.get(1)));
        Path file = typed.path("--config");
        Source source = file == null ? Source.text("the record", settings(record)) : Source.file(file);
        DispatchReader strategies = new DispatchReader(source.folder(), FullCatalog.models(), FullCatalog.dispatch());
        GatewaySettings settings = GatewaySettings.read(TreeReader.read(source), source.folder(), strategies);
        BalancerComparison.Result result = new Rehearsing(settings, strategies, FullCatalog.dispatch())
                .result(record, balances, typed.positive("--slo", MOST_SECONDS), Map.of(), () -> false);
        if (typed.flag(Answer.JSON.name())) {
            output.json(ComparisonText.document(result));
        } else {
            output.text(ComparisonText.text(result));
        }
        return 0;
    }

    /** Those of a gateway of which the record alone is known: its name says the parts of how it spread requests. */
    private static String settings(GatewayRecord record) {
        Map<String, Object> file = new LinkedHashMap<>();
        List<String> parts = List.of(record.balance().split("\\+"));
        String balance = parts.getFirst();
        if (!FullCatalog.dispatch().names(DispatchKind.BALANCE).contains(balance)) {
            throw new InputException(
                    "--config",
                    "is needed: the record is of the balancer \"" + record.balance()
                            + "\", which its name alone does not say; give the file of its gateway");
        }
        file.put("balance", balance);
        if (!parts.contains("gateway")) {
            file.put("wait", "server");
        }
        file.put(
                "servers",
                record.servers().keySet().stream()
                        .map(name -> server(name, record.servers().getOrDefault(name, 0)))
                        .toList());
        return Json.line(file);
    }

    private static Map<String, Object> server(String name, int slots) {
        Map<String, Object> server = new LinkedHashMap<>();
        // Nobody connects there.
        server.put("url", "http://127.0.0.1:1");
        server.put("name", name);
        if (slots > 0) {
            server.put("slots", slots);
        }
        return server;
    }
}
