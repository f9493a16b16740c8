// package.json starts this with the shell's exec, so that npm's signals reach it and not only the shell; Windows has no exec.

import { endWithNpm, readyBuild, requireNode } from './ready-build.mjs'

requireNode()
endWithNpm()
await readyBuild()
process.env['NODE_ENV'] ??= 'production'
await import(new URL('../dist/server/main.js', import.meta.url).href)
