package io.berth.kube.api;

import io.berth.edge.tls.Pem;
import io.berth.kube.http.Identity;
import io.berth.kube.http.Tls;
import io.berth.kube.http.Trust;
import io.berth.spec.input.InputException;
import io.berth.spec.input.SiblingName;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the API server is, as a kubeconfig file says, or as a pod is told. */
public final class KubeConfig {
    /** What a pod finds there of its service account (kubernetes.io, Accessing the Kubernetes API from a Pod). */
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private static final String HOST = "KUBERNETES_SERVICE_HOST";
    private static final String VARIABLE = "KUBECONFIG";
    private static final String USUAL = ".kube/config";
    private static final String USUAL_NAMESPACE = "default";

    private static final List<String> FOR_OTHERS = List.of("proxy-url", "tls-server-name");
    private static final List<String> OTHER_NAMES = List.of("as", "as-uid", "as-groups", "as-user-extra");
    private static final List<String> OTHER_PROOFS = List.of("auth-provider", "username", "password");
    private static final String OTHER_PROOF =
            "is a way to prove who one is that Berth does not know (known: token, tokenFile, client-certificate, exec);"
                    + " kubectl create token gives one of a service account";

    private final Path file;

    private KubeConfig(Path file) {
        this.file = file;
    }

    /**
     * The server of the current context of {@code file}.
     *
     * @throws InputException where the file cannot be used, with its key
     */
    public static ApiServer read(Path file) {
        return new KubeConfig(file).server(TreeReader.read(Source.file(file)));
    }

    /** The namespace of the current context of {@code file}; {@code default} where it names none. */
    private static String namespace(Path file) {
        Tree config = TreeReader.read(Source.file(file));
        Tree current = config.require("current-context");
        Tree context =
                named(config.require("contexts"), current.text(), current).require("context");
        Tree namespace = given(context, "namespace");
        return namespace == null ? USUAL_NAMESPACE : namespace.text();
    }

    /**
     * The server that is meant where a program runs: that of {@code named}; else of the file that {@code KUBECONFIG} names; else, in a
     * pod, the one that pods are told of; else that of {@code .kube/config} in the home.
     *
     * @param named null where nobody named a file
     * @throws InputException where that cannot be used, or there is none of all
     */
    public static ApiServer find(@Nullable Path named, Map<String, String> environment) {
        Path file = file(named, environment);
        return file == null ? inCluster(environment) : read(file);
    }

    /** The namespace that is meant where a program runs and nobody names one; {@code named} and the rest as for {@link #find}. */
    public static String namespace(@Nullable Path named, Map<String, String> environment) {
        Path file = file(named, environment);
        String namespace = file == null ? ownNamespace(environment) : namespace(file);
        return namespace.isEmpty() ? USUAL_NAMESPACE : namespace;
    }

    /** Null where it is the server that pods are told of. */
    private static @Nullable Path file(@Nullable Path named, Map<String, String> environment) {
        String variable = environment.getOrDefault(VARIABLE, "");
        if (named == null && variable.contains(File.pathSeparator)) {
            throw new InputException(
                    VARIABLE, "names several files, of which Berth reads one: name it by --kubeconfig");
        }
        if (named != null || !variable.isEmpty()) {
            return named == null ? Path.of(variable) : named;
        }
        Path usual = Path.of(environment.getOrDefault("HOME", "")).resolve(USUAL);
        boolean inPod = !environment.getOrDefault(HOST, "").isEmpty();
        return inPod || !Files.exists(usual) ? null : usual;
    }

    /** The namespace of this pod; empty where this is none. */
    public static String ownNamespace(Map<String, String> environment) {
        return ownNamespace(environment, ACCOUNT);
    }

    static String ownNamespace(Map<String, String> environment, Path account) {
        Path file = account.resolve("namespace");
        return environment.getOrDefault(HOST, "").isEmpty() || !Files.exists(file)
                ? ""
                : new String(bytes(file), StandardCharsets.UTF_8).strip();
    }

    /**
     * The server that pods are told of by {@code environment}.
     *
     * @throws InputException outside a pod
     */
    public static ApiServer inCluster(Map<String, String> environment) {
        return inCluster(environment, ACCOUNT);
    }

    static ApiServer inCluster(Map<String, String> environment, Path account) {
        String host = environment.getOrDefault(HOST, "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        if (host.isEmpty()) {
            throw new InputException(
                    "--kubeconfig",
                    "is not given, there is no ~/" + USUAL + ", and this is no pod of a cluster (" + HOST
                            + " is not set): name a kubeconfig file");
        }
        Path authority = account.resolve("ca.crt");
        return new ApiServer(
                address(host, port),
                new Tls(Trust.of(Pem.certificates(authority.toString(), bytes(authority))), null),
                new TokenFile(account.resolve("token")));
    }

    private static URI address(String host, String port) {
        String written = "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        try {
            return new URI(written).parseServerAuthority();
        } catch (URISyntaxException e) {
            throw new InputException(HOST, "and KUBERNETES_SERVICE_PORT make no address: " + written);
        }
    }

    private ApiServer server(Tree config) {
        Tree current = config.require("current-context");
        Tree context =
                named(config.require("contexts"), current.text(), current).require("context");
        Tree clusterName = context.require("cluster");
        Tree cluster = named(config.require("clusters"), clusterName.text(), clusterName)
                .require("cluster");
        refuse(cluster, FOR_OTHERS, "is not supported: Berth asks the server itself, by the name in its address");
        Tree userName = given(context, "user");
        Tree user = userName == null ? null : given(named(config.require("users"), userName.text(), userName), "user");
        if (user != null) {
            refuse(user, OTHER_PROOFS, OTHER_PROOF);
            refuse(user, OTHER_NAMES, "is not supported: Berth does all in its own name");
        }
        return new ApiServer(
                address(cluster.require("server")),
                new Tls(trust(cluster), user == null ? null : identity(user)),
                token(user, cluster));
    }

    private static URI address(Tree server) {
        try {
            URI address = new URI(server.text());
            if (address.getHost() != null && List.of("https", "http").contains(address.getScheme())) {
                return address;
            }
        } catch (URISyntaxException e) {
            // The same error as for the address of something else.
        }
        throw InputException.at(
                server, "must be an address such as https://127.0.0.1:6443, but is " + server.describe());
    }

    private Trust trust(Tree cluster) {
        byte[] authority = data(cluster, "certificate-authority");
        Tree lax = given(cluster, "insecure-skip-tls-verify");
        if (lax != null && lax.flag()) {
            if (authority != null) {
                throw InputException.at(lax, "is of no use beside a certificate-authority: leave out one of them");
            }
            return Trust.ANYBODY;
        }
        return authority == null
                ? Trust.SYSTEM
                : Trust.of(Pem.certificates(file + ": certificate-authority", authority));
    }

    private @Nullable Identity identity(Tree user) {
        byte[] certificate = data(user, "client-certificate");
        byte[] key = data(user, "client-key");
        if (certificate == null && key == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw InputException.at(
                    user,
                    certificate == null
                            ? "has a client-key without a client-certificate"
                            : "has a client-certificate without a client-key");
        }
        List<Certificate> chain = Pem.certificates(file + ": client-certificate", certificate);
        PrivateKey privateKey = Pem.key(file + ": client-key", key);
        return new Identity(chain, privateKey);
    }

    private Supplier<String> token(@Nullable Tree user, Tree cluster) {
        if (user == null) {
            return () -> "";
        }
        Tree tokenFile = given(user, "tokenFile");
        Tree exec = given(user, "exec");
        if (exec != null) {
            if (tokenFile != null || given(user, "token") != null) {
                throw InputException.at(exec, "may not stand beside a token: keep one of the two");
            }
            return new ExecToken(ExecPlugin.read(exec, beside(""), cluster));
        }
        if (tokenFile != null) {
            return new TokenFile(beside(tokenFile.text()));
        }
        Tree token = given(user, "token");
        String text = token == null ? "" : token.text();
        return () -> text;
    }

    /** What stands in {@code key-data}, or in the file of {@code key}; null for neither. */
    private byte @Nullable [] data(Tree of, String key) {
        Tree inline = given(of, key + "-data");
        if (inline != null) {
            try {
                return Base64.getMimeDecoder().decode(inline.text());
            } catch (IllegalArgumentException e) {
                throw InputException.at(inline, "must be base64");
            }
        }
        Tree path = given(of, key);
        return path == null ? null : bytes(beside(path.text()));
    }

    /** The value of {@code key}; null where there is none, or an empty one. */
    static @Nullable Tree given(Tree of, String key) {
        Tree value = of.get(key);
        return value == null
                        || value.isNull()
                        || value instanceof Tree.Scalar text && text.value().isEmpty()
                ? null
                : value;
    }

    /** What would be done otherwise than somebody meant it is not done. */
    private static void refuse(Tree of, List<String> keys, String why) {
        for (String key : keys) {
            Tree unknown = given(of, key);
            if (unknown != null) {
                throw InputException.at(unknown, why);
            }
        }
    }

    /** Paths are meant from where the file is. */
    private Path beside(String path) {
        Path folder = file.toAbsolutePath().getParent();
        return folder == null ? Path.of(path) : folder.resolve(path);
    }

    private static Tree named(Tree list, String name, Tree asked) {
        TreeSet<String> known = new TreeSet<>();
        for (Tree item : list.items()) {
            String itsName = item.require("name").text();
            if (itsName.equals(name)) {
                return item;
            }
            known.add(itsName);
        }
        throw InputException.at(asked, InputException.unknown("name in " + list.path(), name, known));
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new InputException(file.toString(), "there is no such file" + SiblingName.hint(file));
        } catch (IOException e) {
            throw new InputException(file.toString(), "cannot be read: " + e.getMessage());
        }
    }
}
