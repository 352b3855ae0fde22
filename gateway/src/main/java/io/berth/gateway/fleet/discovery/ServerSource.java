package io.berth.gateway.fleet.discovery;

import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import java.util.List;
import java.util.function.Consumer;

/** Finds servers, until it is closed. What it said last holds while it cannot say anything. */
public interface ServerSource extends AutoCloseable {
    /** Begins; what is found is told to {@code heard}, from any thread, one list after another. */
    void start(Heard heard);

    @Override
    void close();

    /** Who hears of servers. */
    interface Heard {
        /** These are all that the source has. */
        void servers(List<Server> all);

        /** It cannot say which there are for now. */
        void trouble(String why);
    }

    /** Makes a source of what settings say. */
    interface Maker {
        /**
         * One that is not started yet; it holds nothing before it is.
         *
         * @throws io.berth.spec.input.InputException where it cannot be as {@code spec} says
         */
        ServerSource make(SourceSpec.Cluster spec);

        /** Where there is none that knows Kubernetes. */
        Maker NONE = spec -> {
            throw new IllegalStateException("This gateway knows nothing of Kubernetes, so not of " + spec.name() + ".");
        };
    }

    /** Both kinds of news as one. */
    static Heard heard(Consumer<List<Server>> servers, Consumer<String> trouble) {
        return new Heard() {
            @Override
            public void servers(List<Server> all) {
                servers.accept(all);
            }

            @Override
            public void trouble(String why) {
                trouble.accept(why);
            }
        };
    }
}
