package io.berth.gateway.fleet.discovery;

import io.berth.core.scale.Demand;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

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

        /** There are none, as what is looked for is not there. */
        void none(String why);

        /** The addresses, {@code HOST:PORT}, of all servers of any source that may get requests or still have some. */
        Set<String> held();

        /**
         * What comes for the servers that the source has found.
         *
         * @param each how many requests at once a server does; 0 where that is not known
         */
        Demand demand(int each);

        /**
         * The same, of this gateway and all of its deployment that say it, by their names.
         *
         * @param each how many requests at once a server does
         */
        SortedMap<String, Told> demands(int each);

        /** So many servers there are to be, as was decided for what comes. */
        void scaled(ScaleRow row);
    }

    /** Makes a source of what settings say, of those that the gateway itself does not know. */
    interface Maker {
        /**
         * One that is not started yet; it holds nothing before it is.
         *
         * @throws io.berth.spec.input.InputException where it cannot be as {@code spec} says
         */
        ServerSource make(SourceSpec.Outside spec);

        /** Where there is none. */
        Maker NONE = spec -> {
            throw new IllegalStateException("This gateway has nobody who knows of " + spec.name() + ".");
        };
    }
}
