package io.berth.console.api.call;

import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the route of a request and reads its parameters. */
public final class Router {
    private final List<Route> routes;
    private final List<List<String>> segments = new ArrayList<>();

    public Router(List<Route> routes) {
        this.routes = List.copyOf(routes);
        this.routes.forEach(route -> segments.add(route.segments()));
    }

    /** The routes with the path of {@code request}, one for each method; none where there is no such path. */
    public List<Route> at(Request request) {
        List<Route> found = new ArrayList<>();
        for (int i = 0; i < routes.size(); i++) {
            if (matches(segments.get(i), request.segments())) {
                found.add(routes.get(i));
            }
        }
        return found;
    }

    /** The path of the route of {@code request} with its parameters in braces; {@code none} where there is none. */
    public String template(Request request) {
        List<Route> found = at(request);
        return found.isEmpty() ? "none" : found.getFirst().path();
    }

    /** The one of {@code routes} for the method of {@code request}; one that is only for GET serves HEAD too. */
    @Nullable
    public static Route forMethod(List<Route> routes, Request request) {
        String method = request.method().equals("HEAD") ? "GET" : request.method();
        for (Route route : routes) {
            if (route.method().equals(method)) {
                return route;
            }
        }
        return null;
    }

    /** The methods of {@code routes}, for the header {@code Allow}. */
    public static String allow(List<Route> routes) {
        TreeSet<String> methods = new TreeSet<>(List.of("OPTIONS"));
        for (Route route : routes) {
            methods.add(route.method());
            if (route.method().equals("GET")) {
                methods.add("HEAD");
            }
        }
        return String.join(", ", methods);
    }

    /** That there is no such path, with the nearest one that there is. */
    public Problem notFound(Request request) {
        TreeSet<String> known = new TreeSet<>();
        routes.forEach(route -> known.add(route.path()));
        String nearest = NearestName.of(request.path(), known);
        String hint = nearest.isEmpty() ? "" : "; did you mean " + Quote.of(nearest) + "?";
        return Problem.of(
                404, "not-found", "there is no such thing", "nothing is at " + Quote.of(request.path()) + hint);
    }

    /** The texts of the parameters of {@code route}; those that it does not know, and bad ones, are refused. */
    public static Map<String, String> parameters(Route route, Request request) {
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> inQuery = new ArrayList<>();
        for (Parameter parameter : route.parameters()) {
            String given = given(parameter, route, request, inQuery);
            if (given != null) {
                parameter.check(given);
                texts.put(parameter.name(), given);
            } else if (!parameter.fallback().isEmpty()) {
                texts.put(parameter.name(), parameter.fallback());
            }
        }
        for (String name : request.query().keySet()) {
            if (!inQuery.contains(name)) {
                throw Problem.input(name, InputException.unknown("parameter", name, inQuery))
                        .exception();
            }
        }
        return texts;
    }

    private static @Nullable String given(Parameter parameter, Route route, Request request, List<String> inQuery) {
        return switch (parameter.in()) {
            case PATH -> request.segments().get(route.segments().indexOf("{" + parameter.name() + "}"));
            case HEADER -> {
                String value = request.header(parameter.name());
                yield value.isEmpty() ? null : value;
            }
            case QUERY -> {
                inQuery.add(parameter.name());
                yield request.query().get(parameter.name());
            }
        };
    }

    private static boolean matches(List<String> template, List<String> path) {
        if (template.size() != path.size()) {
            return false;
        }
        for (int i = 0; i < template.size(); i++) {
            boolean parameter = template.get(i).startsWith("{");
            boolean same = parameter ? !path.get(i).isEmpty() : template.get(i).equals(path.get(i));
            if (!same) {
                return false;
            }
        }
        return true;
    }
}
