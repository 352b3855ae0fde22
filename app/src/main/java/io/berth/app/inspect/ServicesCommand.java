package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Table;
import io.berth.app.client.Watch;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth services}: the services and their replicas. */
public record ServicesCommand(Output output) implements Command {
    private static final String NOTHING = "-";

    @Override
    public Options options() {
        return Watch.options(
                "[OPTION...] [NAME]",
                "Lists services, how many of their replicas are ready, and each replica; of those whose number of replicas"
                        + " follows the requests also how many there should be, and why.");
    }

    @Override
    public int run(Arguments arguments) {
        Client client = HomeOption.client(arguments);
        String name = arguments.word();
        return new Watch(output, arguments).show(client, "job", window -> {
            String path = Api.ROOT + "/services" + (name == null ? "" : "/" + Api.encoded(name));
            Tree answer = client.get(path).checked().tree();
            return Watch.Page.of(JsonTree.of(answer), text(answer, name != null, window.width()));
        });
    }

    private static String text(Tree answer, boolean one, int width) {
        Table table = new Table("SERVICE", "READY", "GATEWAYS", "JOB", "STATE", "ADDRESS", "ATTEMPT", "REASON");
        StringBuilder scales = new StringBuilder();
        for (Tree service : one ? List.of(answer) : answer.require("services").items()) {
            String first = service.require("name").text();
            String ready = service.require("ready").text() + " of "
                    + service.require("wanted").text();
            String followers = service.require("followers").text();
            scales.append(scale(service));
            for (Tree replica : service.require("replicas").items()) {
                table.add(
                        first,
                        ready,
                        followers,
                        replica.require("job").text(),
                        replica.require("state").text(),
                        or(replica.get("address"), NOTHING),
                        replica.require("attempt").text(),
                        or(replica.get("trouble"), ""));
            }
        }
        return table.text(width) + scales;
    }

    /** How the number of its replicas follows the requests; empty where it does not. */
    private static String scale(Tree service) {
        Tree scale = service.get("scale");
        if (scale == null || scale.isNull()) {
            return "";
        }
        String replicas = scale.require("replicas").text();
        return service.require("name").text() + ": " + replicas + (replicas.equals("1") ? " replica" : " replicas")
                + " wanted (" + scale.require("min").text() + " to "
                + scale.require("max").text() + ", by "
                + scale.require("policy").text() + "): "
                + scale.require("reason").text() + "\n";
    }

    private static String or(@Nullable Tree value, String otherwise) {
        return value == null || value.isNull() ? otherwise : value.text();
    }
}
