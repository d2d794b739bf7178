package io.tidemark.sink.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of localhost and its key, made by the JDK's keytool, as PEM files. */
public final class Certified {

  private static final String PASSWORD = "only-of-this-test";

  private final Path folder;
  private final KeyStore keys;

  private Certified(Path folder, KeyStore keys) {
    this.folder = folder;
    this.keys = keys;
  }

  /**
   * Creates {@code cert.pem} and {@code key.pem} in this folder; {@code algorithm} is RSA, EC or
   * Ed25519.
   */
  public static Certified in(Path folder, String algorithm) throws Exception {
    Path store = folder.resolve("keys.p12");
    Path output = folder.resolve("keytool.txt");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            "web",
            "-keyalg",
            algorithm,
            "-dname",
            "CN=localhost",
            "-ext",
            "SAN=dns:localhost,ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(keytool.waitFor()).describedAs(Files.readString(output)).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Certified made = new Certified(folder, keys);
    made.write("cert.pem", "CERTIFICATE", keys.getCertificate("web").getEncoded());
    made.write("key.pem", "PRIVATE KEY", keys.getKey("web", PASSWORD.toCharArray()).getEncoded());
    return made;
  }

  private void write(String name, String what, byte[] bytes) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        folder.resolve(name),
        "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(what, text, what));
  }

  /** The TLS context of a client that trusts only this certificate. */
  public SSLContext trusting() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("web", keys.getCertificate("web"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
