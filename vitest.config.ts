import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { withAddedFeeHead } from './test/added-fee-head.ts'
import { findPostgres, findProgram } from './test/postgres-programs.ts'

const database = { globalSetup: 'test/global-setup.ts' }

// These only bound a hang; no test depends on the machine's speed.
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

const onServer = Boolean(process.env['DATABASE_URL'])
const isShort = process.env['STRESS'] === 'short'
const has = (...programs: readonly string[]): boolean =>
  programs.every((program) => findProgram(program) !== undefined)
const hasPostgres = findPostgres() !== undefined

/**
 * The stress tests that cannot run everywhere: tests of several servers need PostgreSQL, others its programs and what is
 * run beside it; a failing disk is put under the embedded database. Those that start all servers of their own, or build
 * the image from packages of the network, take minutes and are left to the full run.
 */
const canRun: Readonly<Record<string, boolean>> = {
  cancelling: onServer && hasPostgres && has('openssl'),
  container: !onServer && !isShort && process.getuid?.() === 0 && has('buildah', 'debootstrap'),
  'disk-faults': !onServer,
  failover: !onServer && !isShort && hasPostgres && has('patroni', 'etcd', 'haproxy'),
  'least-role': onServer,
  pgbouncer: onServer && hasPostgres && has('pgbouncer'),
  'pooled-standby': onServer && hasPostgres && has('pgbouncer'),
  'point-in-time': !onServer && !isShort && hasPostgres && has('pgbackrest'),
  servers: onServer,
  standby: onServer && hasPostgres,
  'synchronous-commit': onServer && hasPostgres,
}
const unavailable = Object.keys(canRun)
  .filter((name) => !canRun[name])
  .map((name) => `stress/${name}.stress.ts`)

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the two cores of an office machine, because screen tests mostly wait.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...database,
          name: 'stress',
          environment: 'node',
          include: ['stress/**/*.stress.ts'],
          exclude: unavailable,
          ...limits,
          // Each file starts its own servers; these run after the quick projects.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'rules',
          // The files keep no state, so they share their imports, which take most of the time.
          isolate: false,
          environment: 'node',
          include: [
            'src/{domain,files,contract,reports}/**/*.test.ts',
            'test/{house,imports,asvs,absent-means}.test.ts',
          ],
          ...limits,
        },
      },
      {
        test: {
          ...database,
          name: 'calls',
          isolate: false,
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [
            'test/{house,imports,asvs,absent-means}.test.ts',
            ...(onServer ? [] : ['src/server/database/round-trips.test.ts']),
          ],
          ...limits,
        },
      },
      {
        // Every module is loaded with one more fee head.
        plugins: [react(), withAddedFeeHead],
        test: {
          ...database,
          name: 'added-head',
          environment: 'happy-dom',
          include: ['test/added-fee-head.test.tsx'],
          setupFiles: 'test/screen-setup.ts',
          css: false,
          ...limits,
        },
      },
      {
        plugins: [react()],
        test: {
          ...database,
          name: 'screens',
          isolate: false,
          environment: 'happy-dom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: 'test/screen-setup.ts',
          css: false,
          ...limits,
        },
      },
    ],
  },
})
