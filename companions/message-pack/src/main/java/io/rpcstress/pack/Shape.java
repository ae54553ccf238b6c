package io.rpcstress.pack;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a value of a message can be. */
sealed interface Shape {

  /** How an error names it: {@code a list}. */
  String words();

  /** A value without parts. */
  enum Scalar implements Shape {
    TEXT("text", "String", "String", "string", "string"),
    INT("a whole number", "int", "Integer", "int32", "int"),
    LONG("a whole number", "long", "Long", "int64", "long"),
    FLOAT("a decimal number", "float", "Float", "float", "float"),
    DOUBLE("a decimal number", "double", "Double", "double", "double"),
    BOOLEAN("a boolean", "boolean", "Boolean", "bool", "boolean");

    private final String words;
    private final String java;
    private final String boxed;
    private final String proto;
    private final String avro;

    Scalar(String words, String java, String boxed, String proto, String avro) {
      this.words = words;
      this.java = java;
      this.boxed = boxed;
      this.proto = proto;
      this.avro = avro;
    }

    @Override
    public String words() {
      return words;
    }

    String java() {
      return java;
    }

    String boxed() {
      return boxed;
    }

    String proto() {
      return proto;
    }

    String avro() {
      return avro;
    }
  }

  /** One of a few words. */
  record Words(String typeName, List<String> symbols) implements Shape {
    public Words {
      symbols = List.copyOf(symbols);
    }

    @Override
    public String words() {
      return "one of " + String.join(", ", symbols);
    }
  }

  record Items(Shape item) implements Shape {
    @Override
    public String words() {
      return "a list";
    }
  }

  /** Values of one shape under keys that are text. */
  record Entries(Shape value) implements Shape {
    @Override
    public String words() {
      return "a map";
    }
  }

  /**
   * Named fields. Its fields are added after it is made, since a schema may have itself in its
   * parts; equal only to itself.
   */
  final class Fields implements Shape {
    private final String typeName;
    private final List<Field> fields = new ArrayList<>();

    /** One without fields, of a name that is a Java identifier, unique in its message. */
    Fields(String typeName) {
      this.typeName = typeName;
    }

    void add(Field field) {
      fields.add(field);
    }

    String typeName() {
      return typeName;
    }

    List<Field> fields() {
      return Collections.unmodifiableList(fields);
    }

    @Override
    public String words() {
      return "an object";
    }
  }

  /** A field of an object; an optional one may be missing or null. */
  record Field(
      String key, String identifier, Shape shape, boolean optional, boolean isNullWritten) {}
}
