package io.rpcstress.pack;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The .proto files of a pack, as protoc describes them. Immutable. */
final class ProtoFiles {
  private final List<FileDescriptor> files;

  private ProtoFiles(List<FileDescriptor> files) {
    this.files = files;
  }

  /**
   * Reads what protoc wrote by {@code --descriptor_set_out --include_imports}: imports stand before
   * what imports them.
   */
  static ProtoFiles read(Path descriptorSet) throws IOException, UnusableInputException {
    Map<String, FileDescriptor> byName = new HashMap<>();
    List<FileDescriptor> files = new ArrayList<>();
    try (InputStream in = Files.newInputStream(descriptorSet)) {
      for (FileDescriptorProto each : FileDescriptorSet.parseFrom(in).getFileList()) {
        FileDescriptor[] imports =
            each.getDependencyList().stream().map(byName::get).toArray(FileDescriptor[]::new);
        FileDescriptor file = FileDescriptor.buildFrom(each, imports);
        byName.put(each.getName(), file);
        files.add(file);
      }
    } catch (DescriptorValidationException e) {
      throw new UnusableInputException(String.valueOf(e.getMessage()), e);
    }
    return new ProtoFiles(files);
  }

  /**
   * A message by its full name.
   *
   * @throws UnusableInputException naming the messages that there are
   */
  Descriptor message(String fullName) throws UnusableInputException {
    List<String> names = new ArrayList<>();
    for (FileDescriptor file : files) {
      for (Descriptor each : file.getMessageTypes()) {
        if (each.getFullName().equals(fullName)) {
          return each;
        }
        if (!each.getFullName().startsWith("google.protobuf.")) {
          names.add(each.getFullName());
        }
      }
    }
    throw new UnusableInputException(
        "no message '%s': expected one of %s".formatted(fullName, String.join(", ", names)));
  }

  /** Names of the files, without those that come with Protobuf. */
  List<String> ownNames() {
    return files.stream()
        .map(FileDescriptor::getName)
        .filter(name -> !name.startsWith("google/protobuf/"))
        .toList();
  }
}
