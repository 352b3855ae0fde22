package io.berth.console.api;

import io.berth.console.access.Guard;
import io.berth.console.api.call.Call;
import io.berth.console.api.call.Engine;
import io.berth.console.api.call.Route;
import io.berth.console.api.call.Router;
import io.berth.console.http.Handler;
import io.berth.console.http.message.MediaType;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Response;
import io.berth.edge.access.Caller;
import io.berth.live.driver.EngineStoppedException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Takes a request to its route: who sent it, whether there is such a route, whether that caller may, and then the route itself. */
public final class Api implements Handler {
    private final Guard guard;
    private final Router router;

    Api(Guard guard, List<Route> routes) {
        this.guard = guard;
        this.router = new Router(routes);
    }

    /** The path of a request's route with its parameters in braces; {@code none} where there is none. */
    public String template(Request request) {
        return router.template(request);
    }

    @Override
    public Response answer(Request request) {
        List<Route> routes = router.at(request);
        boolean open = !routes.isEmpty() && routes.stream().allMatch(route -> route.role() == null);
        Caller caller = Caller.LOCAL;
        if (open) {
            guard.checkPlace(request);
        } else {
            caller = guard.admit(request);
        }
        if (routes.isEmpty()) {
            throw router.notFound(request).exception();
        }
        Route route = Router.forMethod(routes, request);
        if (route == null && request.method().equals("OPTIONS")) {
            return Response.empty(204).with("Allow", Router.allow(routes));
        }
        if (route == null) {
            throw Problem.of(
                            405,
                            "method-not-allowed",
                            "the method is not allowed here",
                            "the method is not one of " + Router.allow(routes))
                    .with("Allow", Router.allow(routes))
                    .exception();
        }
        if (route.role() != null) {
            Guard.require(caller, route.role());
        }
        checkAccept(route, request);
        try {
            return route.action().answer(new Call(request, caller, Router.parameters(route, request)));
        } catch (EngineStoppedException e) {
            return Engine.stopped().response();
        }
    }

    private static void checkAccept(Route route, Request request) {
        Set<String> types = new TreeSet<>();
        route.outputs().forEach(output -> types.add(MediaType.bare(output.type())));
        types.remove("");
        String accept = request.list("Accept");
        boolean accepted = types.isEmpty() || types.stream().anyMatch(type -> MediaType.accepts(accept, type));
        if (!accepted) {
            throw Problem.of(
                            406,
                            "not-acceptable",
                            "the answer has no form that is accepted",
                            "the answer is of the media type " + String.join(" or ", types))
                    .exception();
        }
    }
}
