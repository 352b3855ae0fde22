package io.berth.app.plugin;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one jar, out of the bytes whose digest is told: a file that is replaced while the program runs changes nothing of it. What
 * Berth has, a jar cannot have otherwise.
 */
final class JarClasses extends ClassLoader {
    private final Map<String, byte[]> files;

    /**
     * @param name of the jar, for stack traces
     * @param files by their paths in it
     */
    JarClasses(String name, Map<String, byte[]> files, ClassLoader berth) {
        super(name, berth);
        this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = files.get(name.replace('.', '/') + ".class");
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        byte[] bytes = files.get(name);
        return bytes == null ? null : url(name, bytes);
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return Collections.enumeration(found == null ? List.of() : List.of(found));
    }

    private URL url(String name, byte[] bytes) {
        try {
            return URL.of(new URI("plugin", null, "/" + getName() + "/" + name, null), new Handler(bytes));
        } catch (URISyntaxException | MalformedURLException e) {
            throw new IllegalStateException("A path is a URL: " + name, e);
        }
    }

    /** Opens what is in memory. */
    private static final class Handler extends URLStreamHandler {
        private final byte[] bytes;

        Handler(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() throws IOException {
                    connected = true;
                }

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(bytes);
                }
            };
        }
    }
}
