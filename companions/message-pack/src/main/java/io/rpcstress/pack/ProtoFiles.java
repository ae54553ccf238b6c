package io.rpcstress.pack;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The .proto files of a pack, as protoc describes them. Immutable. */
record ProtoFiles(List<FileDescriptor> files) {
  /** The package of what comes with Protobuf. */
  static final String WELL_KNOWN = "google.protobuf.";

  /**
   * Reads what protoc wrote by {@code --descriptor_set_out --include_imports}: imports stand before
   * what imports them.
   */
  static ProtoFiles read(Path descriptorSet) throws IOException, UnusableInputException {
    Map<String, FileDescriptor> byName = new HashMap<>();
    List<FileDescriptor> files = new ArrayList<>();
    try (InputStream in = Files.newInputStream(descriptorSet)) {
      for (FileDescriptorProto each : FileDescriptorSet.parseFrom(in).getFileList()) {
        for (String name : each.getDependencyList()) {
          if (!byName.containsKey(name)) {
            throw new UnusableInputException(
                "%s lacks the import %s: make it with --include_imports"
                    .formatted(descriptorSet, name));
          }
        }
        FileDescriptor[] imports =
            each.getDependencyList().stream().map(byName::get).toArray(FileDescriptor[]::new);
        FileDescriptor file = FileDescriptor.buildFrom(each, imports);
        byName.put(each.getName(), file);
        files.add(file);
      }
    } catch (InvalidProtocolBufferException e) {
      throw new UnusableInputException(descriptorSet + " is no descriptor set", e);
    } catch (DescriptorValidationException e) {
      throw new UnusableInputException(String.valueOf(e.getMessage()), e);
    }
    return new ProtoFiles(files);
  }

  Descriptor message(String fullName) throws UnusableInputException {
    List<String> names = new ArrayList<>();
    for (FileDescriptor file : files) {
      for (Descriptor each : file.getMessageTypes()) {
        if (each.getFullName().equals(fullName)) {
          return each;
        }
        if (!each.getFullName().startsWith(WELL_KNOWN)) {
          names.add(each.getFullName());
        }
      }
    }
    throw new UnusableInputException(
        "no message '%s': expected one of %s".formatted(fullName, String.join(", ", names)));
  }

  /** What a unary method takes. */
  Descriptor unaryRequest(String call) throws UnusableInputException {
    List<String> names = new ArrayList<>();
    for (FileDescriptor file : files) {
      for (ServiceDescriptor service : file.getServices()) {
        for (MethodDescriptor each : service.getMethods()) {
          String name = service.getFullName() + "/" + each.getName();
          if (name.equals(call)) {
            return unary(each).getInputType();
          }
          names.add(name);
        }
      }
    }
    throw new UnusableInputException(
        names.isEmpty()
            ? "no service is declared there: one with '%s' expected".formatted(call)
            : "no method '%s': expected one of %s".formatted(call, String.join(", ", names)));
  }

  private static MethodDescriptor unary(MethodDescriptor method) throws UnusableInputException {
    if (method.isClientStreaming() || method.isServerStreaming()) {
      throw new UnusableInputException(
          method.getFullName() + " streams: only unary methods are called");
    }
    return method;
  }

  /** Names of the files, without those that come with Protobuf. */
  List<String> ownNames() {
    return files.stream()
        .map(FileDescriptor::getName)
        .filter(name -> !name.startsWith("google/protobuf/"))
        .toList();
  }
}
