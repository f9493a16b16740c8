#!/bin/sh
# Creates the owner of the tables and the role that the server signs in as, when the database is created. The passwords
# are those of the secrets. Elsewhere an administrator runs the same statements once.
set -eu
psql -v ON_ERROR_STOP=1 -v owner_password="$(cat /run/secrets/owner)" -v app_password="$(cat /run/secrets/app)" \
  -U postgres -d postgres <<'SQL'
create role owner login createrole password :'owner_password';
create role app login nocreaterole nocreatedb password :'app_password';
create database school owner owner;
revoke all on database school from public;
grant connect on database school to app;
SQL
