package io.rpcstress.rpcx.value;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the type variables of a type, and of all that it extends, stand for. Immutable. */
public final class TypeArguments {
  private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

  private TypeArguments() {}

  /**
   * Those of a class or an interface.
   *
   * @param type any
   */
  public static TypeArguments of(Type type) {
    TypeArguments found = new TypeArguments();
    found.add(type);
    return found;
  }

  private void add(@Nullable Type type) {
    if (type instanceof ParameterizedType generic && generic.getRawType() instanceof Class<?> raw) {
      TypeVariable<?>[] variables = raw.getTypeParameters();
      for (int i = 0; i < variables.length; i++) {
        arguments.put(variables[i], resolve(generic.getActualTypeArguments()[i]));
      }
      addAbove(raw);
    } else if (type instanceof Class<?> plain) {
      addAbove(plain);
    }
  }

  private void addAbove(Class<?> type) {
    add(type.getGenericSuperclass());
    for (Type above : type.getGenericInterfaces()) {
      add(above);
    }
  }

  /**
   * A declared type without variables and wildcards, as far as they are known.
   *
   * @param declared in one of the types
   */
  public Type resolve(Type declared) {
    if (declared instanceof TypeVariable<?> variable) {
      return arguments.getOrDefault(variable, variable);
    }
    if (declared instanceof WildcardType wildcard) {
      Type[] lower = wildcard.getLowerBounds();
      return resolve(lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0]);
    }
    if (declared instanceof ParameterizedType generic) {
      return new Generic(generic.getRawType(), List.of(resolve(generic.getActualTypeArguments())));
    }
    if (declared instanceof GenericArrayType array) {
      Type component = resolve(array.getGenericComponentType());
      return component instanceof Class<?> plain ? plain.arrayType() : new ArrayOf(component);
    }
    return declared;
  }

  /**
   * Declared types without variables and wildcards, as far as they are known.
   *
   * @param declared in one of the types
   */
  public Type[] resolve(Type[] declared) {
    Type[] resolved = new Type[declared.length];
    for (int i = 0; i < declared.length; i++) {
      resolved[i] = resolve(declared[i]);
    }
    return resolved;
  }

  /** The class of a type's values. */
  static Class<?> raw(Type type) {
    if (type instanceof ParameterizedType generic) {
      return raw(generic.getRawType());
    }
    if (type instanceof GenericArrayType array) {
      return raw(array.getGenericComponentType()).arrayType();
    }
    // What is left is refused when its codec is chosen.
    return type instanceof Class<?> plain ? plain : Object.class;
  }

  /** Equal to what the JDK makes of the same type. */
  private record Generic(Type raw, List<Type> arguments) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return arguments.toArray(new Type[0]);
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return raw instanceof Class<?> plain ? plain.getDeclaringClass() : null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof ParameterizedType generic
          && raw.equals(generic.getRawType())
          && Arrays.equals(getActualTypeArguments(), generic.getActualTypeArguments());
    }

    @Override
    public int hashCode() {
      return arguments.hashCode() ^ Objects.hashCode(getOwnerType()) ^ raw.hashCode();
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder(raw.getTypeName()).append('<');
      for (int i = 0; i < arguments.size(); i++) {
        text.append(i == 0 ? "" : ", ").append(arguments.get(i).getTypeName());
      }
      return text.append('>').toString();
    }
  }

  /** Equal to what the JDK makes of the same type. */
  private record ArrayOf(Type component) implements GenericArrayType {
    @Override
    public Type getGenericComponentType() {
      return component;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof GenericArrayType array
          && component.equals(array.getGenericComponentType());
    }

    @Override
    public int hashCode() {
      return component.hashCode();
    }
  }
}
