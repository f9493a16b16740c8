/**
 * Stored answers keep their exact bytes, disabling a user withdraws that user's pending approval requests, and an
 * import that is never applied expires.
 */
export const limitedTemporaryData = {
  number: 28,
  name: 'bounded-working-papers',
  sql: String.raw`
-- The text of a reply as it was sent: jsonb would order its fields anew.
drop function answer_to_key(text, text);
alter table answers alter column answer type json using answer::json;
create function answer_to_key(of_campus text, of_key text)
returns table (payload_hash bytea, answer text) language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(of_campus || ' ' || of_key, 1));
  return query select a.payload_hash, coalesce(a.answer::text, 'null') from answers a
    where a.campus = of_campus and a.idempotency_key = of_key;
end $$;

-- Disabling a user withdraws what they asked for. A law of the books says that nobody else withdraws it but that user.
alter table approvals drop constraint approvals_check2;
alter table approvals add constraint approvals_check2 check (
  state not in ('approved', 'declined') or decided_by <> requested_by);

-- An import that was begun and not applied in time: its rows are deleted.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('collecting', 'checked', 'applied', 'withdrawn', 'expired'));
`,
}
