package io.tidemark.analysis.state;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.lang.reflect.AnnotatedType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.util.NameTransformer;

/**
 * Decides what is stored and what must be there: the components of a record and the fields of a
 * {@link Stored} class. Only what is {@link Nullable} may be {@code null}.
 */
final class StoredNames extends JacksonAnnotationIntrospector {

  private static final long serialVersionUID = 1;

  @Override
  public VisibilityChecker findAutoDetectVisibility(
      MapperConfig<?> config, AnnotatedClass type, VisibilityChecker checker) {
    Class<?> raw = type.getRawType();
    boolean stored = raw.isRecord() || raw.isAnnotationPresent(Stored.class);
    return checker
        .withGetterVisibility(Visibility.NONE)
        .withIsGetterVisibility(Visibility.NONE)
        .withSetterVisibility(Visibility.NONE)
        .withCreatorVisibility(Visibility.ANY)
        .withFieldVisibility(stored ? Visibility.ANY : Visibility.NONE);
  }

  /** Records are stored as composed, also those that public JSON shows flat. */
  @Override
  public @Nullable NameTransformer findUnwrappingNameTransformer(
      MapperConfig<?> config, AnnotatedMember member) {
    return null;
  }

  @Override
  public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    JsonProperty property = member.getAnnotation(JsonProperty.class);
    return property == null || property.isRequired() != OptBoolean.FALSE;
  }

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
    JsonSetter.Value stated = super.findSetterInfo(config, annotated);
    AnnotatedType type = type(annotated);
    return type == null || type.isAnnotationPresent(Nullable.class)
        ? stated
        : stated.withValueNulls(Nulls.FAIL);
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
