package io.berth.testkit.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests that need a real API server, which their methods get as a {@link Cluster}; all share one, that is emptied after each, and take turns. They are
 * skipped where {@code BERTH_KUBE_BIN} does not name a folder with its programs; {@code .ci/kube} makes one.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnCluster.Shared.class)
@ResourceLock("control plane")
public @interface OnCluster {
    /** Starts the control plane for the first test, and ends it after the last. */
    final class Shared implements ExecutionCondition, ParameterResolver, AfterEachCallback {
        private static final Namespace PLACE = Namespace.create(OnCluster.class);

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return ControlPlane.binaries() == null
                    ? ConditionEvaluationResult.disabled(
                            "BERTH_KUBE_BIN names no folder with etcd and kube-apiserver; .ci/kube builds them")
                    : ConditionEvaluationResult.enabled("there is a control plane");
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Cluster.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getStore(PLACE).computeIfAbsent("cluster", _ -> new Cluster(plane(context)), Cluster.class);
        }

        private static ControlPlane plane(ExtensionContext context) {
            return context.getRoot().getStore(PLACE).computeIfAbsent("plane", _ -> start(), ControlPlane.class);
        }

        private static ControlPlane start() {
            try {
                return ControlPlane.start(Files.createTempDirectory("berth-control-plane"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void afterEach(ExtensionContext context) {
            Cluster cluster = context.getStore(PLACE).remove("cluster", Cluster.class);
            if (cluster != null) {
                cluster.empty();
            }
        }
    }
}
