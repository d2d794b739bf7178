package io.tidemark.analysis.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a mutable class that is stored by the names of its fields, so renaming a field begins its
 * section anew. It has a constructor without arguments; fields that are {@code transient} are not
 * stored. A map, list or set is filled and not replaced, so its class and order stay. Records need
 * no mark: they are stored by the names of their components.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Stored {}
