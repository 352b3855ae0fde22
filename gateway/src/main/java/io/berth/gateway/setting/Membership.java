package io.berth.gateway.setting;

import io.berth.gateway.scale.ScaledObjectKeys;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.input.WholeNumber;
import io.berth.spec.schema.Fields;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which servers there are.
 *
 * @param listed those that the file names
 * @param sources where others are found
 */
public record Membership(List<Server> listed, List<SourceSpec> sources) {
    private static final int HTTP_PORT = 80;
    private static final List<String> SCHEMES = List.of("http", "https");

    public Membership {
        listed = List.copyOf(listed);
        sources = List.copyOf(sources);
    }

    /**
     * The servers that a file lists: its list, or that of its key {@code servers}.
     *
     * @throws InputException where one of them cannot be
     */
    public static List<Server> read(SourceSpec.Listed spec) {
        Source source = Source.file(spec.file());
        Tree tree = TreeReader.read(source);
        Tree list = tree instanceof Tree.Map ? tree.require("servers") : tree;
        Membership read = read(list, source.folder(), spec.needSlots(), spec.traits());
        if (!read.sources.isEmpty()) {
            throw InputException.at(
                    list, "must name servers by url only, as the file itself is where servers are found");
        }
        return read.listed;
    }

    static Membership read(Fields fields, Path folder, boolean needSlots) {
        Tree list = fields.value("servers");
        if (list.items().isEmpty()) {
            throw InputException.at(list, "must name at least one server");
        }
        return read(list, folder, needSlots, null);
    }

    /** @param usual what holds of a server where it does not say otherwise; null for the defaults of the keys */
    private static Membership read(Tree list, Path folder, boolean needSlots, @Nullable ServerTraits usual) {
        List<Server> listed = new ArrayList<>();
        List<SourceSpec> sources = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        for (Tree item : list.items()) {
            Fields server = FleetKeys.SERVER.read(item);
            ServerTraits traits = ServerTraits.read(server).or(usual, server);
            if (needSlots && traits.slots() == 0 && !server.has("file")) {
                throw InputException.at(
                        item,
                        "needs slots, as requests wait at the gateway until a server has one; give them, or let balance be"
                                + " predicted, which learns them, or leave out wait");
            }
            if (!server.has("url")) {
                SourceSpec source = source(server, folder, traits, needSlots);
                if (scaledTwice(sources, source)) {
                    throw InputException.at(
                            item, "scales what another one scales already: leave out scale and autoscale of one");
                }
                sources.add(source);
                continue;
            }
            Server read = traits.server(backend(server, traits)).with(gpus(server));
            if (!names.add(read.name())) {
                throw InputException.at(item, "there are two servers \"" + read.name() + "\"; give one another name");
            }
            listed.add(read);
        }
        return new Membership(listed, sources);
    }

    private static boolean scaledTwice(List<SourceSpec> sources, SourceSpec source) {
        return source instanceof SourceSpec.Cluster one
                && one.scaled() != null
                && sources.stream()
                        .anyMatch(each -> each instanceof SourceSpec.Cluster other
                                && other.scaled() != null
                                && other.namespace().equals(one.namespace())
                                && (other.name().equals(one.name())
                                        || other.scaled()
                                                        .kind()
                                                        .equals(one.scaled().kind())
                                                && other.scaled()
                                                        .name()
                                                        .equals(one.scaled().name())));
    }

    /** The sources whose servers are replicas that follow what comes. */
    public List<SourceSpec.Cluster> scaled() {
        return sources.stream()
                .filter(SourceSpec.Cluster.class::isInstance)
                .map(SourceSpec.Cluster.class::cast)
                .filter(cluster -> cluster.scaled() != null)
                .toList();
    }

    /** Where servers are, as far as the file says it. */
    List<String> regions() {
        return Stream.concat(
                        listed.stream().map(Server::region),
                        sources.stream().map(source -> source.traits().region()))
                .filter(region -> !region.isEmpty())
                .distinct()
                .toList();
    }

    private static SourceSpec source(Fields server, Path folder, ServerTraits traits, boolean needSlots) {
        if (server.has("name")) {
            throw InputException.at(server.value("name"), "goes only with url: servers that are found have names");
        }
        if (server.has("dcgm")) {
            throw InputException.at(
                    server.value("dcgm"),
                    "goes only with url: name the GPUs of servers that are found in a file of servers");
        }
        if (server.has("file")) {
            return new SourceSpec.Listed(server.path("file", folder), traits, needSlots);
        }
        String resolver = server.text("resolver", "");
        if (server.has("srv")) {
            return new SourceSpec.Services(
                    server.text("srv"), resolver, GatewaySettings.positive(server, "refresh"), traits);
        }
        if (server.has("berth")) {
            return berth(server.section("berth"), folder, traits);
        }
        return server.has("dns")
                ? addresses(server, resolver, traits)
                : cluster(server.section("kubernetes"), folder, traits);
    }

    private static SourceSpec addresses(Fields server, String resolver, ServerTraits traits) {
        Tree written = server.value("dns");
        String text = written.text();
        int colon = text.lastIndexOf(':');
        try {
            long port = WholeNumber.parse(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= GatewaySchema.HIGHEST_PORT) {
                return new SourceSpec.Addresses(
                        text.substring(0, colon),
                        (int) port,
                        resolver,
                        GatewaySettings.positive(server, "refresh"),
                        traits);
            }
        } catch (NumberFormatException e) {
            // The same words as for a port out of range.
        }
        throw InputException.at(written, "must be HOST:PORT, but is \"" + text + "\"");
    }

    private static SourceSpec berth(Fields berth, Path folder, ServerTraits traits) {
        if (!berth.has("url") && (berth.has("token") || berth.has("token_file"))) {
            throw InputException.at(
                    berth.value(berth.has("token") ? "token" : "token_file"),
                    "goes only with url: over a socket the kernel says who asks");
        }
        return new SourceSpec.Berth(
                berth.text("service"),
                berth.has("url") ? address(berth.value("url")) : "",
                berth.has("socket") ? berth.path("socket", folder) : null,
                berth.has("home") ? berth.path("home", folder) : null,
                new SourceSpec.Berth.Tokens(
                        berth.text("token", ""), berth.has("token_file") ? berth.path("token_file", folder) : null),
                traits);
    }

    private static Server.@Nullable Gpus gpus(Fields server) {
        if (!server.has("dcgm")) {
            return null;
        }
        Fields dcgm = server.section("dcgm");
        Tree written = dcgm.value("url");
        List<String> names = dcgm.items("gpus").stream().map(Tree::text).toList();
        if (names.isEmpty()) {
            throw InputException.at(dcgm.value("gpus"), "must name at least one GPU, by its index or UUID");
        }
        try {
            URI url = new URI(written.text());
            if (SCHEMES.contains(String.valueOf(url.getScheme())) && url.getHost() != null) {
                return new Server.Gpus(url, names);
            }
        } catch (URISyntaxException e) {
            // The same words as for another URL.
        }
        throw InputException.at(
                written,
                "must be the page of a DCGM exporter, such as http://gpu1:9400/metrics, but is \"" + written.text()
                        + "\"");
    }

    /** The address of a Berth, which is looked at again where it is asked. */
    private static String address(Tree written) {
        String text = written.text();
        try {
            URI url = new URI(text);
            String path = url.getRawPath();
            boolean bare = (path == null || path.isEmpty() || path.equals("/")) && url.getRawQuery() == null;
            if (bare && SCHEMES.contains(String.valueOf(url.getScheme())) && url.getHost() != null) {
                return text;
            }
        } catch (URISyntaxException e) {
            // The same words as for another URL.
        }
        throw InputException.at(
                written,
                "must be the address of a Berth, such as https://gpu1.example.org:7117, but is \"" + text + "\"");
    }

    private static SourceSpec cluster(Fields cluster, Path folder, ServerTraits traits) {
        boolean pool = cluster.has("inferencePool");
        Tree written = cluster.value(pool ? "inferencePool" : "service");
        String[] parts = written.text().split("/", -1);
        if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
            throw InputException.at(written, "must be NAMESPACE/NAME, but is \"" + written.text() + "\"");
        }
        return new SourceSpec.Cluster(
                pool,
                parts[0],
                parts[1],
                cluster.text("port", ""),
                cluster.has("kubeconfig") ? cluster.path("kubeconfig", folder) : null,
                ScaledObjectKeys.read(cluster, traits.slots()),
                traits);
    }

    private static Backend backend(Fields server, ServerTraits traits) {
        Tree written = server.value("url");
        URI url;
        try {
            url = new URI(written.text());
        } catch (URISyntaxException e) {
            throw InputException.at(written, "is no URL: " + e.getMessage());
        }
        if (!"http".equals(url.getScheme()) || url.getHost() == null) {
            throw InputException.at(written, "must be http://HOST:PORT, but is \"" + written.text() + "\"");
        }
        int port = url.getPort() < 0 ? HTTP_PORT : url.getPort();
        String authority = url.getHost() + ":" + port;
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return new Backend(
                server.text("name", authority),
                new InetSocketAddress(url.getHost(), port),
                authority,
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                traits.key());
    }
}
