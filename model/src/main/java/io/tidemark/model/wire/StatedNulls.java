package io.tidemark.model.wire;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.AnnotatedType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Only what is {@link Nullable} may be {@code null} or missing: the components of a record and the
 * fields of a class. A missing number is 0.
 */
public class StatedNulls extends JacksonAnnotationIntrospector {

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
    JsonSetter.Value stated = super.findSetterInfo(config, annotated);
    AnnotatedType type = type(annotated);
    boolean free =
        type == null
            || type.isAnnotationPresent(Nullable.class)
            || annotated.getRawType().isPrimitive()
            || stated.getValueNulls() != Nulls.DEFAULT;
    return free ? stated : stated.withValueNulls(Nulls.FAIL);
  }

  private static @Nullable AnnotatedType type(Annotated annotated) {
    if (annotated instanceof AnnotatedField field) {
      return field.getAnnotated().getAnnotatedType();
    }
    if (annotated instanceof AnnotatedParameter parameter
        && parameter.getDeclaringClass().isRecord()) {
      return parameter
          .getDeclaringClass()
          .getRecordComponents()[parameter.getIndex()]
          .getAnnotatedType();
    }
    return null;
  }
}
