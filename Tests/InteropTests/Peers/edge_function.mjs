// Asks the edge function what a backend would: reads cases as JSON from the command line, prints the answers as JSON.
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;
// Node takes a .js file for a module only where a package says so; its text is the same.
const source = readFileSync(process.argv[2], "utf8");
const { respond } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const { settings, now, requests } = JSON.parse(process.argv[3]);
const answers = [];
for (const { method, headers } of requests) {
    const response = await respond(new Request("https://backend.example/ice-config", { method, headers }), settings, now);
    answers.push({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
    });
}
console.log(JSON.stringify(answers));
