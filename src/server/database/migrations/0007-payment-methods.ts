/** The payment methods. Earlier receipts were entered without a method and count as cash. */
export const paymentMethodColumns = {
  number: 7,
  name: 'payment methods',
  sql: String.raw`
create type payment_method as enum ('cash', 'cheque', 'bank', 'online', 'card');
alter table receipts
  add column method payment_method not null default 'cash',
  add column reference text not null default '',
  add column cheque_date date,
  add constraint receipts_reference_check check (case method
    when 'cheque' then reference <> ''
    when 'cash' then reference = '' and cheque_date is null
    else cheque_date is null end);
create index receipts_by_reference on receipts (campus, lower(reference)) where reference <> '';
`,
}
