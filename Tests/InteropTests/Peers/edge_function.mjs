// Asks the edge function what a backend would: reads cases as JSON from the command line, prints the answers as JSON.
// In the place of Supabase Auth stands a table of what it would answer to each token.
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";

globalThis.crypto ??= webcrypto;
// Node takes a .js file for a module only where a package says so; its text is the same.
const source = readFileSync(process.argv[2], "utf8");
const { respond, usersOfAuth } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const { settings, now, requests, users } = JSON.parse(process.argv[3]);
const asked = [];
const userOf = usersOfAuth("https://project.example", "publishable", async (url, { headers }) => {
    asked.push({ url, key: headers.apikey });
    const { status, body } = users[headers.Authorization.replace("Bearer ", "")] ?? { status: 403, body: {} };
    return new Response(JSON.stringify(body), { status });
});
const answers = [];
for (const { method, headers } of requests) {
    const request = new Request("https://backend.example/ice-config", { method, headers });
    const response = await respond(request, settings, now, userOf);
    answers.push({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
    });
}
console.log(JSON.stringify({ answers, asked }));
