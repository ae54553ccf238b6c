package io.rpcstress.rpcx;

import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.ErrorCodec;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.value.ProtoFile;
import io.rpcstress.rpcx.value.TypeArguments;
import io.rpcstress.rpcx.value.ValueCodec;
import java.io.PrintStream;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the Protobuf schema of a service's values, so that another language can generate its
 * messages, and names in it the methods that take and return no more than a message. Calls
 * themselves are those of docs/wire.md: a message of this schema is the content of a parameter or a
 * result.
 *
 * <p>As a command, with the application on the class path: {@code java -cp ...
 * io.rpcstress.rpcx.ProtoExport io.my.app.GreeterService > greeter.proto}.
 */
public final class ProtoExport {
  private static final int BAD_INPUT = 2;

  private ProtoExport() {}

  /**
   * The schema of a service.
   *
   * @param type an interface with {@link RPCXClient}, or a class or interface with {@link
   *     RPCXServer}; its methods with {@link Method} are looked at
   * @param codecs those of the application
   * @return the text of a .proto file; the same for the same class and version of RPCX
   * @throws IllegalArgumentException if the class names no service, or a type cannot travel
   */
  public static String of(Class<?> type, TypeCodec<?>... codecs) {
    String service = service(type);
    Codecs known = new Codecs(OwnCodecs.of(List.of(codecs)));
    ProtoFile file = new ProtoFile();
    Map<String, List<String>> methods = new TreeMap<>();
    TypeArguments types = TypeArguments.of(type);
    for (java.lang.reflect.Method method : methods(type)) {
      Method published = method.getAnnotation(Method.class);
      if (published != null && !method.isBridge()) {
        try {
          List<String> lines = values(method, types, known, file);
          if (methods.putIfAbsent(published.value() + lines, lines) == null) {
            file.method(
                published.value(), parameters(method, types, known), result(method, types, known));
          }
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              type.getName() + "." + method.getName() + ": " + e.getMessage(), e);
        }
      }
    }
    List<String> comment = new ArrayList<>();
    comment.add(
        "Values of the RPCX service \"" + service + "\". Each travels alone, as the content of");
    comment.add("a parameter or a result; docs/wire.md of RPCX says how calls are made.");
    methods.forEach(
        (key, lines) -> {
          comment.add("");
          comment.add(service + "." + key.substring(0, key.length() - lines.toString().length()));
          comment.addAll(lines);
        });
    return file.text(comment, ProtoFile.identifier(service));
  }

  private static String service(Class<?> type) {
    RPCXClient client = type.getAnnotation(RPCXClient.class);
    if (client != null) {
      return client.remoteServerName();
    }
    for (Class<?> t = type; t != null; t = t.getSuperclass()) {
      RPCXServer server = t.getAnnotation(RPCXServer.class);
      for (Class<?> shared : t.getInterfaces()) {
        server = server == null ? shared.getAnnotation(RPCXServer.class) : server;
      }
      if (server != null) {
        return server.value();
      }
    }
    throw new IllegalArgumentException(
        type.getName() + " has neither @RPCXClient nor @RPCXServer: it names no service");
  }

  /** Of the class and its interfaces, in an order that does not change. */
  private static List<java.lang.reflect.Method> methods(Class<?> type) {
    Map<String, java.lang.reflect.Method> methods = new TreeMap<>();
    for (java.lang.reflect.Method method : type.getMethods()) {
      methods.put(method.toGenericString(), method);
    }
    for (Class<?> t = type; t != null; t = t.getSuperclass()) {
      for (Class<?> shared : t.getInterfaces()) {
        for (java.lang.reflect.Method method : shared.getMethods()) {
          methods.put(method.toGenericString(), method);
        }
      }
    }
    return new ArrayList<>(methods.values());
  }

  /** What goes and comes, a line each: what it is, its alias and its Protobuf type. */
  private static List<String> values(
      java.lang.reflect.Method method, TypeArguments types, Codecs codecs, ProtoFile file) {
    List<String> lines = new ArrayList<>();
    for (ValueCodec parameter : parameters(method, types, codecs)) {
      lines.add(line("parameter", parameter, file));
    }
    ValueCodec result = result(method, types, codecs);
    lines.add(result == null ? "  no result" : line("result", result, file));
    for (Class<?> thrown : method.getExceptionTypes()) {
      if (thrown.isAnnotationPresent(Published.class)) {
        ErrorCodec error = codecs.ofError(thrown);
        lines.add(line("exception", error, file));
      }
    }
    return lines;
  }

  private static List<ValueCodec> parameters(
      java.lang.reflect.Method method, TypeArguments types, Codecs codecs) {
    List<ValueCodec> parameters = new ArrayList<>();
    for (Type parameter : types.resolve(method.getGenericParameterTypes())) {
      parameters.add(codecs.of(parameter));
    }
    return parameters;
  }

  private static @Nullable ValueCodec result(
      java.lang.reflect.Method method, TypeArguments types, Codecs codecs) {
    return codecs.ofResult(Codecs.carriedBy(method, types));
  }

  private static String line(String what, ValueCodec codec, ProtoFile file) {
    return "  " + what + " " + codec.alias() + " = " + file.type(codec);
  }

  /**
   * Prints the schema of a service.
   *
   * @param args the name of the class
   */
  public static void main(String[] args) {
    int exit = run(args, System.out, System.err);
    if (exit != 0) {
      System.exit(exit);
    }
  }

  /** Prints the schema, or one line that says what is wrong; returns the exit code. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    String problem;
    if (args.length != 1) {
      problem = "expected one class with @RPCXClient or @RPCXServer, got " + args.length;
    } else {
      try {
        out.print(of(Class.forName(args[0], false, RPCX.loader())));
        return 0;
      } catch (ClassNotFoundException | LinkageError e) {
        problem = "no class " + args[0] + " on the class path: give its whole name, and its jars";
      } catch (IllegalArgumentException e) {
        problem = e.getMessage();
      }
    }
    err.println(problem);
    return BAD_INPUT;
  }
}
