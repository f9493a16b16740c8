import { endWithNpm, readyBuild, requireNode } from './ready-build.mjs'

requireNode()
endWithNpm()
await readyBuild()
process.env['NODE_ENV'] ??= 'production'
await import(new URL('../dist/server/cli.js', import.meta.url).href)
