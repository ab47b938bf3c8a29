package dev.lintel.tools.loop;

import java.lang.classfile.Attribute;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What other sources can see of a compiled class, and which classes of the project it refers to.
///
/// @param name the binary name with slashes, such as `dev/lintel/tools/Main$Run`
/// @param parents the superclass and the interfaces
/// @param api a hash of everything that a dependent can be compiled against, without inherited members
/// @param constants a hash of the constant values that the compiler copies into dependents
/// @param uses the names of the project's classes that it refers to
record ClassFacts(String name, Set<String> parents, String api, String constants, Set<String> uses) {
    private static final String OURS = "dev/lintel/";
    private static final Pattern DESCRIPTOR = Pattern.compile("L(" + OURS + "[\\w/$]+)[;<]");

    ClassFacts {
        parents = Set.copyOf(parents);
        uses = Set.copyOf(uses);
    }

    static ClassFacts of(byte[] bytes) {
        ClassModel model = ClassFile.of().parse(bytes);
        String name = model.thisClass().asInternalName();
        var parents = new TreeSet<String>();
        model.superclass().ifPresent(parent -> parents.add(parent.asInternalName()));
        model.interfaces().forEach(parent -> parents.add(parent.asInternalName()));
        var uses = uses(model);
        uses.remove(name);
        var constants = new ArrayList<String>();
        String api = Hash.of(String.join("\n", visible(model, constants)));
        Collections.sort(constants);
        parents.removeIf(parent -> !parent.startsWith(OURS));
        return new ClassFacts(name, parents, api, Hash.of(String.join("\n", constants)), uses);
    }

    private static Set<String> uses(ClassModel model) {
        var uses = new TreeSet<String>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type) {
                String name = type.asInternalName();
                if (name.startsWith(OURS)) uses.add(name);
            } else if (entry instanceof Utf8Entry text && text.stringValue().contains("L" + OURS)) {
                Matcher matcher = DESCRIPTOR.matcher(text.stringValue());
                while (matcher.find()) uses.add(matcher.group(1));
            }
        }
        return uses;
    }

    private static List<String> visible(ClassModel model, List<String> constants) {
        var lines = new ArrayList<String>();
        lines.add("class " + model.flags().flagsMask() + " " + model.superclass() + " " + model.interfaces());
        addAttributes(model, lines);
        model.findAttribute(Attributes.permittedSubclasses())
                .ifPresent(permitted -> lines.add("permits " + permitted.permittedSubclasses()));
        model.findAttribute(Attributes.record())
                .ifPresent(record -> record.components().forEach(component -> {
                    lines.add("component " + component.name() + " " + component.descriptor());
                    addAttributes(component, lines);
                }));
        model.findAttribute(Attributes.innerClasses()).ifPresent(inner -> {
            for (InnerClassInfo info : inner.classes()) {
                if (info.innerClass().equals(model.thisClass())) lines.add("inner " + info.flagsMask());
            }
        });
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.PRIVATE)) continue;
            String line = "field " + field.flags().flagsMask() + " " + field.fieldName() + " " + field.fieldType();
            lines.add(line);
            addAttributes(field, lines);
            field.findAttribute(Attributes.constantValue())
                    .map(ConstantValueAttribute::constant)
                    .ifPresent(value -> constants.add(field.fieldName() + " = " + value));
        }
        for (MethodModel method : model.methods()) {
            if (method.flags().has(AccessFlag.PRIVATE) || method.flags().has(AccessFlag.SYNTHETIC)) continue;
            lines.add("method " + method.flags().flagsMask() + " " + method.methodName() + " " + method.methodType());
            addAttributes(method, lines);
            method.findAttribute(Attributes.exceptions())
                    .ifPresent(thrown -> lines.add("throws " + thrown.exceptions()));
        }
        return lines;
    }

    private static void addAttributes(AttributedElement element, List<String> lines) {
        for (Attribute<?> attribute : element.attributes()) {
            switch (attribute) {
                case java.lang.classfile.attribute.SignatureAttribute signature ->
                    lines.add("signature " + signature.signature());
                case java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute annotations ->
                    annotations.annotations().forEach(a -> lines.add("annotation " + a));
                case java.lang.classfile.attribute.RuntimeInvisibleAnnotationsAttribute annotations ->
                    annotations.annotations().forEach(a -> lines.add("annotation " + a));
                case java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute annotations ->
                    annotations
                            .annotations()
                            .forEach(a -> lines.add("type annotation " + a.annotation() + " "
                                    + a.targetInfo().targetType() + " " + a.targetPath()));
                default -> {} // code, debugging data
            }
        }
    }
}
