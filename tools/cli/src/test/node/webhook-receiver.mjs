// A partner's receiver of webhooks, on Node's own crypto: checks each signature over the bytes as they came and answers
// 204 or 400. The first line of its input is {"secret":…, "next":…}; further lines replace it. Each line of its output
// is one thing: the port, then what it made of each request.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

let secrets = {};
const AGE_S_MAX = 300;

function isSignedBy(secret, timestamp, body, signature) {
  const wanted = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature ?? "", "hex");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const body = Buffer.concat(parts);
    const timestamp = request.headers.timestamp;
    const fresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= AGE_S_MAX;
    const good = fresh && isSignedBy(secrets.secret, timestamp, body, request.headers.signature);
    const both = request.headers["signature-next"]?.split(",") ?? [];
    const next =
      both.length === 2 &&
      isSignedBy(secrets.secret, timestamp, body, both[0]) &&
      Boolean(secrets.next) &&
      isSignedBy(secrets.next, timestamp, body, both[1]);
    let items = -1;
    try {
      items = JSON.parse(body.toString("utf8")).length;
    } catch {
      // told by -1
    }
    console.log(JSON.stringify({ good, next, offered: both.length, items, bytes: body.length }));
    response.writeHead(good ? 204 : 400).end();
  });
});

createInterface({ input: process.stdin })
  .on("line", (line) => {
    secrets = JSON.parse(line);
    if (!server.listening) {
      server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
    } else console.log(JSON.stringify({ known: true }));
  })
  .on("close", () => process.exit(0));
