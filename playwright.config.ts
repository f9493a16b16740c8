import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/find-chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/prepare-school.ts',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // These only bound a hang; no test depends on the machine's speed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1366, height: 768 },
    launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
    actionTimeout: 60_000,
    trace: 'off',
  },
})
