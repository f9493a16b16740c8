import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './test/postgres-programs.ts'

const database = { globalSetup: 'test/global-setup.ts' }

/** Trials of several servers belong to the run on PostgreSQL; a standby is made with PostgreSQL's own programs. */
const notHere = [
  ...(process.env['DATABASE_URL'] ? [] : ['stress/servers.stress.ts', 'stress/standby.stress.ts']),
  ...(findPostgres() === undefined ? ['stress/standby.stress.ts'] : []),
]

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than an office machine has cores: much of a screen's test is waiting.
    maxWorkers: 3,
    projects: [
      {
        test: {
          // The office under fire and random books by the hundred: run by themselves, as they take their time.
          ...database,
          name: 'stress',
          environment: 'node',
          include: ['stress/**/*.stress.ts'],
          exclude: notHere,
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'rules',
          // No state of their own: files share what they import, which is most of their time.
          isolate: false,
          environment: 'node',
          include: ['src/{domain,contract}/**/*.test.ts', 'test/house.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...database,
          name: 'calls',
          isolate: false,
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/house.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          ...database,
          name: 'screens',
          isolate: false,
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: 'test/screen-setup.ts',
          css: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
