package io.tidemark.sink.read;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells a record with a part missing from a whole one: JSON may leave out what the model says is
 * always there. Confined to one thread.
 */
public final class Whole {

  private final Map<Class<?>, RecordComponent[]> components = new HashMap<>();

  /**
   * Checks a value and all in it.
   *
   * @throws IllegalArgumentException naming the part that is missing
   */
  public void check(Object value) {
    if (value instanceof Collection<?> many) {
      many.forEach(this::check);
    } else if (value instanceof Record) {
      for (RecordComponent component :
          components.computeIfAbsent(value.getClass(), Class::getRecordComponents)) {
        check(component, value);
      }
    }
  }

  private void check(RecordComponent component, Object owner) {
    if (component.getType().isPrimitive()) {
      return;
    }
    Object part = part(component, owner);
    if (part != null) {
      check(part);
    } else if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
      throw new IllegalArgumentException(
          owner.getClass().getSimpleName() + " without " + component.getName());
    }
  }

  private static @Nullable Object part(RecordComponent component, Object owner) {
    try {
      return component.getAccessor().invoke(owner);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(component + " cannot be read", e);
    }
  }
}
