-- Distributes the books by campus over the nodes of a Citus cluster. Untried, because no engine was available; docs/scaling.md
-- says what the program must change before it can use the result.
--
-- Run it once as the owner of the tables, after "npm run portal -- migrate" into an empty database, and restore the backup of the
-- school afterwards. A table is converted after the tables that it refers to.

begin;

-- Reference tables, of which every node has a copy: written rarely, read by nearly every call, and the users' have keys
-- without a campus (user id, token), which only a reference table can keep unique.
select create_reference_table('campuses');
select create_reference_table('school');
select create_reference_table('campus_rules');
select create_reference_table('staff');
select create_reference_table('sessions');
select create_reference_table('known_devices');
select create_reference_table('password_links');
select create_reference_table('pending_sign_ins');
select create_reference_table('passkeys');
select create_reference_table('passkey_challenges');
select create_reference_table('totp_secrets');
select create_reference_table('recovery_codes');

-- The books: all rows of a campus are on one node, so a call reaches one node.
select create_distributed_table('imports', 'campus');
select create_distributed_table('import_rows', 'campus', colocate_with => 'imports');
select create_distributed_table('import_mappings', 'campus', colocate_with => 'imports');
select create_distributed_table('students', 'campus', colocate_with => 'imports');
select create_distributed_table('changes', 'campus', colocate_with => 'students');
select create_distributed_table('counters', 'campus', colocate_with => 'students');
select create_distributed_table('answers', 'campus', colocate_with => 'students');
select create_distributed_table('fees', 'campus', colocate_with => 'students');
select create_distributed_table('fee_changes', 'campus', colocate_with => 'students');
select create_distributed_table('fee_plans', 'campus', colocate_with => 'students');
select create_distributed_table('voucher_runs', 'campus', colocate_with => 'students');
select create_distributed_table('vouchers', 'campus', colocate_with => 'students');
select create_distributed_table('receipts', 'campus', colocate_with => 'students');
select create_distributed_table('adjustments', 'campus', colocate_with => 'students');
select create_distributed_table('approvals', 'campus', colocate_with => 'students');
select create_distributed_table('book_closings', 'campus', colocate_with => 'students');
select create_distributed_table('book_hashes', 'campus', colocate_with => 'students');
select create_distributed_table('cashier_closings', 'campus', colocate_with => 'students');
select create_distributed_table('drawer_counts', 'campus', colocate_with => 'students');
select create_distributed_table('deposits', 'campus', colocate_with => 'students');

-- Stay on the coordinator: events may have no campus, and the others have none.
select citus_add_local_table_to_metadata('security_events');
select citus_add_local_table_to_metadata('sign_in_tries');
select citus_add_local_table_to_metadata('backup_log');
select citus_add_local_table_to_metadata('migrations');

commit;
