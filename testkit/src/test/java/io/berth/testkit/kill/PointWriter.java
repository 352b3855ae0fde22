package io.berth.testkit.kill;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes calls of {@link Doom} into the classes of Berth as they are loaded. */
final class PointWriter implements ClassFileTransformer {
    private static final String OPTIONS = "io/berth/live/journal/JournalOptions";
    private static final ClassDesc DOOM = ClassDesc.of(Doom.class.getName());
    private static final MethodTypeDesc PASS = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final MethodTypeDesc PASS_WITH = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final MethodTypeDesc TEAR = MethodTypeDesc.of(
            ConstantDescs.CD_void, ClassDesc.of("java.nio.channels.FileChannel"), ClassDesc.of("java.nio.ByteBuffer"));

    private final KillPoint point;

    PointWriter(KillPoint point) {
        this.point = point;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            String name,
            @Nullable Class<?> redefined,
            ProtectionDomain domain,
            byte[] bytes) {
        try {
            if (name.equals(OPTIONS)) {
                return write(bytes, "snapshotFrames", PointWriter::oftenDue);
            }
            return name.equals(point.type.replace('.', '/')) ? write(bytes, point.method, this::call) : null;
        } catch (RuntimeException e) {
            // The JVM would go on with the class as it is, and nothing would be killed.
            System.err.println("doom: cannot write into " + name + ": " + e);
            Runtime.getRuntime().halt(98);
            return null;
        }
    }

    private static byte[] write(byte[] bytes, String method, Function<MethodModel, CodeTransform> how) {
        ClassFile format = ClassFile.of();
        ClassModel model = format.parse(bytes);
        Predicate<MethodModel> wanted =
                each -> each.methodName().equalsString(method) && each.code().isPresent();
        if (model.methods().stream().noneMatch(wanted)) {
            throw new IllegalStateException("there is no method " + method + " any more");
        }
        return format.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel found && wanted.test(found)) {
                builder.transformMethod(found, MethodTransform.transformingCode(how.apply(found)));
            } else {
                ClassTransform.ACCEPT_ALL.accept(builder, element);
            }
        });
    }

    private static CodeTransform oftenDue(MethodModel method) {
        return new CodeTransform() {
            @Override
            public void accept(CodeBuilder builder, CodeElement element) {
                // Nothing of the body stays.
            }

            @Override
            public void atEnd(CodeBuilder builder) {
                builder.loadConstant(Doom.SNAPSHOT_FRAMES).lreturn();
            }
        };
    }

    private CodeTransform call(MethodModel method) {
        boolean instance = (method.flags().flagsMask() & ClassFile.ACC_STATIC) == 0;
        int first = instance ? 1 : 0;
        return switch (point.where) {
            case TEAR -> atBegin(code -> code.aload(first).aload(first + 1).invokestatic(DOOM, "tear", TEAR));
            case BEGIN ->
                point.argument.isEmpty()
                        ? atBegin(code -> code.invokestatic(DOOM, "pass", PASS))
                        : atBegin(code -> code.aload(first).invokestatic(DOOM, "pass", PASS_WITH));
            case END ->
                (builder, element) -> {
                    if (element instanceof ReturnInstruction) {
                        builder.invokestatic(DOOM, "pass", PASS);
                    }
                    builder.with(element);
                };
        };
    }

    private static CodeTransform atBegin(Consumer<CodeBuilder> code) {
        return new CodeTransform() {
            @Override
            public void atStart(CodeBuilder builder) {
                code.accept(builder);
            }

            @Override
            public void accept(CodeBuilder builder, CodeElement element) {
                builder.with(element);
            }
        };
    }
}
