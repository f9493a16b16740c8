import { existsSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { withAddedFeeHead } from './test/added-fee-head.ts'
import { findPostgres } from './test/postgres-programs.ts'

const database = { globalSetup: 'test/global-setup.ts' }

// These only bound a hang; no test depends on the machine's speed.
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

const isProgram = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, name)))

/** The image is built from packages of the network, in minutes, on the embedded database. */
const canTryContainer =
  process.getuid?.() === 0 &&
  ['buildah', 'debootstrap'].every(isProgram) &&
  process.env['STRESS'] !== 'short' &&
  !process.env['DATABASE_URL']

/** Tests of several servers need PostgreSQL, and the standby test needs its programs; a failing disk is put under the embedded database. */
const unavailable = [
  ...(process.env['DATABASE_URL']
    ? ['stress/disk-faults.stress.ts']
    : ['stress/least-role.stress.ts', 'stress/servers.stress.ts', 'stress/standby.stress.ts']),
  ...(findPostgres() === undefined ? ['stress/standby.stress.ts'] : []),
  ...(canTryContainer ? [] : ['stress/container.stress.ts']),
]

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
          include: ['src/{domain,contract,reports}/**/*.test.ts', 'test/{house,asvs,absent-means}.test.ts'],
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
          exclude: ['test/{house,asvs,absent-means}.test.ts'],
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
