// Vite serves the page and proxies its calls to the server, which tsx restarts on each edit. Calls wait until the
// server is ready, so that the page does not get proxy errors.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer } from 'vite'
import { root } from './build.mjs'
import { endWithNpm, requireNode } from './ready-build.mjs'

const maxStartMs = 20_000

requireNode()
endWithNpm()
process.chdir(root)
const address = `http://${process.env['HOST'] || '127.0.0.1'}:${process.env['PORT'] || '3000'}`
const page = await createServer({ configFile: 'vite.config.ts', plugins: [delayCallsUntilReady()] })
await page.listen()
console.log(`Open ${page.resolvedUrls?.local[0]} (the page and the server reload when you edit)`)

// Starts the server in its own process group: Ctrl-C then reaches only this script, which forwards one signal.
const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/start/main.ts'],
  { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
)
createInterface({ input: server.stdout }).on('line', (line) => {
  // Hides this script's own calls, and the server's address, because the page opens at Vite's address.
  if (!line.includes(` at ${address}`) && !line.includes('"route":"/readyz"')) console.log(line)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end())

async function end() {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await Promise.all([ended, page.close()])
}

/** Returns a plugin, because Vite sets up its server again when vite.config.ts changes. @returns {import('vite').Plugin} */
function delayCallsUntilReady() {
  return {
    name: 'calls-wait',
    configureServer({ middlewares, config }) {
      const prefixes = Object.keys(config.server.proxy ?? {})
      middlewares.use((request, _response, next) => {
        if (prefixes.some((prefix) => request.url?.startsWith(prefix))) void untilReady().then(() => next())
        else next()
      })
    },
  }
}

/** Waits for the server as long as a start may take; a failed start has reported its reason in the terminal. */
async function untilReady() {
  const deadline = performance.now() + maxStartMs
  while (performance.now() < deadline && !(await isReady())) await delay(50)
}

const isReady = () =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
