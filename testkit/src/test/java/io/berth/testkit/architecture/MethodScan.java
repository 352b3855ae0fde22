package io.berth.testkit.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Counts the methods of one file: lines, parameters, depth of control flow. */
final class MethodScan extends TreeScanner<Void, Void> {
    /** What nests; an if does so by its branches, as an else-if is a case at the depth of the first. */
    private static final Set<Tree.Kind> NESTING = EnumSet.of(
            Tree.Kind.FOR_LOOP,
            Tree.Kind.ENHANCED_FOR_LOOP,
            Tree.Kind.WHILE_LOOP,
            Tree.Kind.DO_WHILE_LOOP,
            Tree.Kind.SWITCH,
            Tree.Kind.SWITCH_EXPRESSION,
            Tree.Kind.TRY,
            Tree.Kind.SYNCHRONIZED);

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final String place;
    private final List<Size> sizes;

    private boolean inRecord;
    private int depth;
    private int deepest;

    MethodScan(CompilationUnitTree unit, SourcePositions positions, String place, List<Size> sizes) {
        this.unit = unit;
        this.positions = positions;
        this.place = place;
        this.sizes = sizes;
    }

    @Override
    public Void visitClass(ClassTree type, Void none) {
        boolean outer = inRecord;
        inRecord = type.getKind() == Tree.Kind.RECORD;
        super.visitClass(type, none);
        inRecord = outer;
        return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void none) {
        int outerDepth = depth;
        int outerDeepest = deepest;
        depth = 0;
        deepest = 0;
        super.visitMethod(method, none);
        add(Measure.NESTING, method, deepest);
        add(Measure.METHOD_LINES, method, lines(method));
        // The components of a record are its data, not arguments that a caller lines up.
        if (!(inRecord && method.getName().contentEquals("<init>"))) {
            add(Measure.PARAMETERS, method, method.getParameters().size());
        }
        depth = outerDepth;
        deepest = outerDeepest;
        return null;
    }

    private long lines(MethodTree method) {
        return line(positions.getEndPosition(unit, method)) - line(positions.getStartPosition(unit, method)) + 1;
    }

    private long line(long position) {
        return SourceScan.lineOf(unit, position);
    }

    private void add(Measure measure, MethodTree method, long value) {
        long line = line(positions.getStartPosition(unit, method));
        sizes.add(new Size(measure, place + "#" + method.getName(), line, value));
    }

    private void enter() {
        depth++;
        deepest = Math.max(deepest, depth);
    }

    private Void leave() {
        depth--;
        return null;
    }

    @Override
    public Void visitIf(IfTree branch, Void none) {
        scan(branch.getCondition(), none);
        enter();
        scan(branch.getThenStatement(), none);
        // else-if is a list of cases at one depth
        if (branch.getElseStatement() instanceof IfTree) {
            leave();
            scan(branch.getElseStatement(), none);
            return null;
        }
        scan(branch.getElseStatement(), none);
        return leave();
    }

    @Override
    public Void scan(Tree tree, Void none) {
        if (tree == null || !NESTING.contains(tree.getKind())) {
            return super.scan(tree, none);
        }
        enter();
        super.scan(tree, none);
        return leave();
    }
}
