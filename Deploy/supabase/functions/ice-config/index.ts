// A Supabase Edge Function: `supabase functions deploy ice-config --no-verify-jwt`, with TURN_SECRET, TURN_HOST and
// ALLOWED_ORIGINS set by `supabase secrets set`; the others are there. What it answers is in ice-config.js.
import { respond, usersOfAuth } from "./ice-config.js";

const setting = (name: string) => Deno.env.get(name) ?? "";
const settings = {
    secret: setting("TURN_SECRET"),
    host: setting("TURN_HOST"),
    origins: setting("ALLOWED_ORIGINS").split(",").filter((origin: string) => origin !== ""),
};
const userOf = usersOfAuth(setting("SUPABASE_URL"), setting("SUPABASE_ANON_KEY"));

Deno.serve((request: Request) => respond(request, settings, Date.now() / 1000, userOf));
