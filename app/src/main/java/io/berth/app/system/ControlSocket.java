package io.berth.app.system;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the control socket of a system is.
 *
 * @param path of the socket
 * @param asked the option by which the user named it, so that the system must have it; null where it may go without
 * @param without what is said of a system that goes without
 */
public record ControlSocket(Path path, @Nullable String asked, String without) {}
