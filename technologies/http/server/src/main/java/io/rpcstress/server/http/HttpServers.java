package io.rpcstress.server.http;

import io.rpcstress.server.base.ServerProgram;
import java.util.List;

/** Host B's program for the technologies that are plain HTTP, one for each process. */
public final class HttpServers {
  private HttpServers() {}

  /** Runs the server that {@code --technology} names until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main(
        "http",
        List.of(
            new HttpServer(new JsonFormat()),
            new HttpServer(new FormFormat()),
            new HttpServer(new SerialFormat())),
        args);
  }
}
