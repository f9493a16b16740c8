import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './test/postgres-programs.ts'

const database = { globalSetup: 'test/global-setup.ts' }

// These only bound a hang: how fast the machine is decides nothing.
const limits = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } }

/** Tests of several servers need PostgreSQL; a standby is made with PostgreSQL's own programs. */
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
          ...database,
          name: 'stress',
          environment: 'node',
          include: ['stress/**/*.stress.ts'],
          exclude: notHere,
          ...limits,
          // Each file starts servers of its own, and runs after what is quick.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'rules',
          // No state of their own: files share what they import, which is most of their time.
          isolate: false,
          environment: 'node',
          include: ['src/{domain,contract}/**/*.test.ts', 'test/house.test.ts'],
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
          exclude: ['test/house.test.ts'],
          ...limits,
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
          ...limits,
        },
      },
    ],
  },
})
