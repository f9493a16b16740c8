import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { withAddedFeeHead } from './test/added-fee-head.ts'
import { findPostgres, findProgram } from './test/postgres-programs.ts'
import { filesByKind } from './test/test-files.ts'

const database = { globalSetup: 'test/global-setup.ts' }

// These only bound a hang; no test depends on the machine's speed.
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

const onServer = Boolean(process.env['DATABASE_URL'])
const isShort = process.env['STRESS'] === 'short'
const has = (...programs: readonly string[]): boolean =>
  programs.every((program) => findProgram(program) !== undefined)
const hasPostgres = findPostgres() !== undefined

/**
 * The stress tests that cannot run everywhere, or say nothing more there: tests of several servers need PostgreSQL, others
 * its programs and what is run beside it. The short form leaves out tests of what an operator sets up around the portal, and
 * tries on the embedded database what the disk and a crash can do, and the rest on PostgreSQL.
 */
const canRun: Readonly<Record<string, boolean>> = {
  container: !onServer && !isShort && process.getuid?.() === 0 && has('buildah', 'debootstrap'),
  crashes: !onServer || !isShort,
  'crashes-of-acts': !onServer || !isShort,
  'disk-faults': !onServer,
  'embedded-database': !onServer,
  failover: !onServer && !isShort && hasPostgres && has('patroni', 'etcd', 'haproxy'),
  'full-disk': !onServer,
  'least-role': onServer,
  'point-in-time': !onServer && !isShort && hasPostgres && has('pgbackrest'),
  servers: onServer && !isShort,
  standby: onServer && !isShort && hasPostgres,
  'synchronous-commit': onServer && !isShort && hasPostgres,
  'two-containers': !isShort,
}
const unavailable = Object.keys(canRun)
  .filter((name) => !canRun[name])
  .map((name) => `stress/${name}.stress.ts`)
const stressFiles =
  isShort && !onServer ? '{embedded-database,crashes,crashes-of-acts,disk-faults,full-disk}' : '**/*'

/** These read the sources and need no database. */
const withoutDatabase = ['house', 'imports', 'asvs', 'absent-means'].map((name) => `test/${name}.test.ts`)
const { calls, gate, engine } = filesByKind([
  ...withoutDatabase,
  ...(onServer ? [] : ['cancelling', 'round-trips'].map((name) => `src/server/database/${name}.test.ts`)),
])

/** The files keep no state, so those of a worker share their imports, which take most of the time. */
const onDatabase = { ...database, isolate: false, environment: 'node', ...limits } as const

export default defineConfig({
  test: {
    pool: 'forks',
    // The tests keep their cores busy: a worker more than cores made two cores slower.
    maxWorkers: Math.max(2, availableParallelism()),
    tags: [
      { name: 'gate', description: 'Slow and rarely fails: runs in the gate and not in npm test.' },
      { name: 'engine', description: 'Finds faults of one engine only: the gate runs it on both.' },
    ],
    projects: [
      {
        test: {
          ...database,
          name: 'stress',
          environment: 'node',
          include: [`stress/${stressFiles}.stress.ts`],
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
          isolate: false,
          environment: 'node',
          include: ['src/{domain,files,contract,reports}/**/*.test.ts', ...withoutDatabase],
          ...limits,
        },
      },
      { test: { ...onDatabase, name: 'calls', include: calls } },
      { test: { ...onDatabase, name: 'gate', include: gate } },
      { test: { ...onDatabase, name: 'engine', include: engine } },
      {
        // Every module is loaded with one more fee head.
        plugins: [react(), withAddedFeeHead],
        test: {
          ...database,
          name: 'added-head',
          environment: 'happy-dom',
          include: ['test/added-fee-head.test.tsx'],
          setupFiles: ['test/quick-react.ts', 'test/screen-setup.ts'],
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
          setupFiles: ['test/quick-react.ts', 'test/screen-setup.ts'],
          css: false,
          ...limits,
        },
      },
    ],
  },
})
