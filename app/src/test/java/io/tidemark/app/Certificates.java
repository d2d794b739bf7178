package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Certificates in a folder, made by openssl, in the form that Kafka reads. */
record Certificates(Path folder) {

  /** An authority of this name. */
  Certificates authority(String name) throws Exception {
    openssl(
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=%1$s -keyout %1$s.key -out %1$s.pem"
            .formatted(name));
    return this;
  }

  /** A key and a certificate of this name for this address, signed by an authority. */
  Certificates signed(String name, String by, String address) throws Exception {
    Files.writeString(folder.resolve(name + ".ext"), "subjectAltName=IP:" + address);
    openssl(
        "req -newkey rsa:2048 -nodes -subj /CN=%1$s -keyout %1$s.key -out %1$s.csr"
            .formatted(name));
    openssl(
        "x509 -req -days 2 -in %1$s.csr -CA %2$s.pem -CAkey %2$s.key -CAcreateserial -extfile %1$s.ext -out %1$s.crt"
            .formatted(name, by));
    Path both = Files.copy(folder.resolve(name + ".key"), folder.resolve(name + ".both"));
    Files.write(both, Files.readAllBytes(folder.resolve(name + ".crt")), StandardOpenOption.APPEND);
    return this;
  }

  private void openssl(String arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments.split(" ", -1)));
    Path output = folder.resolve("openssl.txt");
    Process openssl =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(openssl.waitFor()).describedAs(Files.readString(output)).isZero();
  }

  /** Properties of who trusts an authority and shows a certificate; {@code null} for none. */
  Map<String, String> client(String trusted, @Nullable String shown) {
    Map<String, String> trust =
        Map.of(
            "ssl.truststore.type",
            "PEM",
            "ssl.truststore.location",
            folder.resolve(trusted + ".pem").toString());
    if (shown == null) {
      return trust;
    }
    Map<String, String> both = new HashMap<>(trust);
    both.put("ssl.keystore.type", "PEM");
    both.put("ssl.keystore.location", folder.resolve(shown + ".both").toString());
    return both;
  }
}
