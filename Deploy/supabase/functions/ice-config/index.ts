// A Supabase Edge Function: `supabase functions deploy ice-config`, with the secrets named below set by
// `supabase secrets set`. What it answers is in ice-config.js.
import { respond } from "./ice-config.js";

const settings = {
    secret: Deno.env.get("TURN_SECRET") ?? "",
    host: Deno.env.get("TURN_HOST") ?? "",
    origins: (Deno.env.get("ALLOWED_ORIGINS") ?? "").split(",").filter((origin: string) => origin !== ""),
};

Deno.serve((request: Request) => respond(request, settings, Date.now() / 1000));
