/**
 * A call's Idempotency-Key is locked while the call runs, and its answer is stored once, at its end: this is one write
 * instead of two, and no wait before the call begins (docs/decisions/0025-fewer-waits-on-the-wire.md).
 */
export const answersOnce = {
  number: 21,
  name: 'answers-once',
  sql: String.raw`
-- Waits until no other call has the key; then what is stored for it. Each statement of the function sees what was
-- committed before that statement began. The lock belongs to the hash of campus and key; that of a campus has seed 0.
create function answer_to_key(of_campus text, of_key text)
returns table (payload_hash bytea, answer jsonb) language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(of_campus || ' ' || of_key, 1));
  return query select a.payload_hash, a.answer from answers a
    where a.campus = of_campus and a.idempotency_key = of_key;
end $$;
-- An answer is never changed.
revoke update (answer) on answers from portal_clerk;
`,
}
