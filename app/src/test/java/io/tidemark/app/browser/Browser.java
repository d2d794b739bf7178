package io.tidemark.app.browser;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium with an empty profile that resolves only the names of this machine. Tests
 * that use it are skipped if it is not installed, except in continuous integration.
 */
public final class Browser implements AutoCloseable {

  /** Longest time until a page shows what a test waits for. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final JsonMapper JSON = new JsonMapper();

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Opens a browser window of 1366 pixels width. */
  public static Browser open() {
    Optional<File> driver = onPath("chromedriver");
    Optional<File> browser = onPath("chromium");
    if (driver.isEmpty() || browser.isEmpty()) {
      String why = "no chromium with chromedriver on the PATH";
      assertNull(System.getenv("CI"), why);
      return abort(why);
    }
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.get())
            .usingAnyFreePort()
            .withSilent(true)
            .build();
    return new Browser(new ChromeDriver(service, options(browser.get())));
  }

  private static ChromeOptions options(File browser) {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser);
    options.setCapability("goog:loggingPrefs", logs);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--hide-scrollbars",
        "--lang=en",
        "--force-color-profile=srgb",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
        "--window-size=1366,900");
    return options;
  }

  private static Optional<File> onPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> new File(folder, program))
        .filter(File::canExecute)
        .findFirst();
  }

  /** For operations that this class does not offer. */
  public WebDriver driver() {
    return driver;
  }

  /** Goes to a page and waits until it is loaded. */
  public void go(URI page) {
    driver.get(page.toString());
  }

  /** Sets the page's size in pixels, as of a screen of that size; a phone is 390 wide. */
  public void resize(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Sets the preferred colour scheme: {@code light} or {@code dark}. */
  public void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Runs a script in the page; {@code arguments} are its {@code arguments}. */
  public Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /**
   * Repeats the question until the answer is neither null, false nor empty, and returns it.
   *
   * @throws AssertionError when there is no such answer within {@link #PATIENCE}
   */
  public <T> T await(String what, Function<Browser, T> question) {
    try {
      return Awaitility.await(what)
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .ignoreExceptions() // The element is not drawn yet, or was drawn again in the meantime.
          .until(() -> question.apply(this), Browser::isAnswer);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("not within " + PATIENCE + ": " + what + "; page: " + text(), e);
    }
  }

  private static boolean isAnswer(@Nullable Object answer) {
    return answer != null && !answer.equals(false) && !answer.equals("");
  }

  /** All text on the page. */
  public String text() {
    return String.valueOf(run("return document.body.innerText"));
  }

  /** Warnings and errors in the console since the last call. */
  public List<String> complaints() {
    return logs(LogType.BROWSER)
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The requested addresses since the last call. */
  public List<String> requests() {
    List<String> addresses = new ArrayList<>();
    logs(LogType.PERFORMANCE)
        .map(entry -> JSON.readTree(entry.getMessage()).path("message"))
        .filter(event -> event.path("method").asString("").equals("Network.requestWillBeSent"))
        .map(event -> event.at("/params/request/url"))
        .map(JsonNode::asString)
        .forEach(addresses::add);
    return addresses;
  }

  private Stream<LogEntry> logs(String type) {
    return driver.manage().logs().get(type).getAll().stream();
  }

  /** Writes a screenshot. */
  public void picture(Path png) throws IOException {
    Path folder = png.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.write(png, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
