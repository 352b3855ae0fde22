package io.berth.app.client;

import io.berth.app.Command;
import io.berth.app.Output;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code berth ls}: lists jobs. */
@CommandLine.Command(name = "ls", description = "Lists the jobs that wait or run, by number.")
public final class ListCommand implements Command {
    private static final String LIVE = "live";

    @Mixin
    private final HomeOption home = new HomeOption();

    @Option(
            names = {"-a", "--all"},
            description = "With those that ended, as far as they are known.")
    private boolean all;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    @Option(
            names = {"-w", "--watch"},
            description = "Show it again each second, until Ctrl-C.")
    private boolean watch;

    private final Output output;

    public ListCommand(Output output) {
        this.output = output;
    }

    @Override
    public int run() {
        Client client = home.client();
        if (watch) {
            return Watch.show(output, () -> JobList.table(rows(client)));
        }
        if (json) {
            output.json(Map.of("jobs", rows(client).stream().map(JsonTree::of).toList()));
        } else {
            output.out().print(JobList.table(rows(client)));
        }
        return 0;
    }

    private List<Tree> rows(Client client) {
        return JobList.read(client, all ? "" : LIVE);
    }
}
