// package.json starts this script with the shell's exec, so that npm's signals reach it; Windows has no exec.

import { endWithNpm, readyBuild, requireNode } from './ready-build.mjs'

requireNode()
endWithNpm()
await readyBuild()
process.env['NODE_ENV'] ??= 'production'
await import(new URL('../dist/server/main.js', import.meta.url).href)
