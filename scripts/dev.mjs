import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { requireNode } from './ready-build.mjs'

requireNode()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

// In a group of its own: Ctrl-C reaches only us, and the server is asked once, so that it closes its books in peace.
const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/main.ts'],
  { stdio: ['ignore', 'inherit', 'inherit'], detached: true },
)
const page = await createServer({ configFile: 'vite.config.ts' })
await page.listen()
console.log('The page, renewed as you write (it passes its calls to the server):')
page.printUrls()

const stop = () => server.kill('SIGTERM')
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
server.once('exit', (code) => {
  process.exitCode = code ?? 0
  void page.close()
})
