package io.berth.testkit.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The code under inspection: what is shipped, and what is planted to be found guilty. */
public final class Code {
    static final String SHIPPED_ROOT = "io.berth";
    static final String PLANTED_ROOT = "io.berth.testkit.architecture.planted";

    private Code() {}

    static JavaClasses shipped() {
        return Shipped.CLASSES;
    }

    static JavaClasses planted() {
        return Planted.CLASSES;
    }

    /** The folder of the checkout: the tests may be started there or in a module. */
    public static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isRegularFile(folder.resolve("testkit/pom.xml"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("The tests run outside of a checkout of Berth.");
            }
        }
        return folder;
    }

    /** All static fields of {@code type} in shipped code, whoever declares them. */
    public static <T> List<T> constants(Class<T> type) {
        List<T> values = new ArrayList<>();
        for (JavaClass declaring : shipped()) {
            for (JavaField field : declaring.getFields()) {
                if (field.getModifiers().contains(JavaModifier.STATIC)
                        && field.getRawType().isEquivalentTo(type)) {
                    values.add(value(field, type));
                }
            }
        }
        return values;
    }

    private static <T> T value(JavaField field, Class<T> type) {
        try {
            Field found = field.reflect();
            found.setAccessible(true);
            return type.cast(found.get(null));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.getFullName() + " cannot be read.", e);
        }
    }

    // Importing takes about a second, so each set is read once for all rules and only when asked for.
    private static final class Shipped {
        static final JavaClasses CLASSES = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("jmh_generated"))
                .importPackages(SHIPPED_ROOT);
    }

    private static final class Planted {
        static final JavaClasses CLASSES = new ClassFileImporter().importPackages(PLANTED_ROOT);
    }
}
