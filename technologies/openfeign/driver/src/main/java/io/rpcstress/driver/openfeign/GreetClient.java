package io.rpcstress.driver.openfeign;

import io.rpcstress.contract.GreetNames;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The greet service as a Feign client; its address is a property of the context. */
@FeignClient(name = "greeter", url = "${greeter.url}")
interface GreetClient {

  @GetMapping(GreetNames.HTTP_PATH)
  String greet(@RequestParam(GreetNames.HTTP_PARAMETER) String name);
}
