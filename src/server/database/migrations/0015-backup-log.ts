/** The log of backups that were made or failed, and of rehearsed restores, for an admin's dashboard. */
export const backupLog = {
  number: 15,
  name: 'backup log',
  sql: String.raw`
create table backup_log (
  entry_no bigint generated always as identity primary key,
  at timestamptz not null,
  act text not null check (act in ('backup', 'rehearsal')),
  -- The file's name without its folder.
  file text not null check (length(file) between 1 and 255),
  -- The instant that the backup shows; null where none was made.
  made_at timestamptz,
  encrypted boolean not null,
  -- Why the backup failed, or what the rehearsal found; null where all went well.
  problem text check (length(problem) between 1 and 500),
  check (act = 'backup' and (made_at is null) = (problem is not null) or act = 'rehearsal' and made_at is not null)
);
create index backup_log_act on backup_log (act, at desc);
-- It is of the school and of no campus: the admins of each read it, and only the server's own user writes it.
grant select on backup_log to portal_admin;
`,
} as const
