// Vite serves the page and proxies its calls to the server, which restarts on each edit. Calls wait while it restarts, so
// that the page never gets a proxy error.

import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from './build.mjs'
import { DevServer } from './dev-server.mjs'
import { endWithNpm, requireNode } from './ready-build.mjs'

const serverFolders = ['domain', 'files', 'contract', 'reports', 'server'].map((folder) =>
  join(root, 'src', folder),
)

requireNode()
endWithNpm()
process.chdir(root)
const server = new DevServer(process.env)
const page = await createServer({ configFile: 'vite.config.ts', plugins: [restartsServer()] })
await page.listen()
console.log(`Open ${page.resolvedUrls?.local[0]} (the page and the server reload when you edit)`)
server.restart()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end())

async function end() {
  await server.stop()
  await page.close()
}

/** A plugin, because Vite sets its own server up again when vite.config.ts changes. @returns {import('vite').Plugin} */
function restartsServer() {
  return {
    name: 'restarts-server',
    configureServer({ watcher, middlewares, config }) {
      watcher.add(serverFolders)
      watcher.on('all', (_, path) => {
        if (isServerSource(path)) server.restart()
      })
      const prefixes = Object.keys(config.server.proxy ?? {})
      middlewares.use((request, response, next) => {
        if (prefixes.some((prefix) => request.url?.startsWith(prefix))) void server.handle(response, next)
        else next()
      })
    },
  }
}

/** @param {string} path */
const isServerSource = (path) =>
  serverFolders.some((folder) => path.startsWith(folder)) && /(?<!\.test)\.m?[jt]s$/.test(path)
