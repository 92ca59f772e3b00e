// Answers GET /api/public/ice-config where a backend hands out the relay's credentials itself.
//
// Nothing but what browsers, Deno and Node have in common, so that it can be tried anywhere:
// Deploy/test runs it with Node and compares with castrelay.

/**
 * @typedef {object} Settings
 * @property {string} secret the relay's shared secret; empty while there is no relay
 * @property {string} host the relay's name
 * @property {number} [port] UDP and TCP; 3478
 * @property {number} [tlsPort] TLS; 5349, 0 for none
 * @property {number} [ttl] how long a credential holds, in seconds; 46800: longer than a cast may last (12 h)
 * @property {string[]} [origins] the pages that may read the answer
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The servers for a user, with a credential of its own: `<expiry>:<user>` and base64(HMAC-SHA1(secret, that)).
 *
 * @param {Settings} settings
 * @param {string} user
 * @param {number} now Unix time in seconds
 */
export async function iceConfig(settings, user, now) {
    const { host, port = 3478, tlsPort = 5349, ttl = 46800 } = settings;
    const stun = { urls: [`stun:${host}:${port}`] };
    if (!settings.secret) return { iceServers: [stun], turnConfigured: false };
    const urls = [`turn:${host}:${port}?transport=udp`, `turn:${host}:${port}?transport=tcp`];
    if (tlsPort) urls.push(`turns:${host}:${tlsPort}?transport=tcp`);
    const username = `${Math.floor(now) + ttl}:${user.toLowerCase()}`;
    const turn = { urls, username, credential: await hmacSHA1(settings.secret, username) };
    return { iceServers: [stun, turn], turnConfigured: true, ttl };
}

/**
 * The response to a request that a signed-in user may have sent.
 *
 * @param {Request} request
 * @param {Settings} settings
 * @param {number} now Unix time in seconds
 * @param {(authorization: string) => Promise<string | undefined>} userOf whose token it is; `usersOfAuth` makes one
 */
export async function respond(request, settings, now, userOf) {
    const headers = responseHeaders(request, settings);
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (request.method !== "GET") {
        return failure(405, "method_not_allowed", `${request.method} is not for this endpoint`, headers);
    }
    if (!settings.host) return failure(500, "server_error", "The relay's name is not set", headers);
    try {
        const user = await userOf(request.headers.get("Authorization") ?? "");
        if (user) return Response.json(await iceConfig(settings, user, now), { headers });
    } catch (error) {
        console.error(`ice-config: ${error}`);
        return failure(503, "server_error", "Tokens can not be verified at present", headers);
    }
    headers.set("WWW-Authenticate", "Bearer");
    return failure(401, "unauthorized", "Missing or invalid token", headers);
}

/**
 * Asks Supabase Auth whose token it is, so that nothing depends on `verify_jwt`: that check knows HS256 alone, and
 * has to be off (`--no-verify-jwt`) where the project signs with ES256 or RS256. Claims that nobody has verified
 * would let anybody write a token.
 *
 * The publishable key is no user's token; Auth refuses it.
 *
 * @param {string} url the project's, SUPABASE_URL
 * @param {string} key its publishable key
 */
export function usersOfAuth(url, key, send = fetch) {
    return async (authorization) => {
        if (!/^Bearer +[\w-]+\.[\w-]+\.[\w-]+$/i.test(authorization)) return undefined;
        const response = await send(`${url}/auth/v1/user`, {
            headers: { Authorization: authorization, apikey: key },
        });
        if (response.status === 429 || response.status >= 500) {
            throw new Error(`Auth answered ${response.status}`);
        }
        if (!response.ok) return undefined;
        const { id, role } = await response.json();
        return role === "authenticated" && uuid.test(id) ? id : undefined;
    };
}

function responseHeaders(request, { origins = [] }) {
    const headers = new Headers({ "Cache-Control": "no-store", "Vary": "Origin" });
    const origin = request.headers.get("Origin");
    if (origin && origins.includes(origin)) headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Max-Age", "600");
    headers.set("Access-Control-Allow-Headers", "authorization, content-type, apikey, x-client-info");
    headers.set("Access-Control-Allow-Methods", "GET");
    return headers;
}

function failure(status, code, message, headers) {
    return Response.json({ error: { code, message } }, { status, headers });
}

async function hmacSHA1(secret, text) {
    const bytes = new TextEncoder();
    const algorithm = { name: "HMAC", hash: "SHA-1" };
    const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
    const code = await crypto.subtle.sign("HMAC", key, bytes.encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(code)));
}
