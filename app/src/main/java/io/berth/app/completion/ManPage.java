package io.berth.app.completion;

import io.berth.app.option.Declaration;
import io.berth.app.option.HelpText;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import java.util.List;

/** The manual page, in the macros of man(7): all commands with their options. */
public final class ManPage {
    private static final String BEGIN = """
            .SH NAME
            berth \\- an adaptive scheduler for AI compute
            .SH SYNOPSIS
            .B berth
            .I COMMAND
            .RI [ OPTION .\\|.\\|.]
            .SH DESCRIPTION
            Berth places training jobs, notebooks and model servers on GPUs. The code that decides in production is the code that
            runs in the simulator.
            .PP
            .B berth up
            runs real jobs on this machine;
            .B berth submit
            hands them in;
            .B berth demo
            and
            .B berth simulate
            need nothing but themselves. Every command says with
            .B \\-\\-help
            what this page says of it.
            .SH COMMANDS
            """;

    private static final String END = """
            .SH ENVIRONMENT
            .TP
            .B BERTH_HOME
            The home, where no
            .B \\-\\-home
            names one.
            .TP
            .B BERTH_SOCKET
            The socket at which a Berth is asked that serves all users of a machine.
            .TP
            .B BERTH_URL, BERTH_TOKEN, BERTH_TOKEN_FILE
            A Berth of another machine, and who asks it.
            .TP
            .B BERTH_JAVA_OPTS
            Further options for the JVM, such as
            .BR \\-Xmx2g .
            .TP
            .B NO_COLOR
            Set, lists have no colours.
            .SH FILES
            .TP
            .I ~/.local/state/berth
            The home: journal, output of tasks, models.
            .TP
            .I /var/lib/berth
            The home where root runs Berth.
            .TP
            .I /run/berth/berth.sock
            Where root's Berth serves all users of its machine.
            .TP
            .I /etc/berth/config.yaml
            The settings with which the service of the Debian package starts.
            .SH EXIT STATUS
            0 where the work was done, 1 where it failed, 2 where the input is wrong.
            .B berth submit \\-\\-wait
            exits with the exit code of the job.
            """;

    private ManPage() {}

    /** The page of {@code version}. */
    public static String of(List<Declaration> commands, String version) {
        StringBuilder text =
                new StringBuilder(".TH BERTH 1 \"\" \"Berth ").append(version).append("\" \"Berth\"\n");
        // Words are long here and lines short in places: rather uneven than stretched.
        text.append(".ad l\n.nh\n").append(BEGIN);
        commands.forEach(command -> command(command, text));
        return text.append(END).toString();
    }

    private static void command(Declaration command, StringBuilder text) {
        text.append(".SS \"berth ").append(command.name()).append("\"\n");
        Options options = command.options();
        for (String form : options.synopsis()) {
            text.append(".B berth ").append(command.name()).append('\n');
            if (!form.isEmpty()) {
                text.append(plain(form)).append('\n');
            }
            text.append(".br\n");
        }
        text.append(".PP\n").append(plain(options.doc())).append('\n');
        for (Option option : options.all()) {
            text.append(".TP\n.B ").append(quoted(option.head())).append('\n');
            text.append(plain(option.doc())).append('\n');
        }
        HelpText help = new HelpText();
        options.appendix().accept(help);
        String appendix = help.toString();
        if (!appendix.isEmpty()) {
            text.append(".PP\n.nf\n");
            appendix.strip().lines().forEach(line -> text.append(plain(line)).append('\n'));
            text.append(".fi\n");
        }
    }

    /** Text in which nothing commands troff. */
    private static String plain(String text) {
        String safe = text.replace("\\", "\\e").replace("-", "\\-");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }

    /** The same as one argument of a macro. */
    private static String quoted(String text) {
        return "\"" + plain(text).replace("\"", "\"\"") + "\"";
    }
}
