package io.berth.gateway.fleet.discovery;

import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.ServerTraits;
import io.berth.gateway.setting.SourceSpec;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.TreeSet;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;

/** What DNS says of names, asked each time: nothing of it is kept here. */
final class DnsRecords {
    private static final String FACTORY = "com.sun.jndi.dns.DnsContextFactory";
    private static final int SRV_WORDS = 4;

    private DnsRecords() {}

    /**
     * A server for each address of a name.
     *
     * @throws NamingException where DNS does not say any
     */
    static List<Server> servers(SourceSpec.Addresses spec) throws NamingException {
        DirContext dns = dns(spec.resolver());
        try {
            List<String> addresses = addresses(dns, spec.host());
            return addresses.stream()
                    .map(address -> spec.traits().at(address, spec.port()))
                    .toList();
        } finally {
            dns.close();
        }
    }

    /**
     * A server for each address that SRV records of the lowest priority lead to (RFC 2782).
     *
     * @throws NamingException where DNS does not say any
     */
    static List<Server> servers(SourceSpec.Services spec) throws NamingException {
        DirContext dns = dns(spec.resolver());
        try {
            List<Service> services = new ArrayList<>();
            for (String value : values(dns, spec.record(), "SRV")) {
                services.add(Service.of(value));
            }
            int first = services.stream().mapToInt(Service::priority).min().orElse(0);
            List<Server> servers = new ArrayList<>();
            for (Service service : services) {
                servers.addAll(service.priority == first ? servers(dns, service, spec.traits()) : List.of());
            }
            return servers;
        } finally {
            dns.close();
        }
    }

    private static List<Server> servers(DirContext dns, Service service, ServerTraits usual) throws NamingException {
        // A record without weight has the least that a server can have.
        ServerTraits traits = usual.weighing(Math.max(1, service.weight));
        return addresses(dns, service.target).stream()
                .map(address -> traits.at(address, service.port))
                .toList();
    }

    /** One record: which servers are asked first, their share, where they are. */
    private record Service(int priority, int weight, int port, String target) {
        static Service of(String value) throws NamingException {
            String[] words = value.strip().split("\\s+");
            try {
                if (words.length == SRV_WORDS) {
                    String target = words[3].endsWith(".") ? words[3].substring(0, words[3].length() - 1) : words[3];
                    return new Service(
                            Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]), target);
                }
            } catch (NumberFormatException e) {
                // The same words as for a record of other parts.
            }
            throw new NamingException("the SRV record \"" + value + "\" is none");
        }
    }

    private static List<String> addresses(DirContext dns, String host) throws NamingException {
        TreeSet<String> addresses = new TreeSet<>(values(dns, host, "A", "AAAA"));
        if (addresses.isEmpty()) {
            throw new NameNotFoundException("DNS has no address of " + host);
        }
        return List.copyOf(addresses);
    }

    /** Records are read as texts: nothing is looked up as an object, which is what JNDI is dangerous for. */
    @SuppressWarnings("BanJNDI")
    private static List<String> values(DirContext dns, String name, String... types) throws NamingException {
        List<String> values = new ArrayList<>();
        try {
            for (String type : types) {
                // One type at a time: who is asked for several is asked for any, which many servers refuse (RFC 8482).
                Attribute attribute = dns.getAttributes(name.endsWith(".") ? name : name + ".", new String[] {type})
                        .get(type);
                for (int i = 0; attribute != null && i < attribute.size(); i++) {
                    values.add(String.valueOf(attribute.get(i)));
                }
            }
        } catch (NameNotFoundException e) {
            throw new NameNotFoundException("DNS knows no name " + name);
        }
        if (values.isEmpty()) {
            throw new NameNotFoundException("DNS has no " + String.join(" or ", types) + " record of " + name);
        }
        return values;
    }

    private static DirContext dns(String resolver) throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, FACTORY);
        environment.put(Context.PROVIDER_URL, "dns:" + (resolver.isEmpty() ? "" : "//" + resolver));
        environment.put("com.sun.jndi.dns.timeout.initial", "1000");
        environment.put("com.sun.jndi.dns.timeout.retries", "3");
        return new InitialDirContext(environment);
    }
}
